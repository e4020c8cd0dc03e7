// From the server to the window: the cost of events in the reading process, and how the window handles a
// million of them. Takes about three minutes; see stream/ for the parts.
import { startServer } from './client/child.mjs';
import { buildParts } from './stream/built.mjs';
import { forwardTable } from './stream/forward.mjs';
import { messagesTable } from './stream/messages.mjs';
import { nodeTable } from './stream/node.mjs';
import { windowTable } from './stream/window.mjs';

export async function run() {
  await buildParts();
  const server = await startServer('../stream/server-child.mjs');
  try {
    const tables = [forwardTable, windowTable, messagesTable, nodeTable];
    const made = [];
    for (const make of tables) made.push(await make(server.url));
    return made.join('\n\n');
  } finally {
    server.stop();
  }
}
