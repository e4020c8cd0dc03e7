import { findPostgres, PostgresIsMissing } from '../../src/testing/aegra/find-postgres.mjs';
import { installNpmServer } from './npm-servers.mjs';
import { installOauth2Proxy } from './oauth2-proxy.mjs';
import { GoIsMissing, installCollector } from './otel-collector.mjs';
import {
  aegra,
  fileServers,
  installPythonServer,
  officialPython,
  phoenix,
  PythonIsMissing,
} from './python-servers.mjs';

/**
 * A server that the suites run on, beside the one that the studio brings along.
 * @typedef {object} ListedServer
 * @property {string} id As in `GRAPH_SERVER`.
 * @property {string} title
 * @property {(options: { log: (line: string) => void }) => Promise<unknown>} install
 * @property {string} [suites] Files of one that is no graph server but takes the traces or recordings that the studio sends.
 */

/** @type {readonly ListedServer[]} */
export const listedServers = Object.freeze([
  {
    id: 'python',
    title: 'the Python server',
    install: (options) => installPythonServer(officialPython, options),
  },
  {
    id: 'js-2.0.0',
    title: 'the JavaScript server 2.0.0',
    install: (options) => installNpmServer('js-2.0.0', options),
  },
  { id: 'pure-graph', title: 'pure-graph', install: (options) => installNpmServer('pure-graph', options) },
  {
    id: 'aegra',
    title: 'Aegra',
    async install(options) {
      findPostgres();
      await installPythonServer(aegra, options);
    },
  },
  {
    id: 'phoenix',
    title: 'Arize Phoenix',
    install: (options) => installPythonServer(phoenix, options),
    suites: '.phoenix.test.ts',
  },
  {
    id: 'otel-collector',
    title: 'the OpenTelemetry collector',
    install: installCollector,
    suites: '.otel-collector.test.ts',
  },
  {
    id: 'oauth2-proxy',
    title: 'OAuth2 Proxy',
    install: installOauth2Proxy,
    suites: '.oauth2-proxy.test.ts',
  },
  {
    id: 'file-servers',
    title: 'an S3 and a WebDAV server',
    install: (options) => installPythonServer(fileServers, options),
    suites: '.file-servers.test.ts',
  },
]);

/** Whether an error of `install` says that this machine lacks something that can't be installed for it. @param {unknown} error */
export function isMissing(error) {
  return [PythonIsMissing, PostgresIsMissing, GoIsMissing].some((kind) => error instanceof kind);
}
