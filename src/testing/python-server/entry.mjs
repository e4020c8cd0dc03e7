// The demo server's process with the official Python server in it: the studio starts it in the place of
// `resources/demo-server/entry.mjs`, with the same messages. Only tests do.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import { join, resolve } from 'node:path';
import { onMessage, send } from '../../../resources/demo-server/parent-port.mjs';
import { startPythonServer } from './python-server.mjs';

/** @type {import('./python-server.d.mts').PythonServer | null} */
let server = null;
let ending = false;

async function end() {
  if (ending) return;
  ending = true;
  if (server) {
    // Closing its input ends it at once; a signal lets it write its data.
    const exited = new Promise((done) => server?.child.once('exit', done));
    server.child.kill('SIGTERM');
    await Promise.race([exited, new Promise((done) => setTimeout(done, 4_000).unref())]);
  }
  process.exit(0);
}

async function start({ dataFolder, token, nonce }) {
  const folder = join(import.meta.dirname, 'demo');
  const project = JSON.parse(await readFile(join(folder, 'langgraph.json'), 'utf8'));
  const graphs = Object.entries(project.graphs).map(([name, spec]) => [name, resolve(folder, spec)]);
  server = await startPythonServer({
    cwd: dataFolder,
    graphs: Object.fromEntries(graphs),
    auth: resolve(folder, project.auth.path),
    closed: true,
    env: { DEMO_TOKEN_DIGEST: createHash('sha256').update(token).digest('hex') },
  });
  for (const stream of [server.child.stdout, server.child.stderr]) stream?.pipe(process.stderr);
  server.child.once('exit', (code) => process.exit(code ?? 1));
  send({ type: 'ready', nonce, host: `127.0.0.1:${await guard(server.url, token)}` });
}

/**
 * Passes everything on to the server as it is, but for `/ok`: there the studio expects that its demo server lets nobody in
 * without the token, and the Python server answers everybody. Returns its port.
 */
function guard(url, token) {
  const proxy = createServer((incoming, outgoing) => {
    if (incoming.url === '/ok') {
      const isOwn = incoming.headers.authorization === `Bearer ${token}`;
      outgoing.writeHead(isOwn ? 200 : 401).end(isOwn ? '{"ok":true}' : '');
      return;
    }
    const passed = request(
      url + incoming.url,
      // A connection of its own: the server may close one that is kept just when it is used again.
      { method: incoming.method, headers: incoming.headers, agent: false },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
        answer.on('error', () => outgoing.destroy());
      },
    );
    passed.on('error', () => outgoing.destroy());
    outgoing.on('close', () => passed.destroy());
    incoming.pipe(passed);
  });
  return new Promise((listening) => proxy.listen(0, '127.0.0.1', () => listening(proxy.address().port)));
}

onMessage((message) => {
  if (message?.type === 'stop') void end();
  if (message?.type === 'start') {
    start(message).catch((error) => {
      send({ type: 'failed', text: String(error?.message ?? error) });
      process.exitCode = 1;
      setTimeout(() => process.exit(1), 50);
    });
  }
});
process.on('disconnect', () => void end());
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => undefined);
