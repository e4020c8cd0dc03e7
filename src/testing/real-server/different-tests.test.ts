import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differentTests } from './different-tests.ts';
import { testServers } from './test-server.ts';

const root = join(import.meta.dirname, '../../..');

describe.each(testServers)('the tests that %s does not pass', (server) => {
  it('are tests of the repository, each named once, with a reason', () => {
    const tests = differentTests[server];
    expect(new Set(tests.map(({ file, title }) => `${file} ${title}`)).size).toBe(tests.length);
    for (const { file, title, why } of tests) {
      const text = readFileSync(join(root, file), 'utf8').replaceAll(/\\(['"])/g, '$1');
      expect(text).toContain(title);
      expect(why).toMatch(/^[A-Za-z].{20,}\.$/);
    }
  });
});
