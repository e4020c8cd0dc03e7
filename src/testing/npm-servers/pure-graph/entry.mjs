// The demo server's process with pure-graph in it: tests start it in the place of the built one, with the same messages.
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { servePureGraph } from './pure-graph-server.mjs';

// The built demo server has its project beside it.
const projectFolder = resolve(import.meta.dirname, '../../../../resources/demo');

async function start({ token, nonce }) {
  const project = JSON.parse(await readFile(join(projectFolder, 'langgraph.json'), 'utf8'));
  const graphs = Object.entries(project.graphs).map(([name, spec]) => [name, resolve(projectFolder, spec)]);
  const host = await servePureGraph({ graphs: Object.fromEntries(graphs), token });
  process.send?.({ type: 'ready', nonce, host });
}

process.on('message', (message) => {
  if (message?.type === 'stop') process.exit(0);
  if (message?.type === 'start') {
    start(message).catch((error) => {
      process.send?.({ type: 'failed', text: String(error?.message ?? error) });
      process.exitCode = 1;
      setTimeout(() => process.exit(1), 50);
    });
  }
});
process.on('disconnect', () => process.exit(0));
process.on('SIGTERM', () => process.exit(0));
process.on('SIGINT', () => undefined);
