import { afterAll, beforeAll, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { readThreadRecord } from '../../services/threads/record/read-thread-record.ts';
import { StoryRunner } from '../../testing/thread-oracle/perform-story.ts';
import { startStoryServer, type StoryServer } from '../../testing/thread-oracle/story-servers.ts';
import type { StoryAct, StoryPlan } from '../../testing/thread-oracle/story.ts';
import type { ThreadRecord } from '../model/thread-record.ts';
import { nodeStatuses, type CanvasTarget } from './node-statuses.ts';
import { slowness } from '../../testing/slowness.ts';

let stories: StoryServer;
beforeAll(async () => {
  stories = await startStoryServer();
});
afterAll(() => stories.stop());

const run = (stages: StoryPlan['stages'], inner: Partial<StoryPlan['inner']> = {}): StoryAct => ({
  kind: 'run',
  door: 'wait',
  plan: { stages, inner: { sub: [], deep: [], own: [], call: [], ...inner }, calls: 1 },
  limits: {},
});

/** The record of a thread after some acts of clients that the studio knows nothing of. */
async function recordAfter(...acts: readonly StoryAct[]): Promise<ThreadRecord> {
  const runner = await StoryRunner.create(stories.server.url);
  await runner.runStory({ acts });
  const client = new GraphClient({ apiKey: null, url: stories.server.url });
  return readThreadRecord(client, runner.threadId, new AbortController().signal);
}

const drawn = (record: ThreadRecord, target: CanvasTarget = { kind: 'head' }) =>
  Object.fromEntries([...(nodeStatuses(record, target) ?? [])].map(([id, { status }]) => [id, status]));

/** What the canvas shows at each checkpoint that was about to run some nodes. */
const drawnBefore = (record: ThreadRecord, next: string) =>
  record.checkpoints
    .filter((checkpoint) => checkpoint.namespace === '' && checkpoint.next.join() === next)
    .map(({ checkpointId }) => drawn(record, { kind: 'checkpoint', checkpointId }));

it('draws a finished run of another client in full, with times that its run has room for', async () => {
  const record = await recordAfter(
    run([[{ node: 'sub' }], [{ node: 'b', waitMs: 50 }]], { sub: [[{ node: 'a' }]] }),
  );
  expect(drawn(record)).toEqual({
    enter: 'finished',
    sub: 'finished',
    'sub:enter': 'finished',
    'sub:a': 'finished',
    gather: 'finished',
    b: 'finished',
  });
  const [{ createdAt, endedAt } = {}] = record.runs;
  const runMs = (endedAt ?? 0) - (createdAt ?? 0);
  const nodes = nodeStatuses(record, { kind: 'head' });
  expect(nodes?.get('b')?.time?.ms).toBeGreaterThanOrEqual(50);
  for (const { time } of nodes?.values() ?? []) expect(time?.ms ?? 0).toBeLessThanOrEqual(runMs);
});

it('draws a past checkpoint as it was, and what ran after it on its branch only', async () => {
  const record = await recordAfter(
    run([[{ node: 'a' }], [{ node: 'b', questions: 1 }], [{ node: 'c' }]]),
    { kind: 'resumeAll' },
    // The checkpoint before `b`: the newest but two.
    { kind: 'fork', index: 2, limits: {} },
  );
  const finished = { enter: 'finished', a: 'finished' };
  expect(drawn(record)).toEqual({ ...finished, b: 'interrupted' });
  expect(drawnBefore(record, 'b')).toEqual([
    { ...finished, b: 'interrupted', c: 'later' },
    // The fork: `c` ran on the other branch only.
    { ...finished, b: 'interrupted' },
  ]);
  expect(drawnBefore(record, 'c')).toEqual([{ ...finished, b: 'finished', c: 'next' }]);
  expect(drawnBefore(record, '')).toEqual([{ ...finished, b: 'finished', c: 'finished' }]);
  expect(drawnBefore(record, 'a')).toEqual([{ enter: 'finished', a: 'next', b: 'later', c: 'later' }]);
});

it('draws the node that asks inside a subgraph with a checkpointer of its own', async () => {
  const record = await recordAfter(
    run([[{ node: 'own' }], [{ node: 'b' }]], { own: [[{ node: 'a', questions: 1 }]] }),
  );
  expect(drawn(record)).toEqual({
    enter: 'finished',
    own: 'interrupted',
    'own:enter': 'finished',
    'own:a': 'interrupted',
  });
});

it('draws the second of two sequential questions as waiting', async () => {
  const asks = run([[{ node: 'a', questions: 2 }], [{ node: 'b' }]]);
  expect(drawn(await recordAfter(asks, { kind: 'resumeAll' }))).toEqual({
    enter: 'finished',
    a: 'interrupted',
  });
  const done = await recordAfter(asks, { kind: 'resumeAll' }, { kind: 'resumeAll' });
  expect(drawn(done)).toEqual({ enter: 'finished', a: 'finished', b: 'finished' });
});

it('draws what an error aborted, and what a cancel stopped, as such', async () => {
  const failed = await recordAfter(
    run([
      [
        { node: 'a', failures: 9 },
        { node: 'b', waitMs: 3000 },
      ],
    ]),
  );
  expect(drawn(failed)).toEqual({ enter: 'finished', a: 'failed', b: 'aborted' });
  const plan = {
    stages: [[{ node: 'a' }], [{ node: 'b', waitMs: 3_000 * slowness() }], [{ node: 'c' }]],
    inner: { sub: [], deep: [], own: [], call: [] },
    calls: 1,
  };
  // A busy server begins a run late.
  const cancelled = await recordAfter({
    kind: 'cancel',
    plan,
    afterMs: 1_000 * slowness(),
    isRollback: false,
  });
  expect(drawn(cancelled)).toEqual({ enter: 'finished', a: 'finished', b: 'cancelled' });
  const time = nodeStatuses(cancelled, { kind: 'head' })?.get('b')?.time;
  expect(time?.ms).toBeGreaterThan(50);
});

it('draws what ran inside a subgraph before an edit inside it as finished', async () => {
  const record = await recordAfter(
    run([[{ node: 'sub' }], [{ node: 'b' }]], { sub: [[{ node: 'a' }], [{ node: 'b', questions: 1 }]] }),
    { kind: 'editInner', index: 0, asNode: 'a' },
  );
  expect(drawn(record)).toEqual({
    enter: 'finished',
    sub: 'next',
    'sub:enter': 'finished',
    'sub:a': 'finished',
    'sub:b': 'next',
  });
});
