// node scripts/trends/bench-trends.mjs FOLDER: makes a page of all runs that "npm run bench -- --record FOLDER" has left
// there, in out/bench-trends.html, and names what has changed most.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inRoot } from '../lib/paths.mjs';
import { trendsOf, trendsPage } from './trends.mjs';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('Name the folder of the recorded runs.');
const runs = readdirSync(resolve(folder))
  .filter((name) => name.endsWith('.md'))
  .toSorted()
  .map((name) => ({
    date: name.slice(0, -'.md'.length),
    text: readFileSync(join(resolve(folder), name), 'utf8'),
  }));
const trends = trendsOf(runs);
mkdirSync(inRoot('out'), { recursive: true });
writeFileSync(inRoot('out', 'bench-trends.html'), trendsPage(trends));
console.log(`${runs.length} runs, ${trends.length} numbers: out/bench-trends.html`);
for (const { name, change, points } of trends.slice(0, 10))
  console.log(`${(change * 100).toFixed(0).padStart(5)} %  ${name}: ${points.at(-1)?.value}`);
