import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChildHandle, ChildOptions, Platform } from '../../services/common/platform.ts';
import { testServer, type TestServer } from '../real-server/test-server.ts';
import { startNodeChild } from './node-child.ts';

/** A platform with a temporary data folder and real child processes. */
export interface LocalPlatform extends Platform {
  /** Logged messages, as `level message`. */
  readonly logged: readonly string[];
  /** Removes the data folder. */
  dispose(): Promise<void>;
}

/** Where the demo server is started from: the built one, or another server in its place. */
const demoServerFolders: Readonly<Record<TestServer, string>> = {
  javascript: '../../../out/demo-server',
  python: '../python-server',
  'js-2.0.0': '../npm-servers/js-2.0.0',
  'pure-graph': '../npm-servers/pure-graph',
  aegra: '../aegra',
};

const demoServerFolder = fileURLToPath(new URL(demoServerFolders[testServer], import.meta.url));

const nothing = { kind: 'none', sentence: 'Nothing keeps secrets here.' } as const;

/**
 * `startChild` replaces how child processes are started; everything else is as on a host without a key store.
 */
export async function createLocalPlatform(
  startChild: (options: ChildOptions) => ChildHandle = startNodeChild,
): Promise<LocalPlatform> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'studio-test-'));
  const logged: string[] = [];
  const none = (): Promise<never> => Promise.reject(new Error('This platform keeps no secrets.'));
  return {
    host: 'web',
    version: '0.0.0',
    os: process.platform,
    dataFolder,
    resourcesFolder: fileURLToPath(new URL('../../../resources', import.meta.url)),
    demoServerFolder,
    vault: {
      describe: () => nothing,
      check: () => Promise.resolve(nothing),
      isProtected: () => true,
      encrypt: none,
      decrypt: none,
    },
    openExternal: () => Promise.resolve(),
    isOpenToNetwork: false,
    startChild,
    proxyFor: () => Promise.resolve(null),
    log: (level, message) => void logged.push(`${level} ${message}`),
    logged,
    dispose: () => rm(dataFolder, { recursive: true, force: true }),
  };
}
