import { describe, expect, it } from 'vitest';
import { fc } from '../../testing/fast-check.ts';
import { describeCheck } from './check.ts';
import { formatInput, withChecks } from './format-input.ts';
import { inputPathOf, inputPathProblem, suggestInputName } from './input-path.ts';
import { parseInput } from './parse-input.ts';

const whole = `{
  "version": 1,
  "description": "A long \\u00e9 topic",
  "graph": "writer",
  "input": {
    "id": 9007199254740993,
    "b": 1.0,
    "a": -0
  },
  "config": {
    "recursion_limit": 10
  },
  "context": {
    "tone": "dry"
  },
  "stopAfter": [
    "plan"
  ],
  "checks": [
    {
      "kind": "equals",
      "of": "messages[-1].id",
      "value": 9007199254740993
    },
    {
      "kind": "contains",
      "value": "tides"
    },
    {
      "kind": "schema",
      "of": "text",
      "schema": {
        "type": "string"
      }
    },
    {
      "kind": "expression",
      "expression": "len(log) > 1"
    },
    {
      "kind": "tokens",
      "below": 1000
    },
    {
      "kind": "time",
      "below": 2.5
    },
    {
      "kind": "cost",
      "below": 0.05
    },
    {
      "kind": "path",
      "nodes": [
        "plan",
        "write"
      ],
      "exactly": true
    },
    {
      "kind": "status",
      "is": "waiting"
    }
  ]
}
`;
const inputOf = (text: string) => {
  const { input, problem } = parseInput(text);
  return input ?? expect.fail(problem.message);
};

describe('an input file', () => {
  it('comes back letter by letter, with its numbers, in a stable form', () => {
    const again = formatInput(inputOf(whole));
    expect(again).toBe(whole.replace('"A long \\u00e9 topic"', '"A long é topic"'));
    expect(formatInput(inputOf(again))).toBe(again);
  });

  it('starts from an input, a command or a state', () => {
    expect(inputOf('{"version":1,"input":null}').start).toEqual({ kind: 'input', inputText: 'null' });
    expect(inputOf('{"version":1,"command":{"goto":["a"]}}').start).toEqual({
      kind: 'command',
      commandText: '{"goto":["a"]}',
    });
    expect(inputOf('{"version":1,"state":{"n":1.0},"asNode":"plan"}')).toMatchObject({
      start: { kind: 'continue' },
      state: { valuesText: '{"n":1.0}', asNode: 'plan' },
    });
  });

  it.each([
    ['{"version":1,\n "input": }', 2, 'not a JSON value'],
    ['[]', 1, 'must be an object'],
    ['{"input":{}}', 1, 'needs "version": 1'],
    ['{"version":2,"input":{}}', 1, 'A newer studio wrote this file.'],
    ['{"version":1}', 1, 'needs "input", "command" or "state"'],
    ['{"version":1,"input":{},"command":{}}', 1, 'not with both'],
    ['{"version":1,\n"input":{},\n"check":[]}', 3, 'unknown member "check"'],
    ['{"version":1,"input":1,"input":2}', 1, '"input" twice'],
    ['{"version":1,"state":{}}', 1, '"state" and "asNode" belong together'],
    ['{"version":1,"input":1,"checks":[{"kind":"same"}]}', 1, 'Unknown check "same"'],
    ['{"version":1,"input":1,"checks":[{"kind":"equals"}]}', 1, 'has no "value"'],
    ['{"version":1,"input":1,"checks":[{"kind":"time","below":0}]}', 1, 'a number above 0'],
    ['{"version":1,"input":1,"checks":[{"kind":"cost","below":1e-9}]}', 1, 'an amount'],
    ['{"version":1,"input":1,"checks":[{"kind":"path","nodes":[]}]}', 1, '"nodes" must have'],
    ['{"version":1,"input":1,"checks":[\n{"kind":"expression","expression":"a b"}]}', 2, 'Unexpected “b”'],
    ['{"version":1,"input":1,"checks":[{"kind":"tokens","below":1,"of":"a"}]}', 1, 'unknown member "of"'],
  ])('is refused with reason and line: %j', (text, line, message) => {
    const { problem } = parseInput(text);
    expect([problem?.line, problem?.message]).toEqual([line, expect.stringContaining(message) as string]);
  });

  it('takes any text as an input or says its problem', () => {
    const texts = fc.property(fc.oneof(fc.json(), fc.string()), (text) => parseInput(text) !== null);
    expect(() => fc.assert(texts)).not.toThrow();
  });

  it('changes only its checks when they are edited', () => {
    const text = '{"version": 1, "input": {"n": 1.0}}';
    const added = withChecks(text, [{ kind: 'status', is: 'finished' }]);
    expect(inputOf(added).checks).toEqual([{ kind: 'status', is: 'finished' }]);
    expect(added).toContain('"input": {"n": 1.0}');
    expect(withChecks(added, [])).toBe(text);
    expect(withChecks(text, [])).toBe(text);
  });

  it('labels its checks', () => {
    expect(inputOf(whole).checks.map(describeCheck)).toEqual([
      'messages[-1].id equals 9007199254740993',
      'state contains "tides"',
      'text matches schema',
      'len(log) > 1',
      'tokens below 1000',
      'time below 2.5 s',
      'cost below 0.05',
      'path is plan → write',
      'run is waiting',
    ]);
  });
});

describe('the path of an input', () => {
  it.each([
    '../a.json',
    'a/../../b.json',
    '/etc/a.json',
    'a//b.json',
    '.hidden.json',
    'a\\b.json',
    'CON.json',
    'nul/a.json',
    'a\u202e.json',
    'a\u0000.json',
    'a .json/b.json ',
    '.json',
    'a',
    'C:a.json',
    'a/b/c/d/e.json',
    `${'x'.repeat(90)}.json`,
  ])('%j is refused', (path) => {
    expect(inputPathProblem(path)).not.toBeNull();
  });

  it.each(['tides.json', 'writer/long topic.json', 'a/b/c/ünï.json'])('%j is fine', (path) => {
    expect(inputPathProblem(path)).toBeNull();
  });

  it('comes from typed or suggested names', () => {
    expect(inputPathOf('/writer/ ', ' tides ')).toBe('writer/tides.json');
    expect(inputPathOf('', 'tides')).toBe('tides.json');
    expect(suggestInputName('{"topic":"Tides & moons!"}')).toBe('topic-tides-moons');
    expect(suggestInputName('CON')).toBe('input');
    expect(inputPathProblem(inputPathOf('', suggestInputName('\u202e../../..')))).toBeNull();
  });
});
