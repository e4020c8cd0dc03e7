import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import { readThreadRecord } from '../../services/threads/record/read-thread-record.ts';
import { nodeStatuses } from '../../shared/thread-record/node-statuses.ts';
import { testServer } from '../real-server/test-server.ts';
import { slowness } from '../slowness.ts';
import { contradictionsOfJournal } from './check-journal.ts';
import { faultsOfProjections } from './compare-projections.ts';
import { faultsOfRecord } from './compare-record.ts';
import { faultsOfTimes } from './compare-times.ts';
import { readJournal, type JournalSpan } from './journal.ts';
import { readThread } from './oracle.ts';
import { StoryRunner } from './perform-story.ts';
import { readAnswers, type RawAnswers } from './read-answers.ts';
import { startStoryServer, type StoryServer } from './story-servers.ts';
import type { StoryAct, StoryPlan } from './story.ts';

const { signal } = new AbortController();
let stories: StoryServer;
beforeAll(async () => {
  stories = await startStoryServer();
});
afterAll(() => stories.stop());

/** The JavaScript server writes its data to disk 3 s after a change, the Python server every 10 s. */
const savedMs = testServer === 'javascript' ? 4000 : 12_000;

const run = (door: 'create' | 'wait', stages: StoryPlan['stages']): StoryAct => ({
  kind: 'run',
  door,
  plan: { stages, inner: {}, calls: 1 },
  limits: {},
});

interface Observed {
  readonly answers: RawAnswers;
  readonly record: ThreadRecord;
  readonly journal: readonly JournalSpan[];
}

/** The record of a thread, and what the server and the nodes say, after comparing them. */
async function observe(threadId: string): Promise<Observed> {
  const { url } = stories.server;
  const answers = await readAnswers(url, threadId);
  const record = await readThreadRecord(new GraphClient({ url }), threadId, signal);
  const reading = readThread(answers);
  const journal = await readJournal(stories.journal, threadId);
  expect(contradictionsOfJournal(reading, journal)).toEqual([]);
  expect(faultsOfRecord(record, { answers, reading, journal })).toEqual([]);
  expect(faultsOfProjections(record, answers, reading)).toEqual([]);
  expect(faultsOfTimes(record, reading, journal)).toEqual([]);
  return { answers, record, journal };
}

const statusesAt = ({ record }: Observed, checkpointId: string | null): Record<string, string> => {
  const target =
    checkpointId === null ? ({ kind: 'head' } as const) : ({ kind: 'checkpoint', checkpointId } as const);
  return Object.fromEntries(
    [...(nodeStatuses(record, target) ?? [])].map(([nodeId, { status }]) => [nodeId, status]),
  );
};

it.skipIf(testServer !== 'javascript')(
  'the record of a thread says what ran, and what the server takes for running, after the server was killed and came back',
  async () => {
    const { server, journal: folder } = stories;
    const { threadId, ...runner } = await startedThread();
    await runner.perform(run('create', [[{ node: 'b', waitMs: 60_000 }]]));
    await expect
      .poll(async () => (await readJournal(folder, threadId)).filter(({ node }) => node === 'b').length)
      .toBe(2);
    await delay(savedMs);
    const before = (await observe(threadId)).record;
    await server.kill();
    await server.restart();

    const restarted = await observe(threadId);
    // The server lists the run as active, although nothing works at it any more.
    expect(restarted.answers.runs.map(({ status }) => status)).toEqual(['success', 'running']);
    expect(restarted.record.runs).toMatchObject([
      { status: 'ended', ending: { kind: 'finished' } },
      { status: 'running', ending: null },
    ]);
    expect(restarted.record.executions).toEqual(before.executions);
    const finished = { enter: 'finished', a: 'finished', b: 'finished', c: 'finished' };
    const [last] = restarted.answers.checkpoints.get('')?.filter(({ next }) => next.length === 0) ?? [];
    const lastId = last?.checkpoint.checkpoint_id ?? '';
    expect(statusesAt(restarted, lastId)).toMatchObject(finished);
    expect(statusesAt(restarted, null)).toMatchObject({ enter: 'finished', b: 'running' });

    // The server deletes the checkpoints of a run with it.
    const [, stale] = restarted.answers.runs;
    await new GraphClient({ url: server.url }).runs.delete(threadId, stale?.run_id ?? '');
    const cleared = await observe(threadId);
    expect(cleared.record.headId).toBe(lastId);
    expect(statusesAt(cleared, null)).toMatchObject(finished);
  },
  120_000 * slowness(),
);

it.skipIf(testServer !== 'python')(
  'the record of a thread whose server was killed, and runs its last run again, says which nodes ran and which runs',
  async () => {
    const { server, journal: folder } = stories;
    // Nobody reads a state before: that server would write no checkpoints any more.
    const { threadId, perform } = await startedThread();
    await perform(run('create', [[{ node: 'b', waitMs: 60_000 }]]));
    const notedStarts = async (): Promise<number> =>
      (await readJournal(folder, threadId)).reduce(
        (sum, { node, starts }) => sum + (node === 'b' ? starts : 0),
        0,
      );
    await expect.poll(notedStarts).toBe(2);
    await delay(savedMs);
    await server.kill();
    await server.restart();
    await expect.poll(notedStarts).toBe(3);

    const restarted = await observe(threadId);
    expect(restarted.answers.runs.map(({ status }) => status)).toEqual(['success', 'running']);
    expect(restarted.record.runs).toMatchObject([
      { status: 'ended', ending: { kind: 'finished' } },
      { status: 'running', ending: null },
    ]);
    expect(statusesAt(restarted, null)).toMatchObject({ enter: 'finished', b: 'running' });
  },
  120_000 * slowness(),
);

it.skipIf(testServer !== 'python')(
  'the record of a thread that came back without its checkpoints says that it is unknown how its runs ended',
  async () => {
    const { server } = stories;
    const { threadId } = await startedThread();
    await observe(threadId);
    await delay(savedMs);
    await server.kill();
    await server.restart();

    const answers = await readAnswers(server.url, threadId);
    expect(answers.runs.map(({ status }) => status)).toEqual(['success']);
    expect(answers.checkpoints.get('')).toEqual([]);
    const record = await readThreadRecord(new GraphClient({ url: server.url }), threadId, signal);
    expect(record).toMatchObject({ headId: null, checkpoints: [], executions: [] });
    expect(record.runs).toMatchObject([{ status: 'ended', ending: { kind: 'unknown' } }]);
  },
  120_000 * slowness(),
);

it(
  'the record of a thread that its server lost with a crash can not be read, as the server has no such thread',
  async () => {
    const client = new GraphClient({ url: stories.server.url });
    const threadId = await lostThread(client);
    await expect(readThreadRecord(client, threadId, signal)).rejects.toMatchObject({ status: 404 });
  },
  120_000 * slowness(),
);

/** A thread that the server has written nothing of when it is killed, which takes another try if it was just about to. */
async function lostThread(client: GraphClient): Promise<string> {
  const { server } = stories;
  for (let attempt = 0; attempt < 5; attempt += 1) {
    const { threadId } = await startedThread();
    expect((await readThreadRecord(client, threadId, signal)).runs).toHaveLength(1);
    await server.kill();
    await server.restart();
    if ((await fetch(`${server.url}/threads/${threadId}`)).status === 404) return threadId;
  }
  throw new Error('The server kept all threads.');
}

async function startedThread(): Promise<{
  readonly threadId: string;
  readonly perform: (act: StoryAct) => Promise<void>;
}> {
  const runner = await StoryRunner.create(stories.server.url);
  await runner.runStory({ acts: [run('wait', [[{ node: 'a' }], [{ node: 'b' }], [{ node: 'c' }]])] });
  return { threadId: runner.threadId, perform: (act) => runner.perform(act) };
}
