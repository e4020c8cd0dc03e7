// States: opening, searching, comparing and keeping them, and their first picture in Chromium.
import { builtParts } from './state/built.mjs';
import { windowTables } from './state/window.mjs';
import { compareTable, keepTable, openTables } from './state/work.mjs';

export async function run() {
  const parts = await builtParts();
  return [...openTables(parts), compareTable(parts), keepTable(parts), ...(await windowTables())].join(
    '\n\n',
  );
}
