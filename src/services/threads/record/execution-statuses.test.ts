import { describe, expect, it } from 'vitest';
import { evidenceOf, level, startCheckpoint, task, type TestRun } from '../../../testing/record-evidence.ts';
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

describe('results beside an edit', () => {
  const edit = { id: 'e1', parent: 'c1', ms: 150, step: 1, source: 'update' };
  const at = (...tasks: readonly object[]) => [
    level('', [startCheckpoint('r1'), { id: 'c1', parent: 'c0', ms: 20, step: 0, run: 'r1', tasks }, edit]),
  ];
  const run = { id: 'r1', ms: 0, endMs: 100 };
  const statusesOf = (tasks: readonly object[], more: object = {}, runs = [run]) =>
    Object.fromEntries(
      buildRecord(evidenceOf(at(...tasks), runs, more)).executions.map(({ name, status }) => [name, status]),
    );
  const asks = (more: object = {}): object => task('a', { interrupts: [question], ...more });
  const done = (name: string): object => task(name, { result: {} });

  it('are of the run on a server that keeps edits apart', () => {
    const facts = { hasResultsOfEdits: false };
    expect(statusesOf([asks(), done('b')], facts)).toEqual({ a: 'interrupted', b: 'finished' });
  });

  it('may be of either elsewhere', () => {
    expect(statusesOf([asks(), done('b')])).toEqual({ a: 'interrupted', b: 'unknown' });
  });

  it('are of the edit where the task still lists its question, so that the others are of the run', () => {
    expect(statusesOf([asks({ result: {} }), done('b')])).toEqual({ a: 'interrupted', b: 'finished' });
  });

  it('may be of a run that a command sent to other nodes, too', () => {
    const sent = { id: 'r2', ms: 110, endMs: 140, kwargs: { input: null, command: { goto: 'x' } } };
    expect(statusesOf([done('b')])).toEqual({ b: 'next' });
    expect(statusesOf([done('b')], {}, [run, sent])).toEqual({ b: 'unknown' });
  });
});

it('what a command sent to a past checkpoint is not a task of the superstep that went on from there', () => {
  const sent = {
    id: 'r2',
    ms: 200,
    endMs: 300,
    kwargs: { input: null, command: { goto: 'x' }, config: { configurable: { checkpoint_id: 'c1' } } },
  };
  const levels = [
    level('', [
      startCheckpoint('r1'),
      { id: 'c1', parent: 'c0', ms: 20, step: 0, run: 'r1', tasks: [task('a', { result: {} }), task('x')] },
      { id: 'c2', parent: 'c1', ms: 50, step: 1, run: 'r1' },
      { id: 'f1', parent: 'c1', ms: 210, step: 1, source: 'fork', run: 'r2', tasks: [task('a'), task('x')] },
    ]),
  ];
  const { executions } = buildRecord(evidenceOf(levels, [{ id: 'r1', ms: 0, endMs: 100 }, sent]));
  expect(
    executions.flatMap(({ name, before, made, status }) => (before === 'c1' ? [[name, made, status]] : [])),
  ).toEqual([
    ['a', 'c2', 'finished'],
    ['x', null, 'unknown'],
  ]);
});

it('a task that failed and asked in a later run waits, whatever breakpoints that run had', () => {
  const failed = JSON.stringify({ message: 'a failed', name: 'Error' });
  const levels = [
    level('', [
      startCheckpoint('r1'),
      {
        id: 'c1',
        parent: 'c0',
        ms: 20,
        step: 0,
        run: 'r1',
        tasks: [task('a', { error: failed, interrupts: [question] }), task('b', { result: {} })],
      },
    ]),
  ];
  const later = { id: 'r2', ms: 200, endMs: 300, kwargs: { input: null, interrupt_before: ['b'] } };
  const record = buildRecord(evidenceOf(levels, [{ id: 'r1', status: 'error', ms: 0, endMs: 100 }, later]));
  expect(record.executions.map(({ name, status }) => [name, status])).toEqual([
    ['a', 'interrupted'],
    ['b', 'finished'],
  ]);
  expect(record.runs.at(-1)?.ending).toMatchObject({ kind: 'interrupted' });
});

describe('a task whose subgraph asked', () => {
  const inner = 's:task-s';
  const outer = task('s', { checkpoint: { checkpoint_ns: inner }, interrupts: [question] });
  const beside = task('x', { interrupts: [{ id: 'f'.repeat(32), value: 'x' }] });
  const runs = [
    { id: 'r1', ms: 0, endMs: 100 },
    { id: 'r2', ms: 200, endMs: 300, kwargs: { input: null, command: { resume: { [question.id]: 'yes' } } } },
  ];
  const rows = [
    { id: 'i1', parent: 'i0', ms: 30, step: 0, run: 'r1', tasks: [task('b', { interrupts: [question] })] },
    { id: 'i2', parent: 'i1', ms: 220, step: 1, run: 'r2' },
  ];
  const levels = [
    level('', [
      startCheckpoint('r1'),
      { id: 'c1', parent: 'c0', ms: 20, step: 0, run: 'r1', tasks: [outer, beside] },
    ]),
    level(inner, rows),
  ];
  const statusOf = (more: readonly TestRun[] = []): string | undefined =>
    buildRecord(evidenceOf(levels, [...runs, ...more])).executions.find(({ name }) => name === 's')?.status;

  it('has finished once a run went on from there, although it still lists the question', () => {
    expect(statusOf()).toBe('finished');
  });

  it('is unknown if the last run was cut', () => {
    const cut = { id: 'r3', status: 'interrupted', ms: 400, endMs: 500, kwargs: { input: null } };
    expect(statusOf([cut])).toBe('unknown');
  });
});

it('a task that failed inside a subgraph stays failed where an edit there went on from elsewhere', () => {
  const inner = 's:task-s';
  const failed = "RuntimeError('b failed')";
  const levels = [
    level('', [
      startCheckpoint('r1'),
      {
        id: 'c1',
        parent: 'c0',
        ms: 20,
        step: 0,
        run: 'r1',
        tasks: [task('s', { checkpoint: { checkpoint_ns: inner }, error: failed })],
      },
    ]),
    level(inner, [
      { id: 'i1', parent: 'i0', ms: 30, step: 0, run: 'r1', tasks: [task('b', { error: failed })] },
      { id: 'i2', parent: 'i1', ms: 150, step: 1, source: 'update' },
    ]),
  ];
  const { executions } = buildRecord(
    evidenceOf(levels, [
      { id: 'r1', status: 'error', ms: 0, endMs: 100 },
      { id: 'r2', ms: 200, endMs: 300, kwargs: { input: null } },
    ]),
  );
  expect(executions.find(({ name }) => name === 'b')?.status).toBe('failed');
});

it('what an edit inside an aborted task wrote is next until a run comes there', () => {
  const inner = 's:task-s';
  const aborted = task('s', { checkpoint: { checkpoint_ns: inner }, error: 'CancelledError()' });
  const failed = task('x', { error: "RuntimeError('x failed')" });
  const levels = [
    level('', [
      startCheckpoint('r1'),
      { id: 'c1', parent: 'c0', ms: 20, step: 0, run: 'r1', tasks: [aborted, failed] },
    ]),
    level(inner, [
      { id: 'i1', parent: 'i0', ms: 30, step: 0, run: 'r1', tasks: [task('a')] },
      { id: 'i2', parent: 'i1', ms: 150, step: 1, source: 'update', tasks: [task('b')] },
    ]),
  ];
  const first = { id: 'r1', status: 'error', ms: 0, endMs: 100 };
  const later = { id: 'r2', status: 'error', ms: 200, endMs: 300, kwargs: { input: null } };
  const ofB = (...runs: readonly TestRun[]) =>
    buildRecord(evidenceOf(levels, runs)).executions.find(({ name }) => name === 'b');
  expect(ofB(first)).toMatchObject({ status: 'next', spans: [] });
  expect(ofB(first, later)).toMatchObject({ status: 'aborted' });
});

it('a question is not answered by a run that ended before it was asked', () => {
  const levels = [
    level('', [
      { ...startCheckpoint('r2'), ms: 210 },
      {
        id: 'c1',
        parent: 'c0',
        ms: 220,
        step: 0,
        run: 'r2',
        tasks: [task('a', { interrupts: [question] }), task('b', { result: {} })],
      },
      { id: 'c2', parent: 'c1', ms: 350, step: 1, source: 'update' },
    ]),
  ];
  const answer = { id: 'r1', ms: 0, endMs: 100, kwargs: { input: null, command: { resume: 'yes' } } };
  const record = buildRecord(evidenceOf(levels, [answer, { id: 'r2', ms: 200, endMs: 300 }]));
  expect(record.questions).toMatchObject([{ status: 'abandoned' }]);
  expect(record.runs.at(-1)?.ending).toMatchObject({ kind: 'interrupted' });
});
