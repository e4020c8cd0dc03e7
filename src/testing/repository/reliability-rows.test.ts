import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** `E`, 1, 9: rows E-1 to E-9. */
const rowsOf = (letter: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${letter}-${from + index}`);

/** The rows of this version. */
const promised = [
  ...rowsOf('E', 1, 9),
  'E-11',
  ...rowsOf('E', 13, 22),
  ...rowsOf('E', 24, 33),
  ...rowsOf('H', 1, 15),
  ...rowsOf('H', 17, 20),
  ...rowsOf('W', 1, 6),
  'W-7',
  'W-8',
  'W-9',
  'W-10',
  ...rowsOf('P', 1, 5),
  ...rowsOf('C', 1, 20),
  ...rowsOf('R', 1, 18),
  ...rowsOf('J', 1, 12),
  ...rowsOf('D', 1, 19),
  'D-20',
  'D-21',
  ...rowsOf('U', 1, 15),
  ...rowsOf('T', 1, 4),
  ...rowsOf('L', 1, 4),
  ...rowsOf('F', 1, 10),
  ...rowsOf('A', 1, 2),
  'S-1',
];

/** Rows at the start of a test title: `H-3, H-8: ...`, `H-9 and P-2: ...`. */
function rowsInTitles(source: string): string[] {
  const titles = source.matchAll(/['"`]([A-Z]-\d+(?:(?:, | and )[A-Z]-\d+)*): /g);
  return [...titles].flatMap(([, rows = '']) => rows.split(/, | and /));
}

const named = new Set(
  ['src', 'scripts', 'e2e/specs'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /[.](test|spec)[.]tsx?$/.test(path))
      .flatMap((path) => rowsInTitles(readFileSync(join(root, folder, path), 'utf8'))),
  ),
);

const [proved = '', open = ''] = readFileSync(join(root, 'docs/reliability.md'), 'utf8').split('## Not yet');
/** Rows with a line in a table, in order. */
const rowsInTable = (text: string): string[] =>
  [...text.matchAll(/^\| ([A-Z]-\d+) /gm)].map(([, row = '']) => row);

test.each(promised)('%s is named by a test, or stands under "Not yet" with its reason', (row) => {
  expect(named.has(row) || rowsInTable(open).includes(row)).toBe(true);
});

test('the page tells of each row where it is shown, in order', () => {
  expect(rowsInTable(proved)).toEqual(promised);
});

test('each row that a source cites has its line', () => {
  const cited = ['src', 'scripts', 'e2e', 'bench', 'packaging'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /[.](tsx?|mjs|css|html)$/.test(path))
      .flatMap((path) =>
        [...readFileSync(join(root, folder, path), 'utf8').matchAll(/\b[CDEHJLPRTUW]-\d{1,2}\b/g)].map(
          ([row]) => row,
        ),
      ),
  );
  expect(cited.length).toBeGreaterThan(500);
  expect([...new Set(cited)].filter((row) => !promised.includes(row))).toEqual([]);
});

test('titles are read as they are written', () => {
  const source = `it('H-3, H-8: a', f); test("H-9 and P-2: b", f); it.each(x)(\`E-4: \${c}\`, f); // W-1: no title
    it('names E-20 inside', f); it('C-9 without a colon', f);`;
  expect(rowsInTitles(source)).toEqual(['H-3', 'H-8', 'H-9', 'P-2', 'E-4']);
});
