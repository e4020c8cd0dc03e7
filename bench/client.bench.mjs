// The client compared with the limit, the official SDK and eventsource-parser. Takes some minutes; see
// client/ for the parts.
import { buildClient } from './client/built.mjs';
import { startServer } from './client/child.mjs';
import { endTable } from './client/ends.mjs';
import { decodeTable, linearTable } from './client/decode.mjs';
import { importTable } from './client/imports.mjs';
import { manyTable, runTable } from './client/runs.mjs';

export async function run() {
  await buildClient();
  const server = await startServer();
  try {
    const tables = [
      await decodeTable(),
      await linearTable(),
      await runTable(server.url),
      await manyTable(server.url),
      await endTable(),
      await importTable(),
    ];
    return tables.join('\n\n');
  } finally {
    server.stop();
  }
}
