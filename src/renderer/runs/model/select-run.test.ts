import { expect, it } from 'vitest';
import type { Run } from '../../../shared/model/run.ts';
import type { ThreadSummary } from '../../../shared/thread-record/thread-summary.ts';
import { isThreadBusy, selectRun, findWaitingReason } from './select-run.ts';

const run = (runId: string, kind: Run['origin']['kind'], status: Run['status'] = 'success'): Run => ({
  runId,
  threadId: 't',
  assistantId: 'a',
  status,
  createdAt: null,
  durationMs: null,
  hasLog: false,
  joinedLate: false,
  origin: { kind, checkpointId: null },
});
const ownRun = { threadId: 't', runId: 'own' };

it.each<[string, readonly Run[], string]>([
  ['stays while it is in no list yet', [run('old', 'input')], 'own'],
  ['stays while it goes on', [run('next', 'resume', 'pending'), run('own', 'input', 'running')], 'own'],
  ['gives way to what goes on from it', [run('next', 'resume'), run('own', 'input')], 'next'],
  [
    'stays beside a run that was to start later',
    [{ ...run('later', 'input', 'interrupted'), createdAt: '2999-01-01T00:00:00Z' }, run('own', 'input')],
    'own',
  ],
  ['stays until a queued run starts', [run('queued', 'input', 'pending'), run('own', 'input')], 'own'],
  ['gives way to a run of another client', [run('foreign', 'input'), run('own', 'input')], 'foreign'],
])('a run that was started here %s', (_, runs, expected) => {
  expect(selectRun('t', runs, { ...ownRun, isStarted: true })).toBe(expected);
});

it('a run that was picked stays, and on another thread the newest is shown', () => {
  const runs = [run('next', 'resume'), run('own', 'input')];
  expect(selectRun('t', runs, ownRun)).toBe('own');
  expect(selectRun('u', runs, ownRun)).toBe('next');
  expect(selectRun(null, [], ownRun)).toBeNull();
});

it('a run that was listed and is no more, as it was rolled back, gives way to the newest', () => {
  const listed = { ...ownRun, isListed: true };
  expect(selectRun('t', [run('old', 'input')], { ...listed, isStarted: true })).toBe('old');
  expect(selectRun('t', [run('old', 'input')], listed)).toBe('old');
  expect(
    selectRun('t', [run('own', 'input', 'error'), run('old', 'input')], { ...listed, isStarted: true }),
  ).toBe('own');
});

const unread = { summary: null, ending: null };
const state = {
  threadId: 't',
  checkpointId: 'c',
  parentId: null,
  createdAt: null,
  step: 3,
  source: 'loop' as const,
  valuesText: '{}',
  metadataText: '{}',
  next: ['work'],
  tasks: [],
  interrupts: [],
};

it('a thread is held, and waits for nobody, while a run goes on that is not shown', () => {
  const goesOn = [run('other', 'input', 'running'), run('own', 'input')];
  expect(isThreadBusy(goesOn, 'own', false)).toBe(true);
  expect(isThreadBusy([run('other', 'input'), run('own', 'input')], 'own', false)).toBe(false);
  // The events of the shown one say that it has ended; the list does not know yet.
  expect(isThreadBusy([run('own', 'input', 'running')], 'own', false)).toBe(false);
  expect(findWaitingReason(state, unread, true, true)).toBeNull();
  expect(findWaitingReason(state, unread, true, false)?.next).toEqual(['work']);
});

it('a question that the record knows as answered does not wait', () => {
  const question = (index: number) => ({ taskId: 'ask', index, id: 'i', valueText: '"?"', nodeId: 'ask' });
  const asking = { ...state, interrupts: [question(0), question(1)] };
  const summary = (checkpointId: string): ThreadSummary => ({
    runs: [],
    head: { checkpointId, createdAt: null, source: 'loop', runId: null, hasNext: true },
    questions: 1,
    closedQuestions: new Set(['ask 0 i']),
    discardedQuestions: new Map(),
  });
  const openAt = (checkpointId: string) =>
    findWaitingReason(asking, { ...unread, summary: summary(checkpointId) }, true, false)?.interrupts;
  expect(openAt('c')).toEqual([question(1)]);
  // The record is of another checkpoint.
  expect(openAt('b')).toEqual([question(0), question(1)]);
});

it('a question that an edit inside a subgraph discarded is discarded, whether the record or the state is read first', () => {
  const asked = { taskId: 'ask', index: 0, id: 'i', valueText: '"?"', nodeId: 'middle:inner:ask' };
  const discarded = { ...asked, taskId: 'inner', nodeId: 'middle:inner' };
  const asking = { ...state, next: ['middle'], interrupts: [asked] };
  const edited = { ...state, next: ['middle'], discarded: [discarded] };
  const unaware: ThreadSummary = {
    runs: [],
    head: { checkpointId: 'c', createdAt: null, source: 'loop', runId: null, hasNext: true },
    questions: 1,
    closedQuestions: new Set(),
    discardedQuestions: new Map(),
  };
  const aware: ThreadSummary = {
    ...unaware,
    questions: 0,
    closedQuestions: new Set(['ask 0 i']),
    discardedQuestions: new Map([['ask 0 i', 'middle:inner']]),
  };
  const reasonOf = (threadState: typeof asking, summary: ThreadSummary) => {
    const reason = findWaitingReason(threadState, { ...unread, summary }, true, false);
    return [reason?.interrupts, reason?.discarded.map(({ id, nodeId }) => [id, nodeId])];
  };
  const isDiscarded = [[], [['i', 'middle:inner']]];
  expect(reasonOf(asking, unaware)).toEqual([[asked], []]);
  expect(reasonOf(asking, aware)).toEqual(isDiscarded);
  expect(reasonOf(edited, unaware)).toEqual(isDiscarded);
  expect(reasonOf(edited, aware)).toEqual(isDiscarded);
});

it('a thread whose run reached its recursion limit waits as after a failure', () => {
  const ending = { kind: 'failed', executionId: null, error: null, isRecursionLimit: true } as const;
  expect(findWaitingReason(state, { summary: null, ending }, true, false)).toMatchObject({
    failed: true,
    ending,
  });
});
