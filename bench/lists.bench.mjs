// The window's lists with 10,000 records: assistants, items of the store, crons, deliveries and runs. See lists/.
import { listsTable } from './lists/lists.mjs';

export async function run() {
  return listsTable();
}
