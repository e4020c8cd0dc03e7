// From the server to the window: how long events take through the reading process, and how the window stands a million of
// them. About three minutes; see stream/ for the parts.
import { startServer } from './client/child.mjs';
import { buildParts } from './stream/built.mjs';
import { forwardTable } from './stream/forward.mjs';
import { windowTable } from './stream/window.mjs';

export async function run() {
  await buildParts();
  const server = await startServer('../stream/server-child.mjs');
  try {
    return [await forwardTable(server.url), await windowTable(server.url)].join('\n\n');
  } finally {
    server.stop();
  }
}
