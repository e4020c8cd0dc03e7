import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { userFacingStrings } from './user-facing-strings';
import { slowness } from '../slowness.ts';

const FOLDERS = ['src/renderer', 'src/services', 'src/main', 'src/web-host', 'src/cli', 'src/shared'];

describe('user-facing strings', () => {
  it('stay reviewable in one file, sorted by source file', { timeout: 60_000 * slowness() }, async () => {
    const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...FOLDERS], {
      encoding: 'utf8',
    })
      .split('\n')
      .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.|\/testing\//.test(name))
      .toSorted();

    const sections = files.flatMap((name) => {
      const strings = userFacingStrings(name, readFileSync(name, 'utf8'));
      return strings.length === 0 ? [] : [[name, ...strings.map((text) => `  ${text}`)].join('\n')];
    });

    expect(sections.length).toBeGreaterThan(100);
    await expect(sections.join('\n\n') + '\n').toMatchFileSnapshot('user-facing-strings.snap.txt');
  });

  it('are found in JSX, attributes, properties, templates and errors, but not in code', () => {
    const source = `
      import x from 'some module';
      const styles = cva('flex items-center', { a: 1 });
      export const View = () => <Button className="px-2 py-1" title="Retry" label={busy ? 'Saving' : 'Save'}>Delete {count} threads</Button>;
      throw new AppError('ServerError', \`The server \${name} is busy.\`, { hint: 'Try later' });
    `;

    expect(userFacingStrings('a.tsx', source)).toEqual(
      expect.arrayContaining([
        'Retry',
        'Saving',
        'Save',
        'Delete',
        'threads',
        'The server {…} is busy.',
        'Try later',
      ]),
    );
    expect(userFacingStrings('a.tsx', source).join()).not.toMatch(/module|px-2/);
  });
});
