// Reads a run once in a fresh process: its duration and peak memory, sampled every 10 ms. Both clients are
// loaded in each process.
import { readers } from './readers.mjs';

const [, , url = '', name = '', events = ''] = process.argv;
const read = (await readers(url))[name];
if (!read) throw new Error(`There is no reader called ${name}.`);
await read(1000);
let max = process.memoryUsage().rss;
const watching = setInterval(() => {
  max = Math.max(max, process.memoryUsage().rss);
}, 10);
const cpu = process.cpuUsage();
const startedAt = performance.now();
const came = await read(Number(events));
const ms = performance.now() - startedAt;
const { user, system } = process.cpuUsage(cpu);
clearInterval(watching);
max = Math.max(max, process.memoryUsage().rss);
if (came !== Number(events)) throw new Error(`${name} read ${came} events of ${events}.`);
console.log(JSON.stringify({ ms, cpuMs: (user + system) / 1000, megabytes: max / 2 ** 20 }));
process.exit(0);
