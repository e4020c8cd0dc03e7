import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPython, runPython } from '../../testing/code-writers/python.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { inFull } from '../../testing/test-scale.ts';
import { parseInput } from '../inputs/parse-input.ts';
import type { TestSource } from './test-source.ts';
import { functionName, writePytest } from './write-pytest.ts';
import { writeVitest } from './write-vitest.ts';
import { slowness } from '../../testing/slowness.ts';

const run = promisify(execFile);
const python = findPython();
const sdkOfPython = python?.hasSdk === true ? 'its SDK' : 'a stand-in for its SDK';
const root = join(import.meta.dirname, '../../..');
let folder: string;
let url: string;
beforeAll(async () => {
  ({ url } = await sharedServer('real'));
  folder = await mkdtemp(join(tmpdir(), 'regression-'));
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'), 'junction');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const allChecks = [
  { kind: 'status', is: 'waiting' },
  { kind: 'equals', of: 'text', value: 'a draft, polished' },
  { kind: 'equals', of: 'log[0]', value: 'plan' },
  { kind: 'contains', of: 'text', value: 'polished' },
  { kind: 'contains', value: { log: ['plan'] } },
  { kind: 'recorded', of: 'log', value: ['plan'] },
  { kind: 'schema', of: 'log', schema: { type: 'array', items: { type: 'string' } } },
  { kind: 'expression', expression: 'len(log) == 1 and not (text.startsWith("b") or missing.deep > 2)' },
  {
    kind: 'expression',
    expression:
      '"plan" in log && text.upper().includes("DRAFT") && waitMs + 1 - 2 * 1 <= -waitMs && text + "!" == "a draft, polished!"',
  },
  { kind: 'time', below: 300 },
  { kind: 'path', nodes: ['plan', 'write', 'ask'], exactly: true },
];
const sourceOf = (input: object, name = 'writer/high and "low" \n tides.json'): TestSource => {
  const { input: parsed, problem } = parseInput(JSON.stringify({ version: 1, ...input }));
  if (parsed === null) throw new Error(problem.message);
  return { name, input: parsed, assistantId: 'writer', graphId: 'writer', url: '' };
};
const hostile = sourceOf(
  {
    input: { text: `"""'''\\ \${1} \u2028 */ # -->`, __proto__: { polluted: 1 } },
    context: JSON.parse('{"__proto__":{"polluted":true}}') as object,
    checks: [
      { kind: 'equals', of: '$["odd \\" key"]', value: `'''"""\\` },
      { kind: 'cost', below: 1 },
      { kind: 'tokens', below: 5 },
    ],
  },
  `*/ """ '''; process.exit(); \u2028 ${'x'.repeat(20)}`,
);
const sources: Readonly<Record<string, TestSource>> = {
  all: sourceOf({ input: { text: 'x', waitMs: 0 }, checks: allChecks }),
  node: sourceOf({
    command: { goto: ['write'], update: { text: 'mine' } },
    stopAfter: ['write'],
    checks: [{ kind: 'path', nodes: ['write'], exactly: true }],
  }),
  state: sourceOf({
    state: { text: 'b' },
    asNode: 'plan',
    config: { tags: ['a'] },
    checks: [{ kind: 'status', is: 'waiting' }],
  }),
  hostile,
};

describe('a test that the studio writes', () => {
  it.skipIf(python === null)(
    'compiles as Python, whatever texts the input has (skipped without python3 3.9)',
    async () => {
      const files = await Promise.all(
        Object.entries(sources).map(async ([name, source]) => {
          const file = join(folder, `test_${name}.py`);
          await writeFile(file, writePytest({ ...source, url }).text);
          return file;
        }),
      );
      await run('python3', ['-m', 'py_compile', ...files]);
      const { stdout } = await run('python3', [
        '-c',
        'import ast,sys;print([n.name for n in ast.parse(open(sys.argv[1]).read()).body if isinstance(n, ast.FunctionDef)][-1])',
        files[3] ?? '',
      ]);
      expect(stdout.trim()).toBe(functionName(hostile.name));
    },
  );

  it.skipIf(python === null)(
    `passes in Python on an equal result and fails on another, with ${sdkOfPython} (skipped without python3 3.9)`,
    { timeout: 10_000 * slowness() },
    async () => {
      if (python === null) throw new Error('No Python.');
      const other = (checks: readonly object[]) => sourceOf({ input: { text: 'x', waitMs: 0 }, checks });
      const contains = other([{ kind: 'contains', of: 'text', value: 'nowhere' }]);
      const further = {
        equals: other([{ kind: 'equals', of: 'log', value: ['plan', 'write'] }]),
        recorded: other([{ kind: 'recorded', of: 'text', value: 'another' }]),
        status: other([{ kind: 'status', is: 'finished' }]),
        path: other([{ kind: 'path', nodes: ['plan', 'ask'], exactly: true }]),
      };
      // Each is another run.
      const wrong = { contains, ...(inFull ? further : {}) };
      const possible = allChecks.filter(({ kind }) => kind !== 'schema' || python.hasJsonSchema);
      const all = sourceOf({ input: { text: 'x', waitMs: 0 }, checks: possible });
      const files = Object.entries({ ...sources, all, ...wrong }).map(async ([name, source]) => {
        const file = join(folder, `test_run_${name}.py`);
        await writeFile(file, writePytest({ ...source, url }).text);
        return { name, file };
      });
      const written = await Promise.all(files);
      const outcomes = await runPython(python, { files: written.map(({ file }) => file) });
      const endings = written.map(({ name }, index): [string, string | null] => {
        const { error = null, printed = '' } = outcomes[index] ?? {};
        return [name, error === null ? null : (/\bAssertionError\b/.exec(error + printed)?.[0] ?? error)];
      });
      expect(Object.fromEntries(endings)).toEqual({
        all: null,
        node: null,
        state: null,
        hostile: 'AssertionError',
        ...Object.fromEntries(Object.keys(wrong).map((name) => [name, 'AssertionError'])),
      });
    },
  );

  it('types nothing as any', () => {
    for (const source of Object.values(sources)) {
      const { text } = writeVitest(source);
      expect(text).not.toMatch(/(?::|<|as) any\b/);
    }
  });

  it('says what it does not do, and what it needs', () => {
    expect(writeVitest(hostile).notes.join(' ')).toContain('The cost is not asserted');
    expect(writePytest(sources['all'] ?? hostile).notes[0]).toContain('and jsonschema');
    expect(functionName('writer/High & low.json')).toBe('test_writer_high_low');
    const large = sourceOf({ input: { id: 0 }, checks: [] });
    const exact = {
      ...large,
      input: { ...large.input, start: { kind: 'input', inputText: '{"id":9007199254740993}' } as const },
    };
    expect(writeVitest(exact).notes.join(' ')).toContain('JavaScript rounds');
    expect(writePytest(exact).text).toContain('9007199254740993');
  });

  // Another vitest takes seconds to start.
  it.runIf(inFull)(
    'compiles, passes on the real server, and fails if a check does (in full runs: starts another vitest)',
    { timeout: 40_000 * slowness() },
    async () => {
      const wrong = sourceOf(
        { input: { text: 'x' }, checks: [{ kind: 'contains', of: 'text', value: 'nowhere' }] },
        'wrong',
      );
      for (const [name, source] of Object.entries({ ...sources, wrong })) {
        if (name !== 'hostile')
          await writeFile(join(folder, `${name}.test.ts`), writeVitest({ ...source, url }).text);
      }
      const written = Object.keys({ ...sources, wrong }).filter((name) => name !== 'hostile');
      await writeFile(join(folder, 'hostile.ts'), writeVitest({ ...hostile, url }).text);
      const files = [...written.map((name) => `${name}.test.ts`), 'hostile.ts'];
      const strict = ['--strict', '--noEmit', '--skipLibCheck', '--noUncheckedIndexedAccess'];
      const modern = ['--target', 'es2023', '--module', 'nodenext', '--types', 'node'];
      const tsc = join(root, 'node_modules/typescript/bin/tsc');
      const compiled = await run(process.execPath, [tsc, ...strict, ...modern, ...files], {
        cwd: folder,
      }).catch((error: { readonly stdout: string }) => error);
      expect(compiled.stdout).toBe('');
      const vitest = join(root, 'node_modules/vitest/vitest.mjs');
      const failed: unknown = await run(
        process.execPath,
        [vitest, 'run', '--root', folder, '--reporter=json'],
        {
          cwd: folder,
          env: {
            ...process.env,
            VITEST: undefined,
            VITEST_POOL_ID: undefined,
            VITEST_WORKER_ID: undefined,
            NODE_ENV: 'test',
          },
        },
      ).catch((error: unknown) => error);
      const report = JSON.parse((failed as { readonly stdout: string }).stdout) as {
        readonly testResults: readonly {
          readonly name: string;
          readonly status: string;
          readonly message: string;
        }[];
      };
      expect(
        report.testResults.map(({ name, status }) => [name.slice(folder.length + 1), status]).toSorted(),
      ).toEqual([
        ['all.test.ts', 'passed'],
        ['node.test.ts', 'passed'],
        ['state.test.ts', 'passed'],
        ['wrong.test.ts', 'failed'],
      ]);
    },
  );
});
