import { describe, expect, it } from 'vitest';
import { evidenceOf, level, startCheckpoint, task } from '../../../testing/record-evidence.ts';
import { buildRecord } from './build-record.ts';

const question = { id: 'b'.repeat(32), value: 'b' };

describe('a task about which nothing is known', () => {
  const left = { id: 'c1', parent: 'c0', ms: 20, step: 0, run: 'gone', tasks: [task('a')] };
  const next = { id: 'c2', parent: 'c1', ms: 120, step: 1, source: 'input', run: 'r2', tasks: [] };

  it('is unknown on a branch that a run left which the server does not list any more', () => {
    const levels = [level('', [startCheckpoint('gone'), left, next])];
    const record = buildRecord(evidenceOf(levels, [{ id: 'r2', ms: 100, endMs: 200 }]));
    expect(record.executions.map(({ nodeId, status }) => [nodeId, status])).toEqual([['a', 'unknown']]);
  });

  it('is next at the newest checkpoint', () => {
    const record = buildRecord(evidenceOf([level('', [startCheckpoint('gone'), left])], []));
    expect(record.executions.map(({ nodeId, status }) => [nodeId, status])).toEqual([['a', 'next']]);
  });
});

it('a run is interrupted of which an edit inside a subgraph discarded the question', () => {
  const inner = 's:task-s';
  const asked = {
    id: 'c1',
    parent: 'c0',
    ms: 20,
    step: 0,
    run: 'r1',
    tasks: [task('s', { checkpoint: { checkpoint_ns: inner }, interrupts: [question] })],
  };
  const levels = [
    level('', [startCheckpoint('r1'), asked]),
    level(inner, [
      { id: 'i1', parent: 'i0', ms: 30, step: 0, run: 'r1', tasks: [task('b', { interrupts: [question] })] },
      {
        id: 'i2',
        parent: 'i1',
        ms: 150,
        step: 1,
        source: 'update',
        tasks: [task('b', { id: 'edited-b' })],
      },
    ]),
  ];
  const record = buildRecord(evidenceOf(levels, [{ id: 'r1', ms: 0, endMs: 100 }]));
  expect(record.runs).toMatchObject([
    { runId: 'r1', ending: { kind: 'interrupted', executionIds: ['task-b'] } },
  ]);
  expect(record.questions).toMatchObject([{ executionId: 'task-b', status: 'abandoned' }]);
  expect(record.executions.find(({ executionId }) => executionId === 'edited-b')?.status).toBe('next');
});

it('a lone task that asked is not finished by the result that an edit in its name gave it', () => {
  const levels = [
    level('', [
      startCheckpoint('r1'),
      {
        id: 'c1',
        parent: 'c0',
        ms: 20,
        step: 0,
        run: 'r1',
        tasks: [task('b', { interrupts: [question], result: {} })],
      },
      { id: 'c2', parent: 'c1', ms: 150, step: 1, source: 'update' },
    ]),
  ];
  const record = buildRecord(evidenceOf(levels, [{ id: 'r1', ms: 0, endMs: 100 }]));
  expect(record.executions).toMatchObject([{ nodeId: 'b', status: 'interrupted', made: null }]);
  expect(record.questions).toMatchObject([{ status: 'abandoned' }]);
  expect(record.runs).toMatchObject([{ ending: { kind: 'interrupted', executionIds: ['task-b'] } }]);
});

it('a task that asked inside an aborted one is unknown if a later run may have come there', () => {
  const inner = 's:task-s';
  const aborted = task('s', { checkpoint: { checkpoint_ns: inner }, error: 'CancelledError()' });
  const failed = task('x', { error: "RuntimeError('x failed')" });
  const asked = task('b', { interrupts: [question] });
  const levels = [
    level('', [
      startCheckpoint('r1'),
      { id: 'c1', parent: 'c0', ms: 20, step: 0, run: 'r1', tasks: [aborted, failed] },
    ]),
    level(inner, [{ id: 'i1', parent: 'i0', ms: 30, step: 0, run: 'r1', tasks: [asked] }]),
  ];
  const first = { id: 'r1', status: 'error', ms: 0, endMs: 100 };
  const later = { id: 'r2', status: 'error', ms: 200, endMs: 300, kwargs: { input: null } };
  const statusAfter = (...runs: readonly (typeof first)[]): string | undefined =>
    buildRecord(evidenceOf(levels, runs)).executions.find(({ name }) => name === 'b')?.status;
  expect(statusAfter(first)).toBe('interrupted');
  expect(statusAfter(first, later)).toBe('unknown');
});
