import { expect, it } from 'vitest';
import type { CompareSide, SideFacts } from '../../shared/model/comparison.ts';
import { unknownFacts } from '../../services/comparisons/side-content.ts';
import { factRows, type FactSide } from './fact-rows.ts';

const aRun: CompareSide = { kind: 'run', connectionId: 'demo', threadId: 't', runId: 'r' };

function side(
  facts: Partial<SideFacts>,
  of: CompareSide = aRun,
  assistantName: string | null = null,
): FactSide {
  return { side: of, serverName: 'Demo', facts: { ...unknownFacts, ...facts }, assistantName };
}

function row(name: string, left: FactSide, right: FactSide) {
  return factRows(left, right).find((one) => one.name === name);
}

it('says how much longer the right side took, also as a part of the left', () => {
  const [left, right] = [side({ durationMs: 1000, tokens: 200 }), side({ durationMs: 1500, tokens: 150 })];
  expect(row('Duration', left, right)).toEqual({
    name: 'Duration',
    left: '1.0 s',
    right: '1.5 s',
    isDifferent: true,
    difference: '+500 ms (+50%)',
    leftId: null,
    rightId: null,
  });
  expect(row('Tokens', left, right)?.difference).toBe('−50 (−25%)');
  expect(row('Duration', left, left)).toMatchObject({ isDifferent: false, difference: 'none' });
  const later = side({ durationMs: 1020 });
  expect(row('Duration', left, later)).toMatchObject({
    right: '1.0 s',
    isDifferent: true,
    difference: '+20 ms (+2%)',
  });
});

it('names assistants, which are the same only with the same ID', () => {
  const left = side({ assistantId: '11111111-2222-4333-8444-555555555555' }, aRun, 'careful');
  const assistant = (right: FactSide) => row('Assistant', left, right);
  expect(assistant(left)).toMatchObject({
    left: 'careful',
    leftId: '11111111-2222-4333-8444-555555555555',
    isDifferent: false,
  });
  const other = side({ assistantId: '99999999-2222-4333-8444-555555555555' }, aRun, 'careful');
  const same = assistant(other);
  expect(same?.isDifferent).toBe(true);
  expect(same?.left).not.toBe(same?.right);
  expect(assistant(side({ assistantId: 'gone' }))).toMatchObject({ right: 'gone', isDifferent: true });
  expect(assistant(side({}))).toMatchObject({ right: 'unknown', rightId: null, isDifferent: null });
});

it('a row of costs subtracts those that are whole and of the same currency', () => {
  const cost = (text: string, units: string | null, currency = '$') =>
    side({ cost: text, exactCost: units === null ? null : { units, currency } });
  const left = cost('$0.0030', '3000000000000');
  expect(row('Cost', left, cost('$0.0012', '1200000000000'))).toMatchObject({
    left: '$0.0030',
    right: '$0.0012',
    isDifferent: true,
    difference: '−$0.0018 (−60%)',
  });
  expect(row('Cost', left, left)).toMatchObject({ isDifferent: false, difference: 'none' });
  const unlike = { isDifferent: null, difference: 'unknown' };
  expect(row('Cost', left, cost('EUR 0.0030', '3000000000000', 'EUR'))).toMatchObject(unlike);
  expect(row('Cost', left, cost('at least $0.0030', null))).toMatchObject(unlike);
  expect(row('Cost', left, side({}))).toMatchObject({ right: 'unknown', ...unlike });
});

it('a row says unknown for what is not known, and neither equal nor different', () => {
  const factSide = side({ durationMs: 1000 });
  expect(row('Duration', factSide, side({}))).toEqual({
    name: 'Duration',
    left: '1.0 s',
    right: 'unknown',
    isDifferent: null,
    difference: 'unknown',
    leftId: null,
    rightId: null,
  });
  expect(row('Error', side({}), side({ status: 'success' }))).toMatchObject({
    left: 'unknown',
    right: 'none',
  });
  expect(row('Error', side({ status: 'error' }), factSide)?.left).toBe('unknown');
});

it('a count that is only a lower bound is not compared', () => {
  const part = side({ tokens: 90, incomplete: 'Older checkpoints were not read.' });
  expect(row('Tokens', side({ tokens: 100 }), part)).toMatchObject({
    right: '≥ 90',
    isDifferent: null,
    difference: 'unknown',
  });
  expect(row('Tokens', part, part)).toMatchObject({ isDifferent: null, difference: 'unknown' });
});

it('a duration that is only an upper bound is not compared', () => {
  const run = side({ durationMs: 26, durationBound: 'atMost' });
  const unlike = { left: '≤ 26 ms', isDifferent: null, difference: 'unknown' };
  expect(row('Duration', run, run)).toMatchObject(unlike);
  expect(row('Duration', run, side({ durationMs: 30 }))).toMatchObject(unlike);
});

it('leaves out what neither kind has, and marks what one has not', () => {
  const assistant: CompareSide = { kind: 'assistant', connectionId: 'demo', assistantId: 'a', version: 1 };
  const versions = [
    side({ assistantVersion: 1 }, assistant),
    side({ assistantVersion: 2 }, assistant),
  ] as const;
  expect(factRows(...versions).map(({ name }) => name)).not.toContain('Duration');
  expect(row('Assistant version', ...versions)).toMatchObject({ left: '1', right: '2', isDifferent: true });
  expect(row('Status', side({ status: 'success' }), versions[0])).toMatchObject({
    left: 'success',
    right: '–',
  });
});
