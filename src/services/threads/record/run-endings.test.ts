import { expect, it } from 'vitest';
import { evidenceOf, level, startCheckpoint, task } from '../../../testing/record-evidence.ts';
import { buildRecord } from './build-record.ts';

const id = 'a'.repeat(32);

it('a run paused, and asked nothing, if an answer came to a node that a later command had gone to', () => {
  const levels = [
    level('', [
      startCheckpoint('r1'),
      {
        id: 'c1',
        parent: 'c0',
        ms: 20,
        step: 0,
        run: 'r1',
        tasks: [task('a', { result: {} }), task('b', { result: {} })],
      },
      { id: 'c2', parent: 'c1', ms: 450, step: 1, run: 'r3' },
    ]),
  ];
  const record = buildRecord(
    evidenceOf(levels, [
      { id: 'r1', ms: 0, endMs: 100, kwargs: { input: {}, interrupt_before: ['a'] } },
      { id: 'r2', ms: 200, endMs: 300, kwargs: { input: null, command: { goto: 'sub' } } },
      { id: 'r3', ms: 400, endMs: 500, kwargs: { input: null, command: { resume: { [id]: 'yes' } } } },
    ]),
  );
  expect(record.runs.map(({ ending }) => ending?.kind)).toEqual(['paused', 'unknown', 'finished']);
  expect(record.executions.map(({ spans }) => spans.map(({ runId }) => runId))).toEqual([['r2'], ['r2']]);
});

it('a run does not wait for what an earlier one asked inside a task that has finished since', () => {
  const inner = 'call:task-call';
  const asks = task('a', { interrupts: [{ id, value: 'a' }] });
  const call = task('call', {
    checkpoint: { checkpoint_ns: inner },
    error: "RuntimeError('b failed')",
    result: {},
  });
  const levels = [
    level('', [startCheckpoint('r1'), { id: 'c1', parent: 'c0', ms: 20, step: 0, run: 'r1', tasks: [call] }]),
    level(inner, [
      {
        id: 'i1',
        parent: 'i0',
        ms: 30,
        step: 1,
        run: 'r1',
        tasks: [asks, task('b', { error: "RuntimeError('b failed')", result: {} })],
      },
      { id: 'i2', parent: 'i1', ms: 150, step: 2, source: 'update' },
    ]),
  ];
  const record = buildRecord(
    evidenceOf(levels, [
      { id: 'r1', ms: 0, endMs: 100, status: 'error' },
      { id: 'r2', ms: 200, endMs: 300, kwargs: { input: null, command: { goto: 'sub' } } },
    ]),
  );
  const calls = record.executions.filter(({ nodeId }) => nodeId === 'call');
  expect(calls.map(({ status, spans }) => [status, spans.map(({ runId }) => runId)])).toEqual([
    ['finished', ['r1', 'r2']],
  ]);
  expect(record.runs.map(({ ending }) => ending?.kind)).toEqual(['failed', 'unknown']);
});

it('a run paused at its breakpoint where a later one did all tasks that come next, and left no checkpoint', () => {
  const levels = [
    level('', [
      startCheckpoint('r1'),
      {
        id: 'c1',
        parent: 'c0',
        ms: 20,
        step: 0,
        run: 'r1',
        tasks: [task('a', { result: {} }), task('b', { result: {} })],
      },
    ]),
  ];
  const record = buildRecord(
    evidenceOf(levels, [
      { id: 'r1', ms: 0, endMs: 100, kwargs: { input: {}, interrupt_before: ['b'] } },
      { id: 'r2', ms: 200, endMs: 300, status: 'error', kwargs: { input: null, command: { goto: 'sub' } } },
    ]),
  );
  expect(record.runs[0]?.ending).toEqual({ kind: 'paused', place: 'before', nodes: ['b'] });
});
