// States: opening, searching, comparing and storing them, and their first paint in Chromium.
import { builtParts } from './state/built.mjs';
import { windowTables } from './state/window.mjs';
import { compareTable, keepTable, memoryTable, openTables, othersTable } from './state/work.mjs';

export async function run() {
  const parts = await builtParts();
  return [
    ...openTables(parts),
    compareTable(parts),
    othersTable(),
    keepTable(parts),
    memoryTable(),
    ...(await windowTables()),
  ].join('\n\n');
}
