import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type {
  Execution,
  ExecutionSpan,
  RecordedRun,
  ThreadRecord,
} from '../../../shared/model/thread-record.ts';
import { applyChange } from '../../../shared/thread-record/apply-change.ts';
import { startRealServer, type RealServer } from '../../../testing/real-server/real-server.ts';
import { differing } from '../../../testing/real-server/server-differences.ts';
import { clientsFor } from '../../../testing/services/clients-for.ts';
import { slowness } from '../../../testing/slowness.ts';
import { createThreads } from '../create-threads.ts';
import { buildRecord } from './build-record.ts';
import { EvidenceReader } from './evidence-reader.ts';
import { readThreadRecord } from './read-thread-record.ts';

const { signal } = new AbortController();
const connectionId = 'real';

let server: RealServer;
beforeAll(async () => {
  server = await startRealServer({ record: true });
});
afterAll(() => server.stop());

/** A thread that another client uses, as an app does. */
async function startThread(graph: string) {
  const client = new GraphClient({ url: server.url, apiKey: null });
  const { thread_id: threadId } = await client.threads.create({ graphId: graph });
  const post = async (route: string, body: object): Promise<unknown> => {
    const response = await fetch(`${server.url}/threads/${threadId}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return text === '' ? null : JSON.parse(text);
  };
  const read = (): Promise<ThreadRecord> => readThreadRecord(client, threadId, signal);
  return {
    client,
    threadId,
    read,
    post,
    /** Waits until the server says of no run that it is active, and of the thread neither. */
    async run(body: object): Promise<ThreadRecord> {
      await post('/runs/wait', { assistant_id: graph, ...body });
      await vi.waitFor(
        async () => expect((await client.threads.get(threadId)).status).not.toBe('busy'),
        soon,
      );
      return read();
    },
    start: async (body: object): Promise<string> =>
      ((await post('/runs', { assistant_id: graph, ...body })) as { readonly run_id: string }).run_id,
    /** Answers the only question that waits, by its id. */
    interruptId: async (): Promise<string> => {
      const record = await read();
      const [question] = record.questions.filter(({ status }) => status === 'waiting');
      return question?.interruptId ?? '';
    },
  };
}

const statusesOf = ({ executions }: ThreadRecord): string[] =>
  executions.map(({ nodeId, status }) => `${nodeId} ${status}`);
const endingsOf = ({ runs }: ThreadRecord) => runs.map(({ ending }) => ending);
const only = <T>(entries: readonly T[]): T => {
  const [entry, ...others] = entries;
  if (entry === undefined || others.length > 0) throw new Error(`${entries.length} entries.`);
  return entry;
};
const named = ({ executions }: ThreadRecord, nodeId: string): Execution[] =>
  executions.filter((execution) => execution.nodeId === nodeId);
const milliseconds = ({ startedAt, endedAt }: ExecutionSpan): number =>
  (endedAt?.ms ?? NaN) - (startedAt?.ms ?? NaN);
const runOf = ({ runs }: ThreadRecord): RecordedRun => only(runs);

/** No execution is longer than the one around it, or than its run. */
function expectWithin({ executions, runs }: ThreadRecord): void {
  const byId = new Map(executions.map((execution) => [execution.executionId, execution]));
  const longer = executions.flatMap(({ nodeId, parentId, spans }) =>
    spans.flatMap(({ runId, startedAt, endedAt }) => {
      const run = runs.find((one) => one.runId === runId);
      const around = byId.get(parentId ?? '')?.spans.find((one) => one.runId === runId);
      const earliest = Math.max(run?.createdAt ?? 0, around?.startedAt?.ms ?? 0);
      const latest = Math.min(run?.endedAt ?? Infinity, around?.endedAt?.ms ?? Infinity);
      const from = startedAt?.ms ?? earliest;
      const to = endedAt?.ms ?? latest;
      return from >= earliest && to >= from && to <= latest ? [] : [[nodeId, from, to, earliest, latest]];
    }),
  );
  expect(longer).toEqual([]);
}

/** With its checkpoints by namespace, as a new reading has them. */
const sorted = (record: ThreadRecord | undefined): object => ({
  ...record,
  checkpoints: record?.checkpoints.toSorted((a, b) =>
    a.namespace < b.namespace ? -1 : a.namespace > b.namespace ? 1 : 0,
  ),
});

const soon = { timeout: 10_000 * slowness(), interval: 50 };

const timeout = 40_000 * slowness();

describe.concurrent('the record of runs that nobody followed', { timeout }, () => {
  it('has each node of a run by /runs/wait as finished, with the times that its checkpoints give', async () => {
    const { run } = await startThread('paces');
    const record = await run({ input: { text: 'x' } });
    expect(statusesOf(record)).toEqual(differing('pacesRecorded'));
    expect(endingsOf(record)).toEqual([{ kind: 'finished' }]);
    expect(runOf(record)).toMatchObject({ source: 'unknown', origin: { kind: 'input' } });
    const first = only(only(named(record, 'first')).spans);
    expect([first.startedAt?.bound, first.endedAt?.bound]).toEqual(['exact', 'exact']);
    expect(milliseconds(first)).toBeGreaterThanOrEqual(95);
    const left = only(only(named(record, 'left')).spans);
    expect([left.startedAt?.bound, left.endedAt?.bound]).toEqual(['atLeast', 'atMost']);
    expectWithin(record);
    expect(record.gaps).toEqual([]);
  });

  it('puts the nodes of a subgraph inside the execution that called it', async () => {
    const { run } = await startThread('writer');
    const record = await run({ input: { text: 'x' } });
    expect(statusesOf(record)).toEqual([
      'plan finished',
      'write finished',
      'write:draft finished',
      'write:polish finished',
      'ask interrupted',
    ]);
    const write = only(named(record, 'write'));
    expect(named(record, 'write:draft').map(({ parentId }) => parentId)).toEqual([write.executionId]);
    const ask = only(named(record, 'ask'));
    expect(endingsOf(record)).toEqual([{ kind: 'interrupted', executionIds: [ask.executionId] }]);
    expect(record.questions).toMatchObject([{ executionId: ask.executionId, index: 0, status: 'waiting' }]);
    expectWithin(record);
  });

  it('gives an execution that asked and was answered a time in both runs, and keeps its id', async () => {
    const { run, interruptId } = await startThread('writer');
    const before = await run({ input: { text: 'x' } });
    const id = await interruptId();
    const record = await run({ command: { resume: { [id]: 'yes' } } });
    const ask = only(named(record, 'ask'));
    expect(ask.executionId).toBe(only(named(before, 'ask')).executionId);
    expect(ask.spans.map(({ runId }) => runId)).toEqual(record.runs.map(({ runId }) => runId));
    expect(endingsOf(record)).toEqual([
      { kind: 'interrupted', executionIds: [ask.executionId] },
      { kind: 'finished' },
    ]);
    expect(record.questions.filter(({ status }) => status !== 'answered')).toEqual([]);
    expectWithin(record);
  });

  it('has the second question of a node that asks twice as waiting', async () => {
    const { run, interruptId } = await startThread('offer');
    await run({ input: { topic: 'x' } });
    const first = await interruptId();
    const record = await run({ command: { resume: { [first]: 'A title' } } });
    const ask = only(named(record, 'ask'));
    expect(ask.status).toBe('interrupted');
    expect(record.questions.filter(({ status }) => status === 'waiting')).toMatchObject([
      { executionId: ask.executionId, index: 0 },
    ]);
    expect(endingsOf(record).map((ending) => ending?.kind)).toEqual(['interrupted', 'interrupted']);
    const second = await interruptId();
    const last = await run({ command: { resume: { [second]: 5 } } });
    expect(endingsOf(last).map((ending) => ending?.kind)).toEqual(['interrupted', 'interrupted', 'finished']);
    expect(last.questions.filter(({ status }) => status === 'waiting')).toEqual([]);
  });

  it('shows which of several tasks are answered', async () => {
    const { run, read } = await startThread('panel');
    const interrupted = await run({ input: { topic: 'x' } });
    const [first] = interrupted.questions;
    const record = await run({ command: { resume: { [first?.interruptId ?? '']: 'yes' } } });
    expect(named(record, 'review').map(({ status }) => status)).toEqual([
      'finished',
      'interrupted',
      'interrupted',
    ]);
    expect(only(named(record, 'check')).status).toBe('finished');
    expect(record.questions.filter(({ status }) => status === 'waiting')).toHaveLength(2);
    const [, newest] = endingsOf(await read());
    expect(newest).toMatchObject({ kind: 'interrupted' });
    expectWithin(record);
  });

  it('has what a fork ran again as executions of their own, and of the old branch what it ran', async () => {
    const { run, client, threadId } = await startThread('writer');
    await run({ input: { text: 'x' } });
    const [, beforeAsk] = await client.threads.getHistory(threadId, { limit: 10 });
    const record = await run({ input: null, checkpoint_id: beforeAsk?.checkpoint?.checkpoint_id });
    expect(named(record, 'write')).toHaveLength(2);
    const [old, forked] = named(record, 'ask');
    expect(record.questions).toMatchObject([
      { executionId: old?.executionId, status: 'abandoned' },
      { executionId: forked?.executionId, status: 'waiting' },
    ]);
    expect(forked?.before).toBe(record.headId);
    expectWithin(record);
  });

  it('names the recursion limit, and does not say that the thread paused', async () => {
    const { run } = await startThread('spin');
    const record = await run({ input: { text: 'x' }, config: { recursion_limit: 4 } });
    expect(endingsOf(record)).toMatchObject([{ kind: 'failed', executionId: null, isRecursionLimit: true }]);
    expect(statusesOf(record).at(-1)).toBe('spin next');
  });

  it('groups aborted tasks under the error that aborted them', async () => {
    const { run } = await startThread('quarrel');
    const record = await run({ input: { text: 'x' } });
    const fails = only(named(record, 'fails'));
    expect(fails).toMatchObject({ status: 'failed', error: 'TypeError: it broke' });
    for (const name of ['left', 'right'])
      expect(only(named(record, name))).toMatchObject({ status: 'aborted', abortedBy: fails.executionId });
    expect(only(named(record, 'quick')).status).toBe('finished');
    expect(endingsOf(record)).toEqual([
      {
        kind: 'failed',
        executionId: fails.executionId,
        error: 'TypeError: it broke',
        isRecursionLimit: false,
      },
    ]);
  });

  it('says where a run paused at a breakpoint', async () => {
    const { run } = await startThread('paces');
    const before = await run({ input: { text: 'x' }, interrupt_before: ['last'] });
    expect(endingsOf(before)).toEqual([{ kind: 'paused', ...differing('pauseBeforeJoin') }]);
    expect(named(before, 'last').filter(({ spans }) => spans.length > 0)).toEqual([]);
    const { run: runAgain } = await startThread('paces');
    const after = await runAgain({ input: { text: 'x' }, interrupt_after: ['first'] });
    expect(endingsOf(after)).toEqual([{ kind: 'paused', place: 'after', nodes: ['first'] }]);
    const on = await runAgain({ input: null });
    expect(endingsOf(on).at(-1)).toEqual({ kind: 'finished' });
    expect(named(on, 'left').map(({ spans }) => spans.map(({ runId }) => runId))).toEqual([
      [on.runs.at(-1)?.runId],
    ]);
  });

  it('has the nodes of a subgraph with a checkpointer of its own, which asks', async () => {
    const { run, interruptId } = await startThread('office');
    const record = await run({ input: { text: 'x' } });
    expect(statusesOf(record)).toEqual([
      'clerk interrupted',
      'clerk:ready finished',
      'clerk:ask interrupted',
    ]);
    const ask = only(named(record, 'clerk:ask'));
    expect(record.questions).toMatchObject([{ executionId: ask.executionId, status: 'waiting' }]);
    const id = await interruptId();
    await run({ command: { resume: { [id]: 'yes' } } });
    // Its second call writes to the same namespace.
    const again = await run({ input: { text: 'y' } });
    const [first, second] = named(again, 'clerk');
    expect(named(again, 'clerk:ask').map(({ parentId, status }) => [parentId, status])).toEqual([
      [first?.executionId, 'finished'],
      [second?.executionId, 'interrupted'],
    ]);
    expectWithin(again);
  });

  it('names no nodes of another graph as those that ran before it', async () => {
    const { client, threadId, run, post, read } = await startThread('paces');
    const reader = new EvidenceReader(client, threadId);
    await run({ input: { text: 'x' } });
    const before = buildRecord(await reader.readNewest(signal));
    await post('/runs/wait', { assistant_id: 'writer', input: { text: 'y' } });
    const after = await read();
    const checkpoints = new Set(before.checkpoints.map(({ checkpointId }) => checkpointId));
    const isOld = ({ before: readId }: Execution): boolean => checkpoints.has(readId ?? '');
    const namesOf = ({ executions }: ThreadRecord) => executions.filter(isOld).map(({ nodeId }) => nodeId);
    // The server derives the tasks of all checkpoints from the graph that ran last.
    expect(namesOf(after).filter((name) => !namesOf(before).includes(name))).toEqual([]);
    expect(after.gaps).toEqual([{ kind: 'graph' }]);
    // Who has watched the thread all the time still knows.
    expect(namesOf(buildRecord(await reader.readNewest(signal)))).toEqual(namesOf(before));
    // Had a node asked, the answers would be the same.
    expect(endingsOf(after)[0]).toMatchObject({ kind: 'unknown' });
  });

  it('says of a cancelled run what it was at, for how long', async () => {
    const { start, read, post } = await startThread('slow');
    const runId = await start({ input: { waitMs: 600_000 } });
    await vi.waitFor(async () => expect(statusesOf(await read())).toEqual(['wait running']), soon);
    const running = runOf(await read());
    expect(running).toMatchObject({ status: 'running', ending: null });
    await new Promise((resolve) => setTimeout(resolve, 400));
    await post(`/runs/${runId}/cancel?wait=1`, {});
    await vi.waitFor(async () => expect(runOf(await read()).ending?.kind).toBe('cancelled'), soon);
    const record = await read();
    const wait = only(named(record, 'wait'));
    expect(wait.status).toBe('cancelled');
    expect(milliseconds(only(wait.spans))).toBeGreaterThanOrEqual(400);
  });
});

/** Follows a thread's record until `isDone`, and returns each state of it. */
async function follow(
  threadId: string,
  isDone: (record: ThreadRecord) => boolean,
  act: (record: ThreadRecord) => Promise<unknown> = () => Promise.resolve(),
): Promise<readonly ThreadRecord[]> {
  const { streams } = createThreads({ clients: clientsFor(server.url) });
  const leave = new AbortController();
  const records: ThreadRecord[] = [];
  let acted: Promise<unknown> | null = null;
  let record: ThreadRecord | null = null;
  for await (const change of streams['threads.record']({ connectionId, threadId }, leave.signal)) {
    record = applyChange(record, change);
    if (record === null) throw new Error('A change came before its snapshot.');
    records.push(record);
    acted ??= act(record);
    if (isDone(record)) break;
  }
  leave.abort();
  await acted;
  return records;
}

describe.concurrent('the stream of a record', { timeout }, () => {
  it('shows the run of another client within a second of its start, and its end, and equals a new reading', async () => {
    const { threadId, start, read, post } = await startThread('slow');
    let startedAt = 0;
    let seenAt = 0;
    let isStopped = false;
    const records = await follow(
      threadId,
      (record) => {
        if (seenAt === 0 && record.runs.length > 0) seenAt = performance.now();
        if (!isStopped && statusesOf(record).includes('wait running')) {
          isStopped = true;
          // The end of the stream shows that it arrived.
          post(`/runs/${record.runs[0]?.runId}/cancel`, {}).catch(() => undefined);
        }
        return record.runs.some(({ status }) => status === 'ended');
      },
      async () => {
        await start({ input: { waitMs: 60_000 } });
        startedAt = performance.now();
      },
    );
    expect(seenAt - startedAt).toBeLessThan(1500 * slowness());
    expect(records[0]).toMatchObject({ headId: null, executions: [], runs: [] });
    expect(records.map((record) => statusesOf(record).join())).toContain('wait running');
    expect(sorted(records.at(-1))).toEqual(sorted(await read()));
  });

  it('asks a quiet thread for little more than whether it has a new run, and finds the next run by that', async () => {
    const { threadId, run, client } = await startThread('writer');
    await run({ input: { text: 'x' } });
    const reader = new EvidenceReader(client, threadId, { isWatched: true });
    const first = await reader.readNewest(signal);
    const lists = vi.spyOn(client.runs, 'listAll');
    const histories = vi.spyOn(client.threads, 'getHistory');
    for (let read = 0; read < 7; read += 1) expect(await reader.readNewest(signal)).toBe(first);
    // One look at what is there or, where that would keep a server from saving, none unless ten seconds are over.
    expect(lists.mock.calls.length).toBeLessThanOrEqual(1);
    expect(histories.mock.calls.length).toBeLessThanOrEqual(1);
    await run({ input: { text: 'y' } });
    expect((await reader.readNewest(signal)).runs).toHaveLength(2);
  });

  it('shows an edit of another client', async () => {
    const { threadId, run, post, read } = await startThread('writer');
    await run({ input: { text: 'x' } });
    const records = await follow(
      threadId,
      ({ checkpoints }) => checkpoints.some(({ source }) => source === 'update'),
      (record) => post('/state', { values: { text: 'edited' }, checkpoint_id: record.headId }),
    );
    expect(sorted(records.at(-1))).toEqual(sorted(await read()));
  });

  it('shows an edit of another client inside a subgraph that has ended', async () => {
    const { threadId, run, post, read } = await startThread('writer');
    const { checkpoints } = await run({ input: { text: 'x' } });
    const namespace = checkpoints.find((one) => one.namespace.startsWith('write:'))?.namespace ?? '';
    const records = await follow(
      threadId,
      (record) => record.checkpoints.some((one) => one.namespace === namespace && one.source === 'update'),
      () => post('/state', { values: { text: 'edited' }, checkpoint: { checkpoint_ns: namespace } }),
    );
    expect(sorted(records.at(-1))).toEqual(sorted(await read()));
  });

  it('fails for a thread that is not there', async () => {
    const { streams } = createThreads({ clients: clientsFor(server.url) });
    const missing = { connectionId, threadId: '00000000-0000-4000-8000-000000000000' };
    await expect(
      streams['threads.record'](missing, signal)[Symbol.asyncIterator]().next(),
    ).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
