import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { differentTests } from './different-tests.ts';

const root = join(import.meta.dirname, '../../..');

it('the tests that the Python server does not pass are tests of the repository, each named once, with a reason', () => {
  const names = differentTests.map(({ file, title }) => `${file} ${title}`);
  expect(new Set(names).size).toBe(names.length);
  for (const { file, title, why } of differentTests) {
    const text = readFileSync(join(root, file), 'utf8').replaceAll(/\\(['"])/g, '$1');
    expect(text).toContain(title);
    expect(why).toMatch(/^[A-Za-z].{20,}\.$/);
  }
});
