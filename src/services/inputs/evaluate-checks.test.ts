import { describe, expect, it } from 'vitest';
import type { Check } from '../../shared/inputs/check.ts';
import { emptyPriceTable } from '../../shared/model/price.ts';
import { cpuMs } from '../../testing/cpu-time.ts';
import { evaluateChecks, followsPath, outcomeOf, type CheckedRun } from './evaluate-checks.ts';
import type { ExperimentRunFacts } from './run-facts.ts';
import { TimeLimitError, withTimeLimit } from './time-limit.ts';

const facts: ExperimentRunFacts = {
  usages: [{ model: 'm', input: 80, cached: 0, output: 20 }],
  steps: [['plan'], ['a', 'b'], ['write']],
  ms: 1500,
  ending: { kind: 'finished' },
  onlyStateId: null,
  isWhole: true,
  isUsageWhole: true,
};
const values = {
  topic: 'tides and moons',
  log: ['plan', 'write'],
  messages: [{ type: 'ai', content: 'Hello', id: 'new' }],
  nested: { a: { b: 1, c: 2 } },
};
const run: CheckedRun = {
  ending: 'finished',
  valuesText: `${JSON.stringify(values).slice(0, -1)},"id":9007199254740993}`,
  facts,
  prices: {
    currency: '$',
    savedAt: null,
    prices: [{ model: 'm', input: '100', cached: null, output: '100' }],
  },
  scores: new Map(),
};
const outcome = (check: Check, on: Partial<CheckedRun> = {}) => {
  const [result] = evaluateChecks([check], { ...run, ...on });
  return result?.outcome;
};
const reason = (check: Check, on: Partial<CheckedRun> = {}) =>
  evaluateChecks([check], { ...run, ...on })[0]?.reason;
const on = (kind: 'equals' | 'contains' | 'recorded', of: string | null, valueText: string): Check => ({
  kind,
  of,
  valueText,
});

describe('checks', () => {
  it.each<[Check, 'passed' | 'failed' | 'unknown']>([
    [{ kind: 'status', is: 'finished' }, 'passed'],
    [{ kind: 'status', is: 'waiting' }, 'failed'],
    [on('equals', 'topic', '"tides and moons"'), 'passed'],
    [on('equals', 'id', '9007199254740993'), 'passed'],
    [on('equals', 'id', '9007199254740992'), 'failed'],
    [on('equals', 'nested', '{"a":{"c":2.0,"b":1}}'), 'passed'],
    [on('equals', 'missing', 'null'), 'passed'],
    [on('contains', 'topic', '"moons"'), 'passed'],
    [on('contains', 'topic', '"suns"'), 'failed'],
    [on('contains', 'log', '"write"'), 'passed'],
    [on('contains', 'messages', '{"content":"Hello"}'), 'passed'],
    [on('contains', null, '{"nested":{"a":{"b":1}}}'), 'passed'],
    [on('contains', null, '{"nested":{"a":{"b":2}}}'), 'failed'],
    [on('contains', 'id', '"9"'), 'failed'],
    [on('recorded', 'messages', '[{"type":"ai","content":"Hello","id":"old"}]'), 'passed'],
    [on('recorded', 'messages', '[{"type":"ai","content":"Bye","id":"new"}]'), 'failed'],
    [on('recorded', 'id', '9007199254740992'), 'failed'],
    [{ kind: 'schema', of: 'topic', schemaText: '{"type":"string","minLength":3}' }, 'passed'],
    [{ kind: 'schema', of: 'log', schemaText: '{"type":"array","maxItems":1}' }, 'failed'],
    [{ kind: 'schema', of: null, schemaText: '{"required":["topic","id"]}' }, 'passed'],
    [{ kind: 'schema', of: 'topic', schemaText: '{"pattern":"("}' }, 'unknown'],
    [{ kind: 'expression', expression: 'len(log) > 1 and "plan" in log' }, 'passed'],
    [{ kind: 'expression', expression: 'len(log) > 2' }, 'failed'],
    [{ kind: 'expression', expression: 'topic > 2' }, 'unknown'],
    [{ kind: 'tokens', below: 101 }, 'passed'],
    [{ kind: 'tokens', below: 100 }, 'failed'],
    [{ kind: 'time', below: 1.6 }, 'passed'],
    [{ kind: 'time', below: 1.5 }, 'failed'],
    [{ kind: 'cost', below: '0.010001' }, 'passed'],
    [{ kind: 'cost', below: '0.01' }, 'failed'],
    [{ kind: 'path', nodes: ['plan', 'write'], exactly: false }, 'passed'],
    [{ kind: 'path', nodes: ['write', 'plan'], exactly: false }, 'failed'],
  ])('%j is %s', (check, expected) => {
    expect(outcome(check)).toBe(expected);
  });

  it('what is not known is unknown, and never passes', () => {
    const unknown: readonly [Check, Partial<CheckedRun>][] = [
      [{ kind: 'status', is: 'finished' }, { ending: null }],
      [on('equals', null, 'null'), { valuesText: null }],
      [{ kind: 'tokens', below: 1e9 }, { facts: null }],
      [{ kind: 'tokens', below: 1e9 }, { facts: { ...facts, usages: [] } }],
      [{ kind: 'tokens', below: 1e9 }, { facts: { ...facts, isWhole: false, isUsageWhole: false } }],
      // A node reported its tokens only once of the times that it ran.
      [{ kind: 'tokens', below: 1e9 }, { facts: { ...facts, isUsageWhole: false } }],
      [{ kind: 'cost', below: '1000' }, { facts: { ...facts, isUsageWhole: false } }],
      [{ kind: 'time', below: 1e9 }, { facts: { ...facts, ms: null } }],
      [{ kind: 'cost', below: '1000' }, { prices: emptyPriceTable }],
      [
        { kind: 'cost', below: '1000' },
        { prices: { ...run.prices, prices: [{ model: 'other', input: '1', cached: null, output: '1' }] } },
      ],
      [
        { kind: 'path', nodes: ['plan'], exactly: true },
        { facts: { ...facts, steps: [['plan']], isWhole: false, isUsageWhole: false } },
      ],
      [{ kind: 'path', nodes: ['plan'], exactly: false }, { facts: { ...facts, steps: null } }],
    ];
    for (const [check, part] of unknown) {
      expect([check, outcome(check, part)]).toEqual([check, 'unknown']);
      expect(outcomeOf([check], evaluateChecks([check], { ...run, ...part }), 'finished')).toBe('unknown');
    }
    // What already is too much fails, whatever else there may be.
    expect(
      outcome({ kind: 'tokens', below: 10 }, { facts: { ...facts, isWhole: false, isUsageWhole: false } }),
    ).toBe('failed');
  });

  it('end over any value, schema and expression', () => {
    const hostile = {
      valuesText: JSON.stringify({
        text: `${'a'.repeat(40)}!`,
        all: Array.from({ length: 300_000 }, (_, index) => index),
      }),
    };
    const slow: Check = { kind: 'schema', of: 'text', schemaText: '{"pattern":"^(a+)+$"}' };
    const ms = cpuMs(() =>
      expect([outcome(slow, hostile), reason(slow, hostile)]).toEqual([
        'unknown',
        'The schema takes too long to check this value.',
      ]),
    );
    expect(ms).toBeLessThan(5000);
    expect(
      outcome({ kind: 'expression', expression: '7 in all and 299999 in all and 300000 in all' }, hostile),
    ).toBe('unknown');
    expect(outcome(on('equals', null, '{}'), { valuesText: `{"a":"${'x'.repeat(2_000_001)}"}` })).toBe(
      'unknown',
    );
    const endless = '{"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}}';
    expect(outcome({ kind: 'schema', of: null, schemaText: endless }, hostile)).toBe('unknown');
    expect(
      reason(on('equals', 'text', '"b"'), { valuesText: `{"text":"${'x'.repeat(5000)}"}` })?.length,
    ).toBeLessThan(250);
  });

  it('a run that failed passes only if a check wants it to', () => {
    expect(outcomeOf([], [], 'finished')).toBe('passed');
    expect(outcomeOf([], [], 'waiting')).toBe('passed');
    expect(outcomeOf([], [], 'failed')).toBe('failed');
    expect(outcomeOf([], [], null)).toBe('unknown');
    const check: Check = { kind: 'status', is: 'failed' };
    expect(outcomeOf([check], evaluateChecks([check], { ...run, ending: 'failed' }), 'failed')).toBe(
      'passed',
    );
  });

  it.each([
    [['plan', 'a', 'b', 'write'], true, true],
    [['plan', 'b', 'a', 'write'], true, true],
    [['plan', 'a', 'write'], true, false],
    [['plan', 'write'], false, true],
    [['a', 'write'], false, true],
    [['write', 'a'], false, false],
    [['plan', 'plan'], false, false],
    [['plan', 'a', 'b', 'write', 'end'], true, false],
  ])('the path %j, exactly: %s, is found: %s', (nodes, exactly, isFound) => {
    expect(followsPath(facts.steps ?? [], nodes, exactly)).toBe(isFound);
  });
});

it('work that never ends is ended, and errors come through', () => {
  expect(withTimeLimit(() => 7, 100)).toBe(7);
  expect(() =>
    withTimeLimit(() => {
      for (;;);
    }, 50),
  ).toThrow(TimeLimitError);
  expect(() =>
    withTimeLimit(() => {
      throw new TypeError('own');
    }, 50),
  ).toThrow(new TypeError('own'));
});
