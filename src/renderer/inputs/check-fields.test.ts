import { expect, it } from 'vitest';
import { checkKinds, type Check } from '../../shared/inputs/check.ts';
import { checkOf, emptyFields, fieldsOf } from './check-fields.ts';

const scored = { name: 'tone', of: 'text', referenceText: '{"n":1.0}', atLeast: 0.7, seconds: 30 };
const checks: readonly Check[] = [
  { kind: 'status', is: 'waiting' },
  { kind: 'equals', of: null, valueText: '{"n":9007199254740993}' },
  { kind: 'contains', of: 'text', valueText: '"tides"' },
  { kind: 'recorded', of: null, valueText: '{"n":1.0}' },
  { kind: 'schema', of: 'messages[-1]', schemaText: '{"type":"object"}' },
  { kind: 'expression', expression: 'len(log) > 1' },
  { kind: 'tokens', below: 100 },
  { kind: 'time', below: 1.5 },
  { kind: 'cost', below: '0.050' },
  { kind: 'path', nodes: ['plan', 'write'], exactly: true },
  { kind: 'command', ...scored, command: ['node', 'a b.mjs', '--strict'] },
  {
    kind: 'http',
    ...scored,
    name: null,
    referenceText: null,
    url: 'http://127.0.0.1:8000/score?x=1',
    headers: [
      { header: 'authorization', key: 'score-key' },
      { header: 'X-Team', key: 'team_1' },
    ],
  },
  {
    kind: 'judge',
    ...scored,
    atLeast: -1.5,
    seconds: null,
    server: 'Staging',
    assistant: 'judge',
    send: 'message',
    score: 'grade.value',
    reason: null,
  },
];

it('shows each kind of check in a form, and reads it back unchanged', () => {
  for (const check of checks) expect(checkOf(fieldsOf(check))).toEqual({ check, problem: null });
  expect(checks.map(({ kind }) => kind)).toEqual(checkKinds);
});

it.each([
  [{ ...emptyFields('equals'), value: 'tides' }, 'The value is not JSON: put text in double quotes.'],
  [
    { ...emptyFields('equals'), value: '1},{"kind":"status"' },
    'The value is not JSON: put text in double quotes.',
  ],
  [{ ...emptyFields('contains') }, 'The value is empty.'],
  [{ ...emptyFields('schema'), schema: '[]' }, 'Must be a JSON Schema.'],
  [{ ...emptyFields('expression'), expression: 'a b' }, 'Unexpected “b”.'],
  [{ ...emptyFields('expression') }, 'The expression is empty.'],
  [{ ...emptyFields('equals'), of: 'a[', value: '1' }, 'The expression ends too early.'],
  [{ ...emptyFields('tokens'), below: 'many' }, 'Must be a number above 0.'],
  [{ ...emptyFields('cost'), below: '1e3' }, 'Must be a number above 0.'],
  [{ ...emptyFields('path'), nodes: ' , ' }, 'Must have 1 to 1000 names.'],
  [{ ...emptyFields('command') }, 'Must be a program and its arguments, at most 100 strings.'],
  [
    { ...emptyFields('http'), url: 'http://a.example', headers: 'authorization: Bearer canary' },
    'The value of header authorization must be the name of a key, of letters, digits, ".", "_" and "-".',
  ],
  [
    { ...emptyFields('http'), url: 'http://a.example', headers: 'a b: c' },
    'This is no name of a header: "a b".',
  ],
  [
    { ...emptyFields('http'), url: 'http://a.example', headers: 'A: one\na: two' },
    'There is a header twice.',
  ],
  [
    { ...emptyFields('http'), url: 'file:///etc/passwd' },
    'Must start with http:// or https:// and have no user name or password.',
  ],
  [
    { ...emptyFields('http'), url: 'http://ada:key@a.example' },
    'Must start with http:// or https:// and have no user name or password.',
  ],
  [{ ...emptyFields('judge') }, 'The assistant is empty.'],
  [
    { ...emptyFields('judge'), assistant: 'a', atLeast: 'high' },
    'The lowest score that passes is not a number.',
  ],
  [{ ...emptyFields('judge'), assistant: 'a', seconds: '601' }, 'Must be at most 600 seconds.'],
  [
    { ...emptyFields('judge'), assistant: 'a', reference: 'good' },
    'The reference is not JSON: put text in double quotes.',
  ],
  [{ ...emptyFields('judge'), assistant: 'a', score: 'a b' }, 'Unexpected “b”.'],
])('says what is wrong: %j', (fields, problem) => {
  expect(checkOf(fields)).toEqual({ check: null, problem });
});
