import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ended, startServerProcess, type ServerProcess } from './server-process.ts';
import { testServer, type TestServer } from './test-server.ts';

/** A graph server that belongs to one test. */
export interface RealServer {
  readonly url: string;
  /** Stops the process (SIGSTOP): connections are accepted, and nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Kills the process (SIGKILL), like a crash. Data that it had not written to disk is lost. */
  kill(): Promise<void>;
  /** After `kill`: starts another process on the same port and data. */
  restart(): Promise<void>;
  /** Ends the process, waits, and deletes its data. */
  stop(): Promise<void>;
}

const folder = new URL('./', import.meta.url);
/** As `scripts/lib/test-server.mjs` bundles it before the unit tests and the specs. */
const bundle = new URL('../../../out/test-server/', import.meta.url);

export interface RealServerOptions {
  /**
   * The graphs, routes and settings of the public server suite instead of `writer`, `broken`, `slow`, `talk`
   * and `order`.
   */
  readonly suite?: boolean;
  /** Only the demo graphs `support` and `writer`, without authentication. */
  readonly demo?: boolean;
  /** Only the graph `helpdesk`: a conversation inside subgraphs. */
  readonly conversation?: boolean;
  /** Only the graphs `panel` and `board`: several interrupted tasks in one superstep. */
  readonly parallel?: boolean;
  /** Only the graphs of `sequential-graphs.mjs`: nodes that ask more than once. */
  readonly sequential?: boolean;
  /**
   * Beside the default graphs those of `conversation`, `parallel` and `sequential`, and `retried`, `retriedSubgraph` and
   * `calledTwice`, whose nodes fail at first and are retried.
   */
  readonly shared?: boolean;
  /** The graphs of `record-graphs.mjs`, beside `writer`, `slow`, and those of `parallel` and `sequential`. */
  readonly record?: boolean;
  /** Only the graph `payment`: invisible characters in node names and interrupts. */
  readonly hidden?: boolean;
  /** Only the graph `story`, which notes what it does in files of this folder. */
  readonly storyJournal?: string;
  /** A graph with a setting that belongs to a node, instead. */
  readonly settings?: boolean;
  /** A UI component of the graph `agent`, bundled by the server. */
  readonly ui?: boolean;
  /** Only `deep`, a deep agent, and `toolbox`. */
  readonly deep?: boolean;
  /** All test graphs but those of `suite` and `deep`, and all demo graphs as `demo-writer` and so on. */
  readonly all?: boolean;
  /** Only the reference graphs of graph-server-check, without limits on web pages of other origins. */
  readonly check?: boolean;
  /** Another server than this run is about. */
  readonly server?: TestServer;
  /** Only for users, whose names are their keys; see `auth.mjs`. */
  readonly auth?: boolean;
}

/**
 * Starts the open-source graph server, or the one that the test run is about (`test-server.ts`), with the graphs
 * `writer`, `broken`, `slow`, `talk` and `order` on a free loopback port, with its data in a temporary folder. Runs
 * without a key and without LANGSMITH_* and LANGCHAIN_* variables, which would make it call out.
 */
export async function startRealServer({
  suite = false,
  auth = false,
  ui = false,
  demo = false,
  conversation = false,
  parallel = false,
  sequential = false,
  record = false,
  hidden = false,
  storyJournal,
  settings = false,
  shared = false,
  all = false,
  check = false,
  deep = false,
  server = testServer,
}: RealServerOptions = {}): Promise<RealServer> {
  const cwd = await mkdtemp(join(tmpdir(), 'real-server-'));
  // The others have schemas that the server reads with TypeScript, or are bundled by it.
  const isBundled =
    server === 'javascript' &&
    !(suite || check || deep || all || demo || settings || ui) &&
    existsSync(new URL('serve.mjs', bundle));
  const pathOf = (file: string): string => fileURLToPath(new URL(file, isBundled ? bundle : folder));
  const plain = exportsOf(pathOf('graphs.mjs'), ['writer', 'broken', 'slow', 'talk', 'order']);
  const conversations = exportsOf(pathOf('conversation-graphs.mjs'), ['helpdesk']);
  const parallelTasks = exportsOf(pathOf('parallel-graphs.mjs'), ['panel', 'board']);
  const sequentialQuestions = exportsOf(pathOf('sequential-graphs.mjs'), sequentialGraphs);
  const retried = exportsOf(pathOf('retry-graphs.mjs'), ['retried', 'retriedSubgraph', 'calledTwice']);
  const special = exportsOf(pathOf('special-graphs.mjs'), ['cached', 'ownCheckpointer']);
  const everyGraph = { ...plain, ...conversations, ...parallelTasks, ...sequentialQuestions, ...retried };
  const graphs = check
    ? checkGraphs(pathOf('check-graphs.mjs'))
    : deep
      ? exportsOf(pathOf('deep-graphs.mjs'), ['deep', 'toolbox'])
      : all
        ? { ...everyGraph, ...special, ...allDemoGraphs() }
        : suite
          ? {
              ...exportsOf(pathOf('suite-graphs.mjs'), suiteGraphs),
              ...exportsOf(pathOf('schema-graphs.mjs'), schemaGraphs),
            }
          : demo
            ? demoGraphs()
            : shared
              ? everyGraph
              : record
                ? { ...everyGraph, ...exportsOf(pathOf('record-graphs.mjs'), recordGraphs) }
                : conversation
                  ? conversations
                  : parallel
                    ? parallelTasks
                    : sequential
                      ? sequentialQuestions
                      : hidden
                        ? exportsOf(pathOf('hidden-character-graphs.mjs'), ['payment'])
                        : storyJournal !== undefined
                          ? exportsOf(pathOf('story-graph.mjs'), ['story'])
                          : settings
                            ? exportsOf(pathOf('settings-graphs.mjs'), ['letter'])
                            : plain;
  const isShared = shared || suite || check;
  const served = isShared && server === 'javascript' ? await writeFactories(graphs, cwd) : graphs;
  // A component must be in the project folder.
  if (ui) await copyFile(pathOf('ui.jsx'), join(cwd, 'ui.jsx'));
  const start = (port?: number): Promise<ServerProcess> =>
    startServerProcess({
      cwd,
      graphs: served,
      auth: auth ? `${pathOf('auth.mjs')}:auth` : undefined,
      app: suite ? `${pathOf('routes.mjs')}:app` : undefined,
      ui: ui ? { agent: './ui.jsx' } : undefined,
      env: suite ? suiteSettings : storyJournal === undefined ? {} : { STORY_JOURNAL: storyJournal },
      openToPages: check,
      port,
      server,
      program: isBundled ? new URL('serve.mjs', bundle).href : undefined,
    });
  const removeData = (): Promise<void> => rm(cwd, { recursive: true, force: true });
  const { url, child: first } = await start().catch(async (error: unknown) => {
    await removeData();
    throw error;
  });
  let child = first;
  return {
    url,
    async stop() {
      await ended(child);
      await removeData();
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: () => ended(child),
    async restart() {
      ({ child } = await start(Number(new URL(url).port)));
    },
  };
}

/**
 * A module whose exports make a graph for each run. The JavaScript server sets the checkpointer of the graph that it has, none
 * for a run without a thread, and another run that has just begun then stores nothing (docs/protocol.md, Runs without a thread).
 */
async function writeFactories(
  graphs: Readonly<Record<string, string>>,
  cwd: string,
): Promise<Record<string, string>> {
  const file = join(cwd, 'factories.mjs');
  const lines = Object.entries(graphs).map(([name, path]) => {
    const colon = path.lastIndexOf(':');
    const url = pathToFileURL(path.slice(0, colon)).href;
    return `import { ${path.slice(colon + 1)} as ${name}Graph } from ${JSON.stringify(url)};
export const ${name} = typeof ${name}Graph === 'function' ? ${name}Graph : () => ${name}Graph.withConfig({});`;
  });
  await writeFile(file, lines.join('\n'));
  return exportsOf(file, Object.keys(graphs));
}

/** Exports of `sequential-graphs.mjs`. */
const sequentialGraphs = ['offer', 'insist', 'contract', 'bids', 'committee'] as const;

/** Exports of `record-graphs.mjs`. */
const recordGraphs = ['spin', 'quarrel', 'paces', 'office'] as const;

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

/** Graphs of `check-graphs.mjs`, by the names that their roles look for. */
function checkGraphs(file: string): Record<string, string> {
  const names = {
    check_steps: 'checkSteps',
    check_chat: 'checkChat',
    check_ask: 'checkAsk',
    check_ask_twice: 'checkAskTwice',
    check_ask_both: 'checkAskBoth',
    check_nested: 'checkNested',
  };
  return Object.fromEntries(Object.entries(names).map(([name, exported]) => [name, `${file}:${exported}`]));
}

/** Exports of `schema-graphs.mjs`. */
const schemaGraphs = ['plainZod', 'markedZod', 'threeLevels', 'handoff'] as const;

/** The environment in the configs of the default assistants. */
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

function allDemoGraphs(): Record<string, string> {
  const demoFolder = fileURLToPath(new URL('../../../resources/demo/', import.meta.url));
  const project = JSON.parse(readFileSync(join(demoFolder, 'langgraph.json'), 'utf8')) as {
    readonly graphs: Readonly<Record<string, string>>;
  };
  return Object.fromEntries(
    Object.entries(project.graphs).map(([name, spec]) => [`demo-${name}`, join(demoFolder, spec)]),
  );
}

function exportsOf(file: string, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, `${file}:${name}`]));
}
