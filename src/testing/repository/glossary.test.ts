import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const architecture = readFileSync(join(root, 'docs/architecture.md'), 'utf8');
const glossary = readFileSync(join(root, 'docs/glossary.md'), 'utf8');

/** Files and folders in backticks. Paths start at `src`, a folder of the renderer, or the root. */
function namedPaths(page: string): string[] {
  return [...page.matchAll(/`([\w.-]+(?:\/[\w.-]+)+)`/g)].map(([, path = '']) => path);
}

const folders = [
  'src',
  'src/renderer',
  'src/services',
  'src/remote-graph',
  'src/shared',
  'src/web-host',
  '.',
];

function exists(path: string): boolean {
  return folders.some((folder) => existsSync(join(root, folder, path)));
}

/** The cells of each table row that ends with a file. */
function rowsWithFile(page: string): { readonly cells: readonly string[]; readonly file: string }[] {
  return [...page.matchAll(/^\| (.+) \| `([^`|]+)` +\|$/gm)].map(([, before = '', file = '']) => ({
    cells: before.split(/ \| /).map((cell) => cell.trim()),
    file,
  }));
}

describe('docs/architecture.md', () => {
  test('each file and folder that it names exists', () => {
    const paths = namedPaths(architecture);
    expect(paths.length).toBeGreaterThan(100);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });

  test('each folder of a layer is described', () => {
    const layers = readdirSync(join(root, 'src'), { withFileTypes: true }).filter((entry) =>
      entry.isDirectory(),
    );
    const rooms = layers.flatMap(({ name: layer }) =>
      readdirSync(join(root, 'src', layer), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `${layer}/${name}`),
    );
    expect(rooms.length).toBeGreaterThan(50);
    expect(rooms.filter((room) => !architecture.includes(`\`${room}\``))).toEqual([]);
  });

  test('the word of each question is in the name of its file', () => {
    const answers = rowsWithFile(architecture);
    expect(answers.length).toBeGreaterThanOrEqual(20);
    for (const { cells, file } of answers) {
      const word = cells[1]?.replaceAll('`', '') ?? '';
      expect(word).not.toBe('');
      expect(file.toLowerCase()).toContain(word);
      expect(existsSync(join(root, 'src', file))).toBe(true);
    }
  });
});

describe('docs/glossary.md', () => {
  test('each term has a file that exists', () => {
    const terms = rowsWithFile(glossary);
    expect(terms.length).toBeGreaterThanOrEqual(40);
    expect(terms.filter(({ file }) => !existsSync(join(root, 'src', file)))).toEqual([]);
    expect(namedPaths(glossary).filter((path) => !exists(path))).toEqual([]);
  });

  test('no term is there twice, and none lacks its file', () => {
    const terms = rowsWithFile(glossary).map(({ cells }) => cells[0]);
    expect(terms).toEqual([...new Set(terms)]);
    const rows = glossary.match(/^\| (?!term |-)/gm) ?? [];
    expect(rows).toHaveLength(terms.length);
  });
});
