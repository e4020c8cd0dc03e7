// npm run bench -- NAME [--record FOLDER]: prints one table, and keeps it in a file named after the day. Every
// figure is a ratio of two values measured in the same run. With --types it only checks the types of the benches. What they
// compare with is installed first: it is no dependency of the studio.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runPackage } from '../scripts/lib/process/run.mjs';
import { setup } from '../scripts/lib/setup.mjs';
import { countLine, failureMark } from '../scripts/lib/steps.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(here)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.slice(0, -'.bench.mjs'.length));

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { record: { type: 'string' }, types: { type: 'boolean' } },
});
const unknown = wanted.filter((name) => !existsSync(`${here}${name}.bench.mjs`));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(2);
}
await setup({ log: console.error });
await setup({ log: console.error, folder: 'bench' });
if (values.types) {
  const { code, output } = await runPackage('typescript-7/bin/tsc', [
    '-b',
    'bench',
    'bench/tsconfig.pages.json',
  ]);
  console.log(output);
  if (code !== 0) console.log(`${failureMark} types of the benches`);
  console.log(countLine({ passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }));
  process.exit(code ?? 1);
}
const tables = [];
for (const name of wanted.length > 0 ? wanted : names) {
  /** @type {{ run: () => Promise<string> }} */
  const { run } = await import(`./${name}.bench.mjs`);
  const printed = `\n${name}\n\n${await run()}`;
  console.log(printed);
  tables.push(printed);
}
if (values.record !== undefined) {
  mkdirSync(values.record, { recursive: true });
  const file = join(values.record, `${new Date().toISOString().slice(0, 10)}.md`);
  writeFileSync(file, `${tables.join('\n')}\n`);
}
process.exit(0);
