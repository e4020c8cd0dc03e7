// The canvas: layouts compared with elk, rendering compared with plain React Flow and with one plain 2D
// canvas. See canvas/.
import { layoutTable } from './canvas/layouts.mjs';
import { drawingTables } from './canvas/drawing.mjs';

export async function run() {
  return [await layoutTable(), ...(await drawingTables())].join('\n\n');
}
