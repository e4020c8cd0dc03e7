import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';

const oxlint = join(import.meta.dirname, '../../../node_modules/oxlint/bin/oxlint');
const folder = mkdtempSync(join(tmpdir(), 'studio-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Lines of the code that a rule reports. */
function reportedLines(
  rule: string,
  code: readonly string[],
  options: readonly object[] = [],
): readonly number[] {
  const config = {
    jsPlugins: [join(import.meta.dirname, 'studio-rules.mjs')],
    categories: { correctness: 'off' },
    rules: { [`studio/${rule}`]: ['error', ...options] },
  };
  writeFileSync(join(folder, '.oxlintrc.json'), JSON.stringify(config));
  writeFileSync(join(folder, 'code.ts'), code.join('\n'));
  const { stdout } = spawnSync(process.execPath, [oxlint, '--format', 'unix', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  return [...stdout.matchAll(/code\.ts:(\d+):/g)].map(([, line]) => Number(line)).toSorted((a, b) => a - b);
}

describe('the lint rules of this repository', () => {
  it('report a list that is spread into arguments, unless the callee is allowed', () => {
    const code = [
      'list.push(1, ...more);',
      'Math.max(...more.map((x) => x));',
      'new Point(...more);',
      'draftKey(...parts);',
      'new Set([...more]); list.concat(more); f({ ...more });',
    ];
    expect(reportedLines('no-spread-arguments', code, [{ allow: ['draftKey'] }])).toEqual([1, 2, 3]);
  });

  it('report the global expect.poll and expect.soft in concurrent tests', () => {
    const code = [
      "import { describe, expect, it } from 'vitest';",
      "it('alone', async () => { await expect.poll(f).toBe(1); });",
      "describe.concurrent('a', () => {",
      "  it('global', async () => { await expect.poll(f).toBe(1); });",
      "  it('own', async (test) => { await test.expect.poll(f).toBe(1); });",
      "  it('own, by name', async ({ expect }) => { await expect.poll(f).toBe(1); });",
      '});',
      "it.concurrent.each([1])('global', async () => { expect.soft(f()).toBe(1); });",
    ];
    expect(reportedLines('own-expect-in-concurrent-tests', code)).toEqual([4, 8]);
  });

  it('report what would overrule Chromium about a certificate', () => {
    const code = [
      "app.on('certificate-error', f);",
      'session.setCertificateVerifyProc(f);',
      "app.on('ready', f);",
    ];
    expect(reportedLines('no-certificate-override', code)).toEqual([1, 2]);
  });

  it('report state that a module keeps, but neither constants nor what belongs to the keys of a WeakMap', () => {
    const code = [
      'let count = 0;',
      'export const cache: Map<string, number> = new Map();',
      'const list: string[] = [];',
      'const byName = new Map<string, number>(), names = new Set();',
      "const usual = new Set(['a']); const none: ReadonlySet<string> = new Set();",
      'const nothing: readonly string[] = []; const labels: Labels = {};',
      'const lengths = new WeakMap<object, number>();',
      'export function make() { let made = 0; const all = new Map(); return { made, all }; }',
    ];
    expect(reportedLines('no-module-state', code)).toEqual([1, 2, 3, 4, 4]);
  });
});
