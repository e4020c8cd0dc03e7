import { chmod, mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Behaves as `langgraphjs dev` of `@langchain/langgraph-cli` 1.5.1 does (docs/protocol.md, The development server of a
 * project): a process that watches, and a child that serves and ends with an error while its process goes on. What
 * `graph.js` says decides: `crash` fails at load, `exit` ends the CLI itself, `silent` never listens.
 */
const fakeCli = `
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { readFileSync, watchFile, writeFileSync } from 'node:fs';
const option = (name) => process.argv[process.argv.indexOf(name) + 1];
const log = (level, event) => console.log(JSON.stringify({ timestamp: new Date().toISOString(), level, event }));
const says = (word) => readFileSync('graph.js', 'utf8').includes(word);
if (process.env.FAKE_CHILD) {
  log('info', 'Starting server...');
  if (says('crash')) {
    log('error', "SyntaxError: Unexpected token ';'\\n    at graph.js:1");
    process.exit(1);
  }
  if (says('silent')) setInterval(() => undefined, 1000);
  else createServer((request, response) => {
    if (request.url === '/die') process.exit(3);
    response.setHeader('content-type', 'application/json');
    response.end(request.url === '/ok' ? '{"ok":true}' : '{}');
  }).listen(Number(option('--port')), option('--host'), () =>
    log('info', 'Server running at ' + option('--host') + ':' + option('--port')));
} else {
  if (says('exit')) { console.error('Failed to launch server'); process.exit(4); }
  console.log('\\u001b[36mWelcome\\u001b[0m key ' + (process.env.PROJECT_API_KEY ?? 'none'));
  writeFileSync('seen.json', JSON.stringify({ argv: process.argv.slice(2), cwd: process.cwd(), env: process.env }));
  const start = () => spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit', env: { ...process.env, FAKE_CHILD: '1' } });
  let child = start();
  watchFile('graph.js', { interval: 50 }, () => {
    console.log('7:06:38 PM [tsx] change in ./graph.js Restarting...');
    const old = child;
    if (old.exitCode !== null || old.signalCode !== null) child = start();
    else { old.once('exit', () => (child = start())); old.kill(); }
  });
}
`;

/** Behaves as `langgraph dev` of langgraph-cli (Python): one process that writes as structlog and uvicorn do. */
const fakePythonCli = `
import http.server, os, sys
option = lambda name: sys.argv[sys.argv.index(name) + 1]
print("2026-08-22T13:15:43.916213Z [info     ] Using langgraph_runtime_inmem  [langgraph_runtime] key=" + os.environ.get("PROJECT_API_KEY", "none"))
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        body = b'{"ok":true}' if self.path == "/ok" else b"{}"
        self.send_response(200)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)
    def log_message(self, *_): pass
server = http.server.HTTPServer((option("--host"), int(option("--port"))), Handler)
print("2026-08-22T13:15:44.000000Z [info     ] Uvicorn running on http://127.0.0.1:" + option("--port") + " (Press CTRL+C to quit) [uvicorn.error]")
server.serve_forever()
`;

export interface FakeProject {
  readonly folder: string;
  /** Writes `graph.js`, see above. */
  write(graph: string): Promise<void>;
  /** Adds the CLI, as installing it would. */
  install(): Promise<void>;
  dispose(): Promise<void>;
}

/** A project whose CLI is a fake. `config` is merged into its `langgraph.json`. */
export async function createFakeProject(config: object = {}): Promise<FakeProject> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'studio-project-')));
  // At once, so that the CLI never sees half of a change.
  const write = async (graph: string): Promise<void> => {
    await writeFile(join(folder, 'graph.new'), graph);
    await rename(join(folder, 'graph.new'), join(folder, 'graph.js'));
  };
  await write('');
  await writeFile(
    join(folder, 'langgraph.json'),
    JSON.stringify({ graphs: { agent: './graph.js:graph' }, ...config }),
  );
  return {
    folder,
    write,
    async install() {
      const home = join(folder, 'node_modules/@langchain/langgraph-cli');
      await mkdir(home, { recursive: true });
      await writeFile(
        join(home, 'package.json'),
        JSON.stringify({ type: 'module', bin: { langgraphjs: 'cli.mjs' } }),
      );
      await writeFile(join(home, 'cli.mjs'), fakeCli);
    },
    dispose: () => rm(folder, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** A virtual environment whose `langgraph` is a fake. `python`: a real interpreter. */
export async function createFakeEnvironment(folder: string, python: string): Promise<void> {
  const bin = join(folder, '.venv/bin');
  await mkdir(bin, { recursive: true });
  await symlink(python, join(bin, 'python'));
  await writeFile(join(bin, 'langgraph'), `#!${join(bin, 'python')}\n${fakePythonCli}`);
  await chmod(join(bin, 'langgraph'), 0o755);
}

/** The packages of the studio, for a project that uses the real ones. */
export const studioPackages = fileURLToPath(new URL('../../../node_modules', import.meta.url));
