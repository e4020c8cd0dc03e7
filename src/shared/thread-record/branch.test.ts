import { describe, expect, it } from 'vitest';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedRun as run,
  recordedSpan as span,
  threadRecord,
} from '../../testing/thread-records.ts';
import { branchTo, checkpointsAfter, executionsOf, turnOf } from './branch.ts';

/** Two turns; the second one was forked from `c2`, of which `f2` is a copy. */
const record = threadRecord({
  checkpoints: [
    checkpoint('i1', null, { source: 'input' }),
    checkpoint('s1', 'i1'),
    checkpoint('a1', 's1'),
    checkpoint('i2', 'a1', { source: 'input', runId: 'r2' }),
    checkpoint('s2', 'i2', { runId: 'r2' }),
    checkpoint('c2', 's2', { runId: 'r2' }),
    checkpoint('d2', 'c2', { runId: 'r2' }),
    checkpoint('f2', 's2', { source: 'fork', copyOf: 'c2', runId: 'r3' }),
    checkpoint('g2', 'f2', { runId: 'r3' }),
    checkpoint('u2', 'g2', { source: 'update', runId: 'r1' }),
  ],
  executions: [
    execution('a', 's1', 'a1'),
    execution('c', 's2', 'c2', { spans: [span('r2')] }),
    execution('d', 'c2', 'd2', { spans: [span('r2')] }),
    execution('d', 'f2', 'g2', { spans: [span('r3')] }),
  ],
  runs: [run('r1'), run('r2'), run('r3', { origin: { kind: 'continue', checkpointId: 'c2' } })],
});
const ids = (list: readonly { readonly checkpointId: string }[]) =>
  list.map((one) => one.checkpointId).join(' ');

describe('branchTo', () => {
  it('goes through the original of a copy, and through edits', () => {
    expect(ids(branchTo(record, 'u2').checkpoints)).toBe('u2 g2 f2 c2 s2 i2 a1 s1 i1');
    expect(ids(branchTo(record, 'd2').checkpoints)).toBe('d2 c2 s2 i2 a1 s1 i1');
  });

  it('is cut where the record lacks a parent, and ends where parents go round', () => {
    const broken = threadRecord({ checkpoints: [checkpoint('b', 'gone'), checkpoint('c', 'b')] });
    expect(branchTo(broken, 'c')).toMatchObject({ checkpoints: [{}, {}], isCut: true });
    const round = threadRecord({ checkpoints: [checkpoint('x', 'y'), checkpoint('y', 'x')] });
    expect(ids(branchTo(round, 'x').checkpoints)).toBe('x y');
    expect(branchTo(record, 'nowhere')).toEqual({ checkpoints: [], isCut: true });
  });
});

describe('turnOf', () => {
  it('ends with the newest input', () => {
    expect(ids(turnOf(branchTo(record, 'g2')).checkpoints)).toBe('g2 f2 c2 s2 i2');
    expect(ids(turnOf(branchTo(record, 'a1')).checkpoints)).toBe('a1 s1 i1');
  });
});

it('finds what follows a checkpoint on branches through it only', () => {
  expect([...checkpointsAfter(record, 'd2')]).toEqual([]);
  expect([...checkpointsAfter(record, 'c2')].toSorted()).toEqual(['d2', 'f2', 'g2', 'u2']);
});

describe('executionsOf', () => {
  it('leaves out what ran on other branches', () => {
    const executionIds = (id: string) =>
      executionsOf(record, branchTo(record, id)).map((one) => one.executionId);
    expect(executionIds('g2')).toEqual(['a s1 a1', 'c s2 c2', 'd f2 g2']);
    expect(executionIds('d2')).toEqual(['a s1 a1', 'c s2 c2', 'd c2 d2']);
  });

  it('has what ran inside, and before it in the subgraph that it was copied from', () => {
    const inner = (id: string, namespace: string, parentId: string | null, more = {}) =>
      checkpoint(id, parentId, { namespace, ...more });
    const copied = threadRecord({
      checkpoints: [
        checkpoint('s', null),
        checkpoint('f', null, { source: 'fork', copyOf: 's' }),
        checkpoint('g', 'f'),
        inner('o1', 'old', null),
        inner('o2', 'old', 'o1'),
        inner('o3', 'old', 'o2'),
        inner('n1', 'new', null, { source: 'update' }),
        inner('n2', 'new', 'n1'),
      ],
      copies: [{ namespace: 'new', of: { namespace: 'old', checkpointId: 'o2' } }],
      executions: [
        execution('sub', 's', null, { status: 'interrupted', innerNamespace: 'old' }),
        execution('sub:x', 'o1', 'o2', { namespace: 'old', parentId: 'sub s ' }),
        execution('sub:y', 'o2', 'o3', { namespace: 'old', parentId: 'sub s ' }),
        execution('sub', 'f', 'g', { innerNamespace: 'new' }),
        execution('sub:y', 'n1', 'n2', { namespace: 'new', parentId: 'sub f g' }),
      ],
    });
    expect(executionsOf(copied, branchTo(copied, 'g')).map((one) => one.executionId)).toEqual([
      'sub f g',
      'sub:x o1 o2',
      'sub:y n1 n2',
    ]);
  });
});
