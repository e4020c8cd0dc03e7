// npm run bench -- NAME: prints one table. Every figure is a ratio of two values measured in the same run.
import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const names = readdirSync(here)
  .filter((file) => file.endsWith('.bench.mjs'))
  .map((file) => file.slice(0, -'.bench.mjs'.length));

const wanted = process.argv.slice(2).filter((word) => !word.startsWith('-'));
const unknown = wanted.filter((name) => !existsSync(`${here}${name}.bench.mjs`));
if (unknown.length > 0) {
  console.error(`There is no bench called ${unknown.join(', ')}. There are: ${names.join(', ')}.`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : names) {
  /** @type {{ run: () => Promise<string> }} */
  const { run } = await import(`./${name}.bench.mjs`);
  console.log(`\n${name}\n\n${await run()}`);
}
process.exit(0);
