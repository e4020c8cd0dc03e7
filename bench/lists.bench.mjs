// The window's lists with 10,000 records each (all runs of a server: 100,000): assistants, items of the store, crons, deliveries and runs. See lists/.
import { listsTable } from './lists/lists.mjs';

export async function run() {
  return listsTable();
}
