import { describe, expect, it } from 'vitest';
import {
  recordedCheckpoint as checkpoint,
  recordedExecution as execution,
  recordedRun as run,
  threadRecord,
} from '../../testing/thread-records.ts';
import { nodeNames, summarizeThread } from './summarize-thread.ts';
import { isEditedAfter, questionKey } from './thread-summary.ts';

const ask = execution('inner:ask', 'b', null, { status: 'interrupted' });
const question = (index: number, status: 'waiting' | 'answered' | 'abandoned' | 'unknown') => ({
  executionId: ask.executionId,
  index,
  interruptId: 'i',
  status,
});
const checkpoints = [checkpoint('a', null), checkpoint('b', 'a', { next: ['ask'], createdAt: 50 })];

describe('the summary of a thread', () => {
  it('follows from its newest checkpoint and its runs, newest first', () => {
    const runs = [run('r1', { createdAt: 1 }), run('r3', { createdAt: 3 }), run('r2', { createdAt: 2 })];
    const { runs: sorted, head } = summarizeThread(threadRecord({ checkpoints, runs }));
    expect(sorted.map(({ runId }) => runId)).toEqual(['r3', 'r2', 'r1']);
    expect(head).toMatchObject({ checkpointId: 'b', hasNext: true, createdAt: 50, source: 'loop' });
    expect(summarizeThread(threadRecord({ checkpoints: [], runs: [] })).head).toBeNull();
  });

  it('does not follow from runs that only its checkpoints name, as those of a copy do', () => {
    const unlisted = run('r0', { status: 'unknown', ending: null });
    const odd = run('r1', { status: 'unknown', ending: null, createdAt: 1 });
    expect(summarizeThread(threadRecord({ checkpoints, runs: [unlisted, odd] })).runs).toEqual([odd]);
  });

  it('counts the questions that wait, or may', () => {
    const questions = [question(0, 'answered'), question(1, 'waiting'), question(2, 'unknown')];
    const summary = summarizeThread(threadRecord({ checkpoints, executions: [ask], questions }));
    expect(summary.questions).toBe(2);
    expect([...summary.closedQuestions]).toEqual([questionKey({ taskId: ask.taskId, index: 0, id: 'i' })]);
  });

  it('does not take a question for answered that its task asks again', () => {
    const before = execution('inner:ask', 'a', null, { taskId: ask.taskId });
    const questions = [
      { ...question(0, 'abandoned'), executionId: before.executionId },
      question(0, 'waiting'),
    ];
    const record = threadRecord({ checkpoints, executions: [before, ask], questions });
    expect([...summarizeThread(record).closedQuestions]).toEqual([]);
  });

  it('names the node whose subgraph was edited, which discarded a question inside it', () => {
    const middle = execution('middle', 'b', null, { status: 'interrupted' });
    const inner = execution('middle:inner', 'm1', null, { namespace: 'm', parentId: middle.executionId });
    const asking = execution('middle:inner:ask', 'i1', null, { namespace: 'i', parentId: inner.executionId });
    const subgraphs = [
      ...checkpoints,
      checkpoint('m1', null, { namespace: 'm' }),
      checkpoint('i1', null, { namespace: 'i' }),
    ];
    const innerEdit = checkpoint('i2', 'i1', { namespace: 'i', source: 'update' });
    const middleEdit = checkpoint('m2', 'm1', { namespace: 'm', source: 'update' });
    const discardedAt = (edits: typeof subgraphs, status: 'abandoned' | 'answered' = 'abandoned') =>
      [
        ...summarizeThread(
          threadRecord({
            checkpoints: [...subgraphs, ...edits],
            executions: [middle, inner, asking],
            questions: [{ ...question(0, status), executionId: asking.executionId }],
          }),
        ).discardedQuestions,
      ].map(([key, nodeId]) => [key, nodeId]);
    const key = questionKey({ taskId: asking.taskId, index: 0, id: 'i' });
    expect(discardedAt([innerEdit])).toEqual([[key, 'middle:inner']]);
    expect(discardedAt([middleEdit])).toEqual([[key, 'middle']]);
    // What is inside the outer one begins anew.
    expect(discardedAt([innerEdit, middleEdit])).toEqual([[key, 'middle']]);
    expect(discardedAt([])).toEqual([]);
    expect(discardedAt([innerEdit], 'answered')).toEqual([]);
    // The thread has gone on.
    expect(discardedAt([innerEdit, checkpoint('c', 'b')])).toEqual([]);
  });

  it('is that of an edit, if one was made after the run', () => {
    const edited = (more: Parameters<typeof checkpoint>[2]) =>
      summarizeThread(threadRecord({ checkpoints: [checkpoint('e', null, { createdAt: 50, ...more })] }));
    const newest = run('r1', { createdAt: 40 });
    expect(isEditedAfter(edited({ source: 'update' }), newest)).toBe(true);
    expect(isEditedAfter(edited({ source: 'fork', runId: null }), newest)).toBe(true);
    // A run from an older checkpoint begins with a copy of it.
    expect(isEditedAfter(edited({ source: 'fork' }), newest)).toBe(false);
    expect(isEditedAfter(edited({ source: 'loop' }), newest)).toBe(false);
    expect(isEditedAfter(edited({ source: 'update' }), run('r2', { createdAt: 60 }))).toBe(false);
    expect(isEditedAfter(edited({ source: 'update', createdAt: null, runId: null }), newest)).toBe(true);
  });
});

it('a node is named by its path', () => {
  const nodeOf = nodeNames(threadRecord({ checkpoints, executions: [ask] }));
  expect(nodeOf(ask.executionId)).toBe('inner › ask');
  expect(nodeOf('unknown')).toBeNull();
});
