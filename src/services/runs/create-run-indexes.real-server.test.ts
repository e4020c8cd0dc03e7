import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { IndexedRun, RunIndexFilter, RunIndexState } from '../../shared/model/run-index.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { createThreadListCaches } from '../threads/thread-list-caches.ts';
import { createRunIndexes, type RunIndexes } from './create-run-indexes.ts';

const connectionId = 'real';
const all: RunIndexFilter = {
  text: '',
  statuses: [],
  graphIds: [],
  sources: [],
  maxAge: null,
  sortBy: 'createdAt',
  descending: true,
};
let client: GraphClient;
let indexes: RunIndexes;
let mayContinue: ReadonlySet<string> = new Set();
let state: RunIndexState | null = null;
const watching = new AbortController();

beforeAll(async () => {
  const { url } = await sharedServer('real');
  client = new GraphClient({ url, apiKey: null });
  const times = { betweenReadingsMs: 300, settleMs: 50, betweenSnapshotsMs: 10 };
  indexes = createRunIndexes({
    clients: clientsFor(url),
    caches: createThreadListCaches(),
    runsThatMayContinue: () => mayContinue,
    times,
  });
  void (async () => {
    for await (const next of indexes.streams['runIndex.watch']({ connectionId }, watching.signal))
      state = next;
  })();
});
afterAll(() => {
  watching.abort();
  indexes.stop();
});

const list = (filter: Partial<RunIndexFilter>) =>
  indexes.calls['runIndex.list'](
    { connectionId, filter: { ...all, ...filter }, offset: 0, limit: 100 },
    watching.signal,
  );
const runsOf = async (threadId: string): Promise<readonly IndexedRun[]> =>
  (await list({ text: threadId })).runs;

describe('the index of the runs of a server', () => {
  it('lists runs of other clients while it is watched, each with the end that its thread reports', async () => {
    const { thread_id: threadId } = await client.threads.create({ metadata: { name: 'Release notes' } });
    await client.runs.wait(threadId, 'writer', { input: { text: 'x' } });
    await expect
      .poll(async () => (await runsOf(threadId)).map(({ status, threadName }) => [status, threadName]))
      .toEqual([['interrupted', 'Release notes']]);
    await client.runs.wait(threadId, 'writer', { command: { resume: 'yes' } });
    await expect
      .poll(async () => (await runsOf(threadId)).map(({ status, endingText }) => [status, endingText]))
      .toEqual([
        ['finished', 'finished'],
        ['interrupted', expect.stringContaining('interrupted')],
      ]);
    expect(state).toMatchObject({ problem: null });
    expect(state?.counts.map(({ status }) => status)).toContain('finished');
  });

  it('has a run as running that has stopped only until the studio continues it', async () => {
    const { thread_id: threadId } = await client.threads.create();
    const run = await client.runs.create(threadId, 'writer', {
      input: { text: 'x' },
      interruptBefore: '*',
    });
    mayContinue = new Set([run.run_id]);
    await client.runs.join(threadId, run.run_id);
    await expect.poll(async () => (await runsOf(threadId)).map(({ status }) => status)).toEqual(['running']);
    const before = state?.readAt ?? 0;
    await expect.poll(() => state?.readAt ?? 0).toBeGreaterThan(before + 500);
    expect((await runsOf(threadId)).map(({ status }) => status)).toEqual(['running']);
    mayContinue = new Set();
    await expect.poll(async () => (await runsOf(threadId)).map(({ status }) => status)).toEqual(['paused']);
  });

  it('says why a run failed, and finds it by its error', async () => {
    const { thread_id: threadId } = await client.threads.create();
    await client.runs.wait(threadId, 'broken', { input: {}, raiseError: false });
    await expect.poll(async () => (await runsOf(threadId))[0]?.line?.kind).toBe('error');
    const [run] = await runsOf(threadId);
    expect(run).toMatchObject({ status: 'failed', graphId: 'broken' });
    const word = run?.line?.text.split(/\W+/).find((one) => one.length > 5) ?? '';
    expect((await list({ text: word })).runs.some(({ threadId: id }) => id === threadId)).toBe(true);
  });

  it('shows a run while it runs, and forgets a thread that was deleted', async () => {
    const { thread_id: threadId } = await client.threads.create();
    const run = await client.runs.create(threadId, 'slow', { input: { waitMs: 600_000 } });
    await expect.poll(async () => (await runsOf(threadId))[0]?.status).toBe('running');
    await client.runs.cancel(threadId, run.run_id, { wait: true });
    await expect.poll(async () => (await runsOf(threadId))[0]?.status).toBe('cancelled');
    await client.threads.delete(threadId);
    await expect.poll(() => runsOf(threadId)).toEqual([]);
  });

  it('lists the queue of a thread in the order in which it runs', async () => {
    const { thread_id: threadId } = await client.threads.create({ metadata: { name: 'Long work' } });
    const start = (): Promise<{ readonly run_id: string }> =>
      client.runs.create(threadId, 'slow', {
        input: { waitMs: 600_000 },
        multitaskStrategy: 'enqueue',
        streamResumable: false,
      });
    const runs = [await start(), await start(), await start()];
    try {
      await expect
        .poll(async () => (await runsOf(threadId)).map(({ status, ahead }) => [status, ahead]))
        .toEqual([
          ['queued', 2],
          ['queued', 1],
          ['running', null],
        ]);
    } finally {
      for (const { run_id: runId } of runs.toReversed()) await client.runs.cancel(threadId, runId);
    }
    await expect
      .poll(async () => (await runsOf(threadId)).filter(({ status }) => status === 'queued'))
      .toEqual([]);
  });

  it('reads of one run what it was given, answered, did and made', async () => {
    const { thread_id: threadId } = await client.threads.create();
    const detailsOf = (runId: string) =>
      indexes.calls['runIndex.details']({ connectionId, threadId, runId }, watching.signal);
    await client.runs.wait(threadId, 'writer', { input: { text: 'x' } });
    const [interrupted] = await client.runs.list(threadId);
    const first = await detailsOf(interrupted?.run_id ?? '');
    expect(first).toMatchObject({ answer: null, error: null, problem: null });
    expect(first.input?.text).toContain('"x"');
    expect(first.questions).toHaveLength(1);
    expect(first.nodes.map(({ status }) => status)).toContain('interrupted');
    await client.runs.wait(threadId, 'writer', { command: { resume: 'yes' } });
    const [answered] = await client.runs.list(threadId);
    const second = await detailsOf(answered?.run_id ?? '');
    expect(second).toMatchObject({ input: null, answer: { text: '"yes"', length: 5 }, questions: [] });
    expect(second.output?.text).toMatch(/^\{/);
    await expect(detailsOf(crypto.randomUUID())).rejects.toMatchObject({ code: 'not-found' });
  });

  it('forgets a run that the studio deleted, although its thread stays', async () => {
    const { thread_id: threadId } = await client.threads.create();
    for (const text of ['a', 'b']) await client.runs.wait(threadId, 'writer', { input: { text } });
    await expect.poll(async () => (await runsOf(threadId)).length).toBe(2);
    const [, first] = await client.runs.list(threadId);
    await client.runs.delete(threadId, first?.run_id ?? '');
    indexes.changed(connectionId, threadId);
    await expect.poll(async () => (await runsOf(threadId)).length).toBe(1);
  });

  it('finds a run by what its thread contains although it was searched for before it was ever listed', async () => {
    const word = `needle${Date.now()}`;
    const { thread_id: threadId } = await client.threads.create();
    await client.runs.wait(threadId, 'writer', { input: { text: 'hay' } });
    await client.threads.updateState(threadId, { values: { text: word } });
    await expect
      .poll(async () => (await list({ text: word })).runs.map((run) => run.threadId))
      .toEqual([threadId]);
  });

  it('finds a run by what its thread contains once everything was read, also out of sight', async () => {
    const word = `needle${Date.now()}`;
    const { thread_id: threadId } = await client.threads.create();
    await client.runs.wait(threadId, 'writer', { input: { text: 'hay' } });
    await client.threads.updateState(threadId, { values: { text: word } });
    await expect
      .poll(async () => {
        await indexes.calls['runIndex.readAll']({ connectionId }, watching.signal);
        return (await list({ text: word })).runs.map((run) => run.threadId);
      })
      .toEqual([threadId]);
    await expect.poll(() => state).toMatchObject({ hasMore: false, isReadingAll: false });
  });
});
