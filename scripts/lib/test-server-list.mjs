import { findPostgres, PostgresIsMissing } from '../../src/testing/aegra/find-postgres.mjs';
import { installNpmServer } from './npm-servers.mjs';
import { aegra, installPythonServer, officialPython, PythonIsMissing } from './python-servers.mjs';

/**
 * A server that the suites run on, beside the one that the studio brings along.
 * @typedef {object} ListedServer
 * @property {string} id As in `GRAPH_SERVER`.
 * @property {string} title
 * @property {(options: { log: (line: string) => void }) => Promise<unknown>} install
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
]);

/** Whether an error of `install` says that this machine lacks something that can't be installed for it. @param {unknown} error */
export function isMissing(error) {
  return error instanceof PythonIsMissing || error instanceof PostgresIsMissing;
}
