import { describe, expect, it } from 'vitest';
import type { Execution, RecordedInterrupt, RunEnding } from '../model/thread-record.ts';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedRun as run,
  threadRecord,
} from '../../testing/thread-records.ts';
import { checkpointFacts, nodesRunAfter, positionOf, writersIn } from './history.ts';

/** A loop of two sends, then an edit of `b` and a run from there; the head is the end of the older branch. */
const record = threadRecord({
  checkpoints: [
    checkpoint('i', null, { source: 'input' }),
    checkpoint('s', 'i'),
    checkpoint('b', 's'),
    checkpoint('c', 'b'),
    checkpoint('u', 'b', { source: 'update' }),
    checkpoint('v', 'u'),
  ],
  headId: 'c',
  executions: [
    execution('work', 's', 'b', { executionId: '1' }),
    execution('check', 's', 'b', { executionId: '2' }),
    execution('work', 's', 'b', { executionId: '3' }),
    execution('end', 'b', 'c'),
    execution('ask', 'v', null, { status: 'interrupted' }),
  ],
});

it('names the nodes that wrote a checkpoint, each once', () => {
  expect(checkpointFacts(record, 'b')).toMatchObject({
    writers: ['work', 'check'],
    made: [{}, {}, {}],
  });
  expect(checkpointFacts(record, 'u')).toMatchObject({ writers: [], made: [] });
  expect(checkpointFacts(record, 'gone')).toBeNull();
});

it('distinguishes the step that took in an input, forks and copies from other steps', () => {
  const originOf = (id: string, checkpoints = record.checkpoints) => {
    const story = checkpointFacts(threadRecord({ checkpoints }), id);
    return `${story?.origin}${story?.isStart === true ? ' start' : ''}`;
  };
  expect(['i', 's', 'b', 'u'].map((id) => originOf(id))).toEqual(['input', 'step start', 'step', 'edit']);
  const forked = [
    ...record.checkpoints,
    checkpoint('f', 'b', { source: 'fork' }),
    checkpoint('k', 's', { source: 'fork', copyOf: 'b' }),
  ];
  expect(['f', 'k'].map((id) => originOf(id, forked))).toEqual(['fork', 'copy']);
});

it('names no run as the maker of an edit', () => {
  expect(['b', 'u'].map((id) => checkpointFacts(record, id)?.runId)).toEqual(['r1', null]);
});

it('does not know all writers of a step of another graph', () => {
  const partial = threadRecord({
    checkpoints: [
      checkpoint('i', null, { source: 'input', isPartial: true }),
      checkpoint('s', 'i', { isPartial: true }),
      checkpoint('b', 's'),
    ],
    executions: [execution('both', 's', 'b')],
  });
  expect(checkpointFacts(partial, 'b')).toMatchObject({ writers: ['both'], hasUnnamedWriters: true });
  expect(checkpointFacts(partial, 's')).toMatchObject({ isStart: true, hasUnnamedWriters: false });
  expect(checkpointFacts(partial, 's')?.outcome).toBeNull();
});

describe('what became of what was to run from a checkpoint', () => {
  const open = (...executions: readonly Execution[]) =>
    threadRecord({
      checkpoints: [checkpoint('i', null, { source: 'input' }), checkpoint('s', 'i', { next: ['a', 'b'] })],
      executions: [...executions],
    });
  const asking = (status: RecordedInterrupt['status'], executionId: string): RecordedInterrupt => ({
    executionId,
    index: 0,
    interruptId: 'id',
    status,
  });
  const a = execution('a', 's', null, { executionId: 'a', status: 'interrupted' });
  const b = execution('b', 's', null, { executionId: 'b', status: 'finished' });

  it('names only the nodes that ask, not the ones that finished beside them', () => {
    const waiting = { ...open(a, b), questions: [asking('waiting', 'a')] };
    const outcome = { status: 'interrupted', executions: [{ name: 'a' }] };
    expect(checkpointFacts(waiting, 's')?.outcome).toMatchObject(outcome);
    // The thread went on without an answer, or with it.
    expect(
      checkpointFacts({ ...waiting, questions: [asking('abandoned', 'a')] }, 's')?.outcome,
    ).toMatchObject({ ...outcome, status: 'unanswered' });
    const answered = threadRecord({
      checkpoints: [...waiting.checkpoints, checkpoint('c', 's')],
      executions: [execution('a', 's', 'c', { executionId: 'a' }), execution('b', 's', 'c')],
      questions: [asking('answered', 'a')],
    });
    expect(checkpointFacts(answered, 's')?.outcome).toMatchObject({ ...outcome, status: 'answered' });
  });

  it('names the node whose subgraph asks', () => {
    const inner = execution('a:x', 'n', null, {
      executionId: 'x',
      namespace: 'a:1',
      parentId: 'a',
      status: 'interrupted',
    });
    const nested = { ...open(a, inner), questions: [asking('waiting', 'x')] };
    expect(checkpointFacts(nested, 's')?.outcome).toMatchObject({
      executions: [{ name: 'a' }],
    });
  });

  it('puts what an error aborted beside the error', () => {
    const failed = execution('a', 's', null, { executionId: 'a', status: 'failed', error: 'it broke' });
    const aborted = Array.from({ length: 40 }, (_, index) =>
      execution('b', 's', null, { executionId: `b${index}`, status: 'aborted', abortedBy: 'a' }),
    );
    const outcome = checkpointFacts(open(...aborted, failed), 's')?.outcome;
    expect(outcome).toMatchObject({ status: 'failed', executions: [{ name: 'a' }] });
    expect(outcome?.aborted).toHaveLength(40);
  });

  it('says of a failure that the same task ran again', () => {
    const retried = threadRecord({
      checkpoints: [checkpoint('s', null), checkpoint('c', 's', { runId: 'r2' })],
      executions: [execution('a', 's', 'c', { executionId: 'a' })],
      runs: [
        run('r1', {
          ending: { kind: 'failed', executionId: 'a', error: 'it broke', isRecursionLimit: false },
        }),
        run('r2'),
      ],
    });
    expect(checkpointFacts(retried, 's')?.outcome).toMatchObject({
      status: 'retried',
      executions: [{ name: 'a' }],
    });
  });

  it('says why a run stopped that asks nothing: a breakpoint, a limit, or the end', () => {
    const next = execution('a', 's', null);
    const outcome = (ending: RunEnding, ...executions: readonly Execution[]) =>
      checkpointFacts({ ...open(...executions), runs: [run('r1', { ending })] }, 's')?.outcome;
    expect(outcome({ kind: 'paused', place: 'before', nodes: ['a'] }, next)).toMatchObject({
      status: 'paused',
      executions: [],
      ending: { nodes: ['a'] },
    });
    const limit = { kind: 'failed', executionId: null, error: null, isRecursionLimit: true } as const;
    expect(outcome(limit, next)).toMatchObject({ status: 'failed', executions: [], ending: limit });
    expect(checkpointFacts(record, 'c')?.outcome).toMatchObject({ status: 'finished' });
    expect(checkpointFacts(record, 'b')?.outcome).toBeNull();
    expect(['b', 'c', 'v'].map((id) => checkpointFacts(record, id)?.isEnd)).toEqual([false, true, false]);
    // Nothing runs from the end of a turn either, though another turn follows it.
    const turns = threadRecord({
      checkpoints: [checkpoint('s', null), checkpoint('i', 's', { source: 'input' })],
    });
    expect(checkpointFacts(turns, 's')).toMatchObject({ isEnd: true, outcome: null });
    expect(checkpointFacts(open(next), 's')?.outcome).toBeNull();
  });
});

it('counts a checkpoint on the branch through it, to the head where the branch leads there', () => {
  const place = (id: string, tipId: string | null = null) => {
    const position = positionOf(record, id, { tipId });
    return (
      position && `${position.index + 1} of ${position.checkpoints.length}${position.hasAfter ? ' +' : ''}`
    );
  };
  expect(['i', 'b', 'c', 'u', 'v', 'gone'].map((id) => place(id))).toEqual([
    '1 of 4 +',
    '3 of 4 +',
    '4 of 4',
    '4 of 5 +',
    '5 of 5',
    null,
  ]);
  // Steps back from the end of a branch stay on it.
  expect([place('b', 'v'), place('u', 'c')]).toEqual(['3 of 5 +', '4 of 5 +']);
});

it('names what ran after a checkpoint on its branch, without what runs next from it', () => {
  expect(nodesRunAfter(record, 's')).toEqual(['end']);
  expect(nodesRunAfter(record, 'b')).toEqual([]);
  expect(nodesRunAfter(record, 'u')).toEqual([]);
  expect(writersIn(record)).toEqual(['check', 'end', 'work']);
});

it('ends where parents go round', () => {
  const round = threadRecord({ checkpoints: [checkpoint('x', 'y'), checkpoint('y', 'x')] });
  expect(positionOf(round, 'x')?.checkpoints.map(({ checkpointId }) => checkpointId)).toEqual(['y', 'x']);
});
