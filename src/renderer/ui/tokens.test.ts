import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '..');

const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /[.](css|tsx?)$/.test(path) && !/[.]test[.]tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8').replaceAll(/\/\*.*?\*\//gs, '') }));
const sheets = files.filter(({ path }) => path.endsWith('.css'));

const literalColours =
  /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|color)a?\(|\b(?:white|black|gr[ae]y|red|green|blue|yellow|orange)\b/gi;

/** Colours that a sheet writes itself. Names of custom properties (`--red`) are no colours. */
function coloursIn(text: string): string[] {
  return (
    text.replaceAll(/--[\w-]+|\bwhite-space\b|[.#][a-z][\w-]*(?=[^;}]*\{)/gi, '').match(literalColours) ?? []
  );
}

it('the search finds colours, and only these', () => {
  expect(coloursIn('a { color: #fff; background: rgb(0 0 0 / 40%); border-color: red }')).toEqual([
    '#fff',
    'rgb(',
    'red',
  ]);
  expect(coloursIn('.red { white-space: nowrap; color: var(--red); border: 1px solid transparent }')).toEqual(
    [],
  );
});

it('all colours of the window are tokens, so that both themes have each of them', () => {
  const found = sheets
    .filter(({ path }) => path !== join('ui', 'tokens.css'))
    .flatMap(({ path, text }) => coloursIn(text).map((colour) => `${path}: ${colour}`));
  expect(found).toEqual([]);
});

/** Spaces, radii and type sizes that a sheet writes itself. A hairline has no token, and a line height belongs to its row. */
function lengthsIn(text: string): string[] {
  const declarations = text.match(
    /^\s*(?:(?:row-|column-)?gap|(?:padding|margin)(?:-[a-z-]+)?|border-(?:[a-z-]+-)?radius|font(?:-size)?):[^;]+/gm,
  );
  return (declarations ?? [])
    .map((one) => one.trim().replace(/\/ \d+px/, ''))
    .filter((one) => /(?<![\w.])(?:\d*[2-9]|1\d|\d{3,})(?:[.]\d+)?px/.test(one));
}

it('the search finds lengths, and only these', () => {
  expect(
    lengthsIn(
      'a {\n  gap: 3px;\n  padding: 1px 12px;\n  font-size: 11.5px;\n  border-top-left-radius: 10px;\n}',
    ),
  ).toEqual(['gap: 3px', 'padding: 1px 12px', 'font-size: 11.5px', 'border-top-left-radius: 10px']);
  expect(
    lengthsIn(
      'a {\n  gap: var(--space-2);\n  margin: 1px;\n  font: var(--text-1) / 18px var(--mono);\n  width: 20px;\n}',
    ),
  ).toEqual([]);
});

it('all spaces, radii and type sizes of the window are tokens', () => {
  const found = sheets
    .filter(({ path }) => path !== join('ui', 'tokens.css'))
    .flatMap(({ path, text }) => lengthsIn(text).map((length) => `${path}: ${length}`));
  expect(found).toEqual([]);
});

it('each custom property that a sheet uses is set somewhere', () => {
  const set = new Set(files.flatMap(({ text }) => text.match(/--[\w-]+(?=['"`]?\]?\s*:|['"`],)/g) ?? []));
  const used = sheets.flatMap(({ path, text }) =>
    [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, name = '']) => ({ path, name })),
  );
  expect(used.length).toBeGreaterThan(500);
  // Set by Radix, and by `status-icons.ts` for each status.
  const unknown = used.filter(({ name }) => !set.has(name) && !/^--(?:radix|sign)-/.test(name));
  expect(unknown.map(({ path, name }) => `${path}: ${name}`)).toEqual([]);
});
