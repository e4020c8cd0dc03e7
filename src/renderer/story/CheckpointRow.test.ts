import { expect, it } from 'vitest';
import type { Execution, RunEnding } from '../../shared/model/thread-record.ts';
import type { CheckpointOutcome } from '../../shared/thread-record/history.ts';
import { recordedExecution } from '../../testing/thread-records.ts';
import { checkpointDetail } from './CheckpointRow.tsx';

const named = (...names: readonly string[]): Execution[] =>
  names.map((name) => recordedExecution(name, 'c', null));
const outcome = (
  status: CheckpointOutcome['status'],
  names: readonly string[],
  more: Partial<CheckpointOutcome> = {},
): CheckpointOutcome => ({
  status,
  executions: named(...names),
  aborted: [],
  ending: null,
  ...more,
});
const paused: RunEnding = { kind: 'paused', place: 'before', nodes: ['review'] };
const limit: RunEnding = { kind: 'failed', executionId: null, error: null, isRecursionLimit: true };

it.each<[string, string[] | null, CheckpointOutcome | null, string]>([
  ['the keys that changed', ['text', 'log'], null, 'text, log'],
  ['nothing where the changes are unknown', null, null, ''],
  ['that nobody answered', ['text'], outcome('unanswered', ['review']), 'review not answered'],
  ['the nodes that ask', ['text'], outcome('interrupted', ['review']), 'review interrupted'],
  [
    'nothing of what is over: the checkpoint that it led to says so',
    ['text'],
    outcome('answered', ['a']),
    'text',
  ],
  [
    'one error and the number of tasks that it aborted',
    null,
    outcome('failed', ['work'], { aborted: named(...Array<string>(40).fill('work')) }),
    'work failed · 40 aborted',
  ],
  ['the limit by its name', [], outcome('failed', [], { ending: limit }), 'failed at its recursion limit'],
  ['where a run paused', ['text'], outcome('paused', [], { ending: paused }), 'paused before review'],
  ['what was cancelled', null, outcome('cancelled', ['b']), 'b cancelled'],
  ['what runs, with counts', null, outcome('running', ['b', 'b']), 'b ×2 running'],
  ['the end, if nothing changed', [], outcome('finished', []), 'finished'],
  ['the keys that the end changed', ['text'], outcome('finished', []), 'text'],
])('a row of a checkpoint says %s', (_, changedKeys, given, expected) => {
  expect(checkpointDetail({ changedKeys }, given).text).toBe(expected);
});

it('the row of an input says its first words', () => {
  const input = { changedKeys: ['topic'], inputLine: 'Write about time' };
  expect(checkpointDetail(input, null)).toEqual({ kind: 'input', text: 'Write about time' });
});

it('the row of what was answered says so beside what changed', () => {
  const past = 'answered after 41 s';
  expect(checkpointDetail({ changedKeys: ['approved'] }, null, past).text).toBe(`${past} · approved`);
  expect(checkpointDetail({ changedKeys: null }, null, past).text).toBe(past);
});
