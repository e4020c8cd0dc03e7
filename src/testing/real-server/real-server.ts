import { fork, type ChildProcess } from 'node:child_process';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A running graph server that belongs to a test. */
export interface RealServer {
  readonly url: string;
  /** Stops the process where it is (SIGSTOP): connections are taken, and nothing is answered. */
  freeze(): void;
  /** Lets it go on. */
  thaw(): void;
  /** Kills the process (SIGKILL), as a crash would. What it had not written to its disk is lost. */
  kill(): Promise<void>;
  /** Starts another process on the same port and data, after `kill`. */
  restart(): Promise<void>;
  /** Ends the process, waits for that, and deletes its data. */
  stop(): Promise<void>;
}

const folder = new URL('./', import.meta.url);

/** What a test needs of its server. */
export interface RealServerOptions {
  /** The graphs, routes and settings of the public server suite in place of `writer`, `broken`, `slow`, `talk` and `order`. */
  readonly suite?: boolean;
  /** The studio's own demo graphs `support` and `writer` in place of all others, for whoever comes. */
  readonly demo?: boolean;
  /** The graph `helpdesk` in place of all others: a conversation inside of subgraphs. */
  readonly conversation?: boolean;
  /** The graphs `panel` and `board` in place of all others: several tasks of one superstep wait at once. */
  readonly parallel?: boolean;
  /** The graphs `retried`, `retriedSubgraph` and `calledTwice` in place of all others: nodes that fail at first and are tried again. */
  readonly retries?: boolean;
  /** The graph `payment` in place of all others: hidden characters in the names of its nodes and in its questions. */
  readonly hidden?: boolean;
  /** A component of the graph `agent`, which the server bundles. */
  readonly ui?: boolean;
  /** Only for users, whose names are their keys; see `auth.mjs`. */
  readonly auth?: boolean;
}

/**
 * Starts the open-source graph server with the graphs `writer`, `broken`, `slow`, `talk` and `order` on a free loopback port. Its data
 * lies in a temporary folder. Without a key, and without the environment's LANGSMITH_* and LANGCHAIN_* variables, which
 * would make it call out.
 */
export async function startRealServer({
  suite = false,
  auth = false,
  ui = false,
  demo = false,
  conversation = false,
  parallel = false,
  hidden = false,
  retries = false,
}: RealServerOptions = {}): Promise<RealServer> {
  const cwd = await mkdtemp(join(tmpdir(), 'real-server-'));
  const pathOf = (file: string): string => fileURLToPath(new URL(file, folder));
  const graphs = suite
    ? {
        ...exportsOf(pathOf('suite-graphs.mjs'), suiteGraphs),
        ...exportsOf(pathOf('schema-graphs.mjs'), schemaGraphs),
      }
    : demo
      ? demoGraphs()
      : conversation
        ? exportsOf(pathOf('conversation-graphs.mjs'), ['helpdesk'])
        : parallel
          ? exportsOf(pathOf('parallel-graphs.mjs'), ['panel', 'board'])
          : hidden
            ? exportsOf(pathOf('hidden-character-graphs.mjs'), ['payment'])
            : retries
              ? exportsOf(pathOf('retry-graphs.mjs'), ['retried', 'retriedSubgraph', 'calledTwice'])
              : exportsOf(pathOf('graphs.mjs'), ['writer', 'broken', 'slow', 'talk', 'order']);
  // A component has to lie in the project's folder.
  if (ui) await copyFile(pathOf('ui.jsx'), join(cwd, 'ui.jsx'));
  const options = {
    // Each idle worker looks for a run once in up to a second: the more of them, the sooner a run starts.
    nWorkers: 50,
    host: '127.0.0.1',
    cwd,
    graphs,
    ...(auth ? { auth: { path: `${pathOf('auth.mjs')}:auth`, disable_studio_auth: true } } : {}),
    ...(ui ? { ui: { agent: './ui.jsx' } } : {}),
    http: { cors: { allow_origins: [] }, ...(suite ? { app: `${pathOf('routes.mjs')}:app` } : {}) },
  };
  const start = (port: number): ChildProcess =>
    fork(fileURLToPath(new URL('serve.mjs', folder)), [], {
      cwd,
      env: {
        ...quietEnvironment(),
        GRAPH_OPTIONS: JSON.stringify({ ...options, port }),
        LOG_LEVEL: 'error',
        ...(suite ? suiteSettings : {}),
      },
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
  let child = start(0);
  const stop = async (): Promise<void> => {
    await ended(child);
    await rm(cwd, { recursive: true, force: true });
  };
  try {
    const url = `http://${await address(child)}`;
    return {
      url,
      stop,
      freeze: () => void child.kill('SIGSTOP'),
      thaw: () => void child.kill('SIGCONT'),
      kill: () => ended(child),
      async restart() {
        child = start(Number(new URL(url).port));
        await address(child);
      },
    };
  } catch (thrown) {
    await stop();
    throw thrown;
  }
}

/** Exports of `suite-graphs.mjs`. */
const suiteGraphs = [
  'agent',
  'nested',
  'ask',
  'error',
  'delay',
  'command',
  'context',
  'store',
  'dynamic',
] as const;

/** Exports of `schema-graphs.mjs`. */
const schemaGraphs = ['plainZod', 'markedZod', 'threeLevels', 'handoff'] as const;

/** What the environment says of the graphs' own assistants. */
const suiteSettings = {
  LANGGRAPH_CONFIG: JSON.stringify({ agent: { configurable: { model_name: 'openai' } } }),
};

function demoGraphs(): Record<string, string> {
  const pathOf = (file: string): string =>
    fileURLToPath(new URL(`../../../resources/demo/${file}`, import.meta.url));
  return {
    support: `${pathOf('support.js')}:graph`,
    writer: `${pathOf('writer/graph.js')}:graph`,
  };
}

function exportsOf(file: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${file}:${name}`]));
}

function quietEnvironment(): Record<string, string | undefined> {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(LANGSMITH|LANGCHAIN|NODE_OPTIONS|VITEST)/.test(name),
  );
  return Object.fromEntries(kept);
}

function address(child: ChildProcess): Promise<string> {
  let output = '';
  child.stdout?.on('data', (text) => (output += String(text)));
  child.stderr?.on('data', (text) => (output += String(text)));
  return new Promise((resolve, reject) => {
    child.once('exit', (code) =>
      reject(new Error(`The graph server ended with ${code} at its start:\n${output}`)),
    );
    child.once('message', (message) => {
      const host = typeof message === 'object' && 'host' in message ? message.host : undefined;
      if (typeof host === 'string') resolve(host.replace(/^https?:\/\//, ''));
      else reject(new Error('The graph server did not tell its address.'));
    });
  });
}

function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
