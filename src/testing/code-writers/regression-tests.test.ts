import { transformWithOxc } from 'vite';
import { afterAll, describe, expect, it } from 'vitest';
import { evaluateChecks, outcomeOf } from '../../services/inputs/evaluate-checks.ts';
import type { Check } from '../../shared/inputs/check.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import { parseInput } from '../../shared/inputs/parse-input.ts';
import type { SavedInput } from '../../shared/inputs/saved-input.ts';
import { createTokenCounter } from '../../shared/token-counter.ts';
import type { TestSource } from '../../shared/code/test-source.ts';
import { functionName, writePytest } from '../../shared/code/write-pytest.ts';
import { writeVitest } from '../../shared/code/write-vitest.ts';
import { fc } from '../fast-check.ts';
import { findPython } from './python.ts';
import { scaled } from '../test-scale.ts';
import { createCanary, hostileStates, knownAttacks, type HostileState } from './hostile-states.ts';
import { runJavaScriptRecorded, runPythonRecorded, type RecordedProgram } from './run-programs.ts';
import { countUsage } from '../../services/comparisons/read-execution-side.ts';

const python = findPython();
const canary = createCanary();
afterAll(canary.dispose);

const inputOf = (input: object): SavedInput => {
  const { input: parsed, problem } = parseInput(JSON.stringify({ version: 1, ...input }));
  if (parsed === null) throw new Error(problem.message);
  return parsed;
};
const sourceOf = (input: SavedInput, name = 'a.json'): TestSource => ({
  name,
  input,
  assistantId: 'writer',
  graphId: 'writer',
  url: 'http://127.0.0.1:1',
});

/** The test without its types, as vitest runs it. */
async function javaScriptOf(source: TestSource): Promise<string> {
  const { code } = await transformWithOxc(writeVitest(source).text, 'a.ts', { sourcemap: false });
  return code.replaceAll(/^import .* from "(.*)";$/gm, (line) => line.replaceAll('"', "'"));
}

/** Whether each test passes: it ran, and no assertion failed. */
const passes = ({ error, calls }: RecordedProgram): boolean | string | null =>
  error ?? calls.every(([name]) => name !== 'failed');

describe('a regression test means what the checks of its input mean', { timeout: 900_000 }, () => {
  const state = {
    n: 3,
    one: 1,
    yes: true,
    text: ' Say \u{1f642} it ',
    list: [1, 'a', [2], { k: null }, true],
    object: { length: 7, a: { b: [0] }, 1: 'x', toString: 2 },
    none: null,
    empty: [],
    big: 9007199254740992,
    messages: [
      { type: 'human', content: 'Hi', id: 'm1' },
      {
        type: 'ai',
        content: 'Yes',
        id: 'm2',
        usage_metadata: { input_tokens: 8, output_tokens: 2, total_tokens: 10 },
      },
      { type: 'ai', content: 'No', usage_metadata: { input_tokens: 5, output_tokens: null } },
    ],
  };
  const atom = fc.constantFrom(
    'n',
    'one',
    'yes',
    'text',
    'list',
    'object',
    'none',
    'empty',
    'big',
    'missing',
    'constructor',
    '$',
    'messages',
    '0',
    '1',
    '-1',
    '2.5',
    '"a"',
    '"Say"',
    "' \\n'",
    'true',
    'null',
    '[]',
    '[1, "a"]',
    '"length"',
    '"\u{1f642}"',
  );
  const { expression } = fc.letrec<{ readonly expression: string }>((tie) => {
    const part = tie('expression');
    const operator = fc.constantFrom(
      '==',
      '!=',
      '<',
      '<=',
      '>',
      '>=',
      'in',
      '+',
      '-',
      '*',
      '/',
      '%',
      '&&',
      '||',
    );
    const method = fc.constantFrom('lower', 'toUpperCase', 'trim', 'strip', 'keys', 'repeat', 'constructor');
    const methodOfText = fc.constantFrom('startsWith', 'endswith', 'includes', 'at');
    return {
      expression: fc.oneof(
        { maxDepth: 3, withCrossShrink: true },
        atom,
        fc.tuple(part, operator, part).map(([left, sign, right]) => `(${left} ${sign} ${right})`),
        part.map((one) => `len(${one})`),
        part.map((one) => `!(${one})`),
        part.map((one) => `-(${one})`),
        fc.tuple(part, part).map(([of, key]) => `(${of})[${key}]`),
        fc.tuple(part, fc.constantFrom('length', 'a', 'k', 'toString')).map(([of, key]) => `(${of}).${key}`),
        fc.tuple(part, method).map(([of, name]) => `(${of}).${name}()`),
        fc.tuple(part, methodOfText, part).map(([of, name, argument]) => `(${of}).${name}(${argument})`),
      ),
    };
  });
  const value = fc.constantFrom(
    ...Object.values(state).map((one) => JSON.stringify(one)),
    '1.0',
    'false',
    '"Say"',
    '{"a":{}}',
    '[2]',
    '{"content":"Yes"}',
    '{"messages":[]}',
    '{"one":true}',
    '[{"type":"human","content":"Hi","id":"other"}]',
  );
  const check: fc.Arbitrary<Check> = fc.oneof(
    { weight: 3, arbitrary: expression.map((one): Check => ({ kind: 'expression', expression: one })) },
    fc
      .tuple(
        fc.constantFrom('equals', 'contains', 'recorded'),
        fc.oneof(fc.constant(null), expression),
        value,
      )
      .map(([kind, of, valueText]): Check => ({ kind, of, valueText }) as Check),
    fc.integer({ min: 1, max: 30 }).map((below): Check => ({ kind: 'tokens', below })),
  );
  const checks: readonly Check[] = [
    { kind: 'tokens', below: 16 },
    { kind: 'tokens', below: 15 },
    { kind: 'equals', of: 'yes', valueText: '1' },
    { kind: 'expression', expression: 'not (text > 3)' },
    ...fc.sample(check, scaled(4_000)),
  ];
  const valuesText = JSON.stringify(state);
  const count = createTokenCounter();
  countUsage(count, valuesText);
  const expected = checks.map((one) => {
    const facts = {
      usages: count.models(),
      steps: null,
      ms: null,
      ending: null,
      onlyStateId: null,
      isWhole: true,
      isUsageWhole: true,
    };
    const run = { ending: 'waiting', valuesText, facts, prices: emptyPriceTable, scores: new Map() } as const;
    return outcomeOf([one], evaluateChecks([one], run), run.ending) === 'passed';
  });
  const sources = checks.map((one) => sourceOf({ ...inputOf({ input: {} }), checks: [one] }));
  const differing = (outcomes: readonly RecordedProgram[]): unknown[] =>
    checks
      .map((one, index) => ({
        check: one,
        studio: expected[index],
        test: passes(outcomes[index] ?? { error: 'not run', calls: [] }),
        calls: outcomes[index]?.calls.at(-1),
      }))
      .filter(({ studio, test }) => studio !== test)
      .slice(0, 5);

  it('tries checks that pass and checks that do not', () => {
    const passed = expected.filter(Boolean).length;
    expect(passed).toBeGreaterThan(checks.length / 10);
    expect(passed).toBeLessThan(checks.length * 0.9);
    expect(expected.slice(0, 4)).toEqual([true, false, false, false]);
  });

  it('in TypeScript', async () => {
    const programs = await Promise.all(sources.map(javaScriptOf));
    expect(
      differing(
        await runJavaScriptRecorded(
          programs,
          checks.map(() => valuesText),
        ),
      ),
    ).toEqual([]);
  });

  it.skipIf(python === null)('in Python (skipped without python3)', async () => {
    const programs = sources.map((source) => writePytest(source).text);
    expect(
      differing(
        await runPythonRecorded(
          programs,
          checks.map(() => valuesText),
        ),
      ),
    ).toEqual([]);
  });
});

describe('a regression test with hostile texts runs nothing of them', { timeout: 900_000 }, () => {
  const states: readonly HostileState[] = [
    ...knownAttacks(canary.folder),
    ...fc.sample(hostileStates(canary.folder), scaled(10_000)),
  ];
  const quoted = (text: string): string =>
    `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r')}"`;
  const sourceWith = ({ text, name }: HostileState): TestSource => {
    const of = `$[${quoted(name)}]`;
    const expression = `(${of} == ${quoted(name)}) or true`;
    const isShort = expression.length < 1000;
    const json = `{"version":1,"input":${text},"context":${text},"config":{"configurable":${text}},"stopAfter":[${JSON.stringify(name)}],
      "state":${text},"asNode":${JSON.stringify(`n${name}`)},"checks":[{"kind":"contains","of":${JSON.stringify(isShort ? of : '$')},"value":${text}},
      {"kind":"expression","expression":${JSON.stringify(isShort ? expression : 'true')}},{"kind":"schema","schema":{"const":${text}}},
      {"kind":"path","nodes":[${JSON.stringify(`n${name}`)}]}]}`;
    const { input, problem } = parseInput(json);
    if (input === null) throw new Error(`${problem.message}\n${json}`);
    return { name: `${name}.json`, input, assistantId: name, graphId: name, url: name };
  };
  const parsed = (text: string): unknown => JSON.parse(text);
  /** What the test sends, by the names of Python. */
  const wantedOf = ({ text, name }: HostileState): unknown => {
    const value = parsed(text);
    const update = { values: value, as_node: `n${name}` };
    return [
      [{ graph_id: name, supersteps: [{ updates: [update] }] }],
      [name, { input: value, context: value, config: { configurable: value }, interrupt_after: [name] }],
    ];
  };
  const same = (value: unknown): string =>
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? { entries: Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)) }
        : part,
    );
  const altered = (
    outcomes: readonly RecordedProgram[],
    sentOf: (outcome: RecordedProgram) => unknown,
  ): unknown[] =>
    states
      .map((state, index) => {
        const outcome = outcomes[index] ?? { error: 'not run', calls: [] };
        return { state, wanted: wantedOf(state), sent: outcome.error ?? sentOf(outcome) };
      })
      .filter(({ wanted, sent }) => same(wanted) !== same(sent))
      .slice(0, 3);
  const sources = states.map(sourceWith);

  it.skipIf(python === null)('in Python (skipped without python3)', async () => {
    const outcomes = await runPythonRecorded(sources.map((source) => writePytest(source).text));
    const sentOf = ({ calls }: RecordedProgram): unknown => {
      const create = calls.find(([name]) => name === 'threads.create');
      const start = calls.find(([name]) => name === 'runs.create');
      return [[create?.[2]], [start?.[1][1], start?.[2]]];
    };
    expect(altered(outcomes, sentOf)).toEqual([]);
    expect(canary.traces()).toEqual([]);
  });

  it('in TypeScript', async () => {
    const outcomes = await runJavaScriptRecorded(await Promise.all(sources.map(javaScriptOf)));
    const sentOf = ({ calls }: RecordedProgram): unknown => {
      const [created] = (calls.find(([name]) => name === 'threads.create')?.[1] ?? []) as {
        graphId: string;
        supersteps: { updates: { values: unknown; asNode: string }[] }[];
      }[];
      const [, assistant, start] = calls.find(([name]) => name === 'runs.create')?.[1] ?? [];
      const { interruptAfter, ...rest } = start as { interruptAfter: unknown };
      const supersteps = created?.supersteps.map(({ updates }) => ({
        updates: updates.map(({ values, asNode }) => ({ values, as_node: asNode })),
      }));
      return [
        [{ graph_id: created?.graphId, supersteps }],
        [assistant, { ...rest, interrupt_after: interruptAfter }],
      ];
    };
    expect(altered(outcomes, sentOf)).toEqual([]);
    const names = outcomes.map(({ calls }) => calls.find(([name]) => name === 'test')?.[1][0]);
    expect(names).toEqual(sources.map(({ name }) => name));
    expect(canary.traces()).toEqual([]);
  });

  it('names each Python test as Python reads the name', () => {
    for (const name of ['x⑴', 'ﷺ', '½', 'Größe/ﬁne', '⒈', 'ⸯ', '', '__x__'])
      expect(functionName(name)).toMatch(/^test_[\p{L}\p{Nd}_]+$/u);
    expect(functionName('Größe/ﬁne.json')).toBe('test_größe_fine');
  });
});
