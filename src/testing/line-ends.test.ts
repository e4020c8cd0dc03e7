import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Tracked files as git sees them: line ends in the index, and the attributes that decide a checkout. */
function trackedFiles(): { readonly inIndex: string; readonly attributes: string; readonly path: string }[] {
  const text = execFileSync('git', ['ls-files', '--eol'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 });
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [facts = '', path = ''] = line.split('\t');
      const [inIndex = '', , ...attributes] = facts.trim().split(/\s+/);
      return { inIndex, attributes: attributes.join(' '), path };
    });
}

it('every text is checked out with the same line ends on every system', () => {
  const files = trackedFiles();
  expect(files.length).toBeGreaterThan(2_000);
  const isFixed = (attributes: string): boolean => /eol=lf|attr\/-text/.test(attributes);
  expect(files.filter(({ attributes }) => !isFixed(attributes)).map(({ path }) => path)).toEqual([]);
  const withOtherEnds = files.filter(
    ({ inIndex, attributes }) => /crlf|mixed/.test(inIndex) && !attributes.includes('-text'),
  );
  expect(withOtherEnds.map(({ path }) => path)).toEqual([]);
});
