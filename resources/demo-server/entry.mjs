// The demo server's process. The studio starts it, tells it the project, the data folder and the launch's
// token in its first message, and is told `ready` with the address. It ends with the studio, however that
// ends.
import { createHash } from 'node:crypto';
import { onMessage, send } from './parent-port.mjs';
import { serverOptions } from './project.mjs';
import { mendSavedData } from './saved-data.mjs';

/**
 * Time limit for writing the data on exit, in milliseconds: as long as the studio waits, since a file that is written in
 * part loses all of it.
 */
const flushMs = 15_000;

let cleanup = async () => undefined;
let ending = false;

async function end() {
  if (ending) return;
  ending = true;
  setTimeout(() => process.exit(1), flushMs).unref();
  await cleanup().catch(() => undefined);
  process.exit(0);
}

async function start({ projectFolder, dataFolder, token, nonce }) {
  globalThis[Symbol.for('remote-graph-studio.token-digest')] = createHash('sha256').update(token).digest();
  await mendSavedData(dataFolder, (text) => send({ type: 'note', text }));
  const options = await serverOptions(projectFolder, dataFolder);
  const { startServer } = await import('@langchain/langgraph-api/server');
  const server = await startServer(options);
  cleanup = server.cleanup;
  if (ending) return;
  send({ type: 'ready', nonce, host: server.host });
}

onMessage((message) => {
  if (message?.type === 'stop') void end();
  if (message?.type === 'start') {
    start(message).catch((error) => {
      send({ type: 'note', text: String(error?.stack ?? error) });
      send({ type: 'failed', text: String(error?.message ?? error) });
      process.exitCode = 1;
      setTimeout(() => process.exit(1), 50);
    });
  }
});
process.on('disconnect', () => void end());
process.on('SIGTERM', () => void end());
// Ctrl-C in a terminal reaches the whole process group, but the studio decides when this process exits.
process.on('SIGINT', () => undefined);
