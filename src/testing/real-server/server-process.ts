import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { startAegra } from '../aegra/aegra-server.mjs';
import { startPythonServer } from '../python-server/python-server.mjs';
import { testServer, type TestServer } from './test-server.ts';

/** Settings of every server; graphs, users and routes are files of `real-server`, and what they export. */
export interface ServerOptions {
  readonly cwd: string;
  readonly graphs: Readonly<Record<string, string>>;
  readonly auth?: string | undefined;
  readonly app?: string | undefined;
  readonly ui?: Readonly<Record<string, string>> | undefined;
  readonly env: Readonly<Record<string, string>>;
  /** `undefined` for one of the system's. */
  readonly port?: number | undefined;
  readonly server?: TestServer | undefined;
  /** The URL of what starts the JavaScript server, if it is bundled. */
  readonly program?: string | undefined;
  /** Web pages of all origins may use it, as is the servers' own default. */
  readonly openToPages?: boolean;
}

export interface ServerProcess {
  readonly url: string;
  readonly child: ChildProcess;
}

/** Starts the server that this run is about, or another one, and waits until it answers. */
export function startServerProcess(options: ServerOptions): Promise<ServerProcess> {
  const { server = testServer } = options;
  if (server === 'python') return startPython(options);
  if (server === 'aegra') return startInAegra(options);
  if (server === 'pure-graph') return startPureGraph(options);
  return startJavaScript(
    options,
    server === 'javascript' ? (options.program ?? 'serve.mjs') : `../npm-servers/${server}/serve.mjs`,
  );
}

/** It has no users and no routes of its own, and keeps its data in memory. */
function startPureGraph({ cwd, graphs, env, port }: ServerOptions): Promise<ServerProcess> {
  return startNodeServer('../npm-servers/pure-graph/serve.mjs', { cwd, env, options: { graphs, port } });
}

function startJavaScript(
  { cwd, graphs, auth, app, ui, env, port, openToPages = false }: ServerOptions,
  program: string,
): Promise<ServerProcess> {
  const options = {
    // Each idle worker polls for a run about once per second, so more workers start runs sooner.
    nWorkers: 50,
    host: '127.0.0.1',
    port: port ?? 0,
    cwd,
    graphs,
    ...(auth === undefined ? {} : { auth: { path: auth, disable_studio_auth: true } }),
    ...(ui === undefined ? {} : { ui }),
    http: { ...(openToPages ? {} : { cors: { allow_origins: [] } }), ...(app === undefined ? {} : { app }) },
  };
  return startNodeServer(program, { cwd, env, options });
}

interface NodeServerOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** Options that are sent to the program. */
  readonly options: object;
}

async function startNodeServer(
  program: string,
  { cwd, env, options }: NodeServerOptions,
): Promise<ServerProcess> {
  const child = fork(fileURLToPath(new URL(program, import.meta.url)), [], {
    cwd,
    env: { ...quietEnvironment(), GRAPH_OPTIONS: JSON.stringify(options), LOG_LEVEL: 'error', ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  try {
    return { url: `http://${await address(child)}`, child };
  } catch (error) {
    await ended(child);
    throw error;
  }
}

function startPython({
  cwd,
  graphs,
  auth,
  app,
  env,
  port,
  openToPages = false,
}: ServerOptions): Promise<ServerProcess> {
  return startPythonServer({
    cwd,
    graphs: pythonGraphs(graphs),
    auth: auth && pythonSpec(auth),
    app: app && pythonSpec(app),
    closed: !openToPages,
    env,
    port,
  });
}

function startInAegra({ cwd, graphs, auth, app, env, port }: ServerOptions): Promise<ServerProcess> {
  return startAegra({
    cwd,
    graphs: pythonGraphs(graphs),
    auth: auth && pythonSpec(auth),
    // It takes applications of FastAPI only.
    app: app && `${fileURLToPath(new URL('../aegra/fastapi_routes.py', import.meta.url))}:app`,
    env,
    port,
  });
}

function pythonGraphs(graphs: Readonly<Record<string, string>>): Record<string, string> {
  const translated = Object.entries(graphs).map(([name, spec]) => [name, pythonSpec(spec)] as const);
  return Object.fromEntries(translated);
}

/**
 * `real-server/retry-graphs.mjs:calledTwice` is `python-server/graphs/retry_graphs.py:called_twice`, and
 * `resources/demo/writer/graph.js:graph` is `python-server/demo/writer.py:graph`.
 */
function pythonSpec(spec: string): string {
  const [, demo] = /[/\\]demo[/\\](\w+)(?:\.js|[/\\]graph\.js):graph$/.exec(spec) ?? [];
  if (demo !== undefined) {
    return `${fileURLToPath(new URL(`../python-server/demo/${demo}.py`, import.meta.url))}:graph`;
  }
  const [, file = '', exported = ''] = /([\w-]+)\.m?js:(\w+)$/.exec(spec) ?? [];
  const module = new URL(`../python-server/graphs/${file.replaceAll('-', '_')}.py`, import.meta.url);
  const name = exported.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return `${fileURLToPath(module)}:${name}`;
}

function quietEnvironment(): Record<string, string | undefined> {
  const environment = Object.entries(process.env).filter(
    ([name]) => !/^(LANGSMITH|LANGCHAIN|NODE_OPTIONS|VITEST)/.test(name),
  );
  return Object.fromEntries(environment);
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

/** Kills a process, if it runs, and waits for its end. */
export function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });
}
