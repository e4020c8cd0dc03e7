// Many at once in one process: ours and the SDK in turn.
import { median } from '../median.mjs';
import { readers } from './readers.mjs';

const [, , url = '', oursName = '', theirsName = '', at = '1', size = '1', rounds = '7'] = process.argv;
const all = await readers(url);
/** @type {Record<string, number[]>} */
const times = { [oursName]: [], [theirsName]: [] };
for (let round = -2; round < Number(rounds); round += 1) {
  for (const [name, list] of Object.entries(times)) {
    const read = all[name];
    if (!read) throw new Error(`There is no reader called ${name}.`);
    const startedAt = performance.now();
    const came = await Promise.all(Array.from({ length: Number(at) }, () => read(Number(size))));
    const ms = performance.now() - startedAt;
    if (came.some((each) => each !== Number(size))) throw new Error(`${name} did not read all.`);
    if (round >= 0) list.push(ms);
  }
}
console.log(JSON.stringify({ ours: median(times[oursName] ?? []), theirs: median(times[theirsName] ?? []) }));
process.exit(0);
