import { expect, it } from 'vitest';
import { checkKinds, type Check } from '../../shared/inputs/check.ts';
import { checkOf, emptyFields, fieldsOf } from './check-fields.ts';

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
];

it('shows each kind of check in a form, and reads it back unchanged', () => {
  for (const check of checks) expect(checkOf(fieldsOf(check))).toEqual({ check, problem: null });
  expect(checks.map(({ kind }) => kind)).toEqual(checkKinds);
});

it.each([
  [{ ...emptyFields('equals'), value: 'tides' }, 'The value is no JSON: put texts in double quotes.'],
  [
    { ...emptyFields('equals'), value: '1},{"kind":"status"' },
    'The value is no JSON: put texts in double quotes.',
  ],
  [{ ...emptyFields('contains') }, 'The value is empty.'],
  [{ ...emptyFields('schema'), schema: '[]' }, 'Must be a JSON Schema.'],
  [{ ...emptyFields('expression'), expression: 'a b' }, 'Unexpected “b”.'],
  [{ ...emptyFields('expression') }, 'The expression is empty.'],
  [{ ...emptyFields('equals'), of: 'a[', value: '1' }, 'The expression ends too early.'],
  [{ ...emptyFields('tokens'), below: 'many' }, 'Must be a number above 0.'],
  [{ ...emptyFields('cost'), below: '1e3' }, 'Must be a number above 0.'],
  [{ ...emptyFields('path'), nodes: ' , ' }, 'Must have 1 to 1000 names.'],
])('says what is wrong: %j', (fields, problem) => {
  expect(checkOf(fields)).toEqual({ check: null, problem });
});
