import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { CloneBranches, CloneProgress, CloneResult } from '../../../shared/model/thread-clone.ts';
import { startRealServer, type RealServer } from '../../../testing/real-server/real-server.ts';
import { sharedServer, type SharedServer } from '../../../testing/shared-server.ts';
import { slowness } from '../../../testing/slowness.ts';
import { cloneThread } from './clone-thread.ts';
import { createClones, type Clones } from './create-clones.ts';
import { newestBranch, readSourceHistory, type SourceCheckpoint } from './source-history.ts';

const { signal } = new AbortController();

let server: SharedServer;
let second: RealServer;
let source: GraphClient;
let target: GraphClient;
let clones: Clones;
beforeAll(async () => {
  [server, second] = await Promise.all([sharedServer('real'), startRealServer({ shared: true })]);
  source = new GraphClient({ url: server.url, apiKey: null });
  target = new GraphClient({ url: second.url, apiKey: null });
  clones = createClones({
    log: () => undefined,
    clients: { get: (connectionId) => Promise.resolve(connectionId === 'second' ? target : source) },
  });
});
afterAll(() => second.stop());

async function run(client: GraphClient, graph: string, threadId: string, request: object): Promise<void> {
  const url = client === source ? server.url : second.url;
  const answer = await fetch(`${url}/threads/${threadId}/runs/wait`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ assistant_id: graph, ...request }),
  });
  await answer.text();
}

async function newThread(metadata: Record<string, unknown> = {}): Promise<string> {
  return (await source.threads.create({ metadata })).thread_id;
}

const clone = (
  threadId: string,
  graphId: string,
  {
    name = null,
    to = 'second',
    branches = 'newest',
  }: { name?: string | null; to?: string; branches?: CloneBranches } = {},
): Promise<CloneResult> =>
  clones.calls['clones.start'](
    {
      connectionId: to,
      graphId,
      source: { connectionId: 'first', threadId },
      cloneId: randomUUID(),
      name,
      branches,
    },
    signal,
  );

const branchOf = async (client: GraphClient, threadId: string): Promise<SourceCheckpoint[]> =>
  newestBranch(await readSourceHistory(client, threadId, signal));

const statesOf = async (client: GraphClient, threadId: string): Promise<unknown[]> =>
  (await branchOf(client, threadId)).map(({ valuesText, next }) => [JSON.parse(valuesText), next]);

/** Branches as lists of values and next nodes, from the root to the leaf. */
async function treeOf(client: GraphClient, threadId: string): Promise<string[]> {
  const history = await readSourceHistory(client, threadId, signal);
  const parents = new Set(history.map(({ parentId }) => parentId));
  const leaves = history.filter(({ checkpointId }) => !parents.has(checkpointId));
  return leaves
    .map((leaf) =>
      newestBranch([leaf, ...history])
        .map(({ valuesText, next }) => [valuesText, next.includes('__start__') ? ['__start__'] : next])
        .map((checkpoint) => JSON.stringify(checkpoint))
        .join('\n'),
    )
    .toSorted();
}

const valuesOf = async (client: GraphClient, threadId: string): Promise<string[]> =>
  (await readSourceHistory(client, threadId, signal)).map(({ valuesText }) => valuesText).toSorted();

async function threadsOn(client: GraphClient, metadata: Record<string, unknown>): Promise<unknown[]> {
  return client.threads.search({ metadata });
}

describe('a clone on a second server', { timeout: 30_000 * slowness() }, () => {
  it('has every checkpoint of an interrupted, answered, edited and repeated run', async () => {
    const threadId = await newThread({ name: 'Letter', tags: ['a'], ticket: 7 });
    await run(source, 'writer', threadId, { input: { text: 'hi' } });
    await run(source, 'writer', threadId, { command: { resume: 'yes' } });
    await source.threads.updateState(threadId, { values: { log: 'edited' }, asNode: 'plan' });
    await run(source, 'writer', threadId, { input: { text: 'again' } });
    const before = await statesOf(source, threadId);

    const result = await clone(threadId, 'writer', { name: 'Copy of Letter' });

    expect(result).toMatchObject({
      name: 'Copy of Letter',
      checkpoints: 11,
      same: 10,
      // The new input discarded what the edit would have run next. Supersteps don't, but what follows is the same.
      differences: [{ position: 8, keys: [], missingNext: [], extraNext: ['write'] }],
      metadataDiffers: false,
      overwrittenKeys: ['log'],
      losses: [
        { kind: 'pending-interrupts', count: 1 },
        { kind: 'subgraph-checkpoints', count: 3 },
        { kind: 'runs', count: 3 },
      ],
    });
    expect(result.threadId).not.toBe(threadId);
    const after = await statesOf(target, result.threadId);
    expect(after.filter((_, index) => index !== 7)).toEqual(before.filter((_, index) => index !== 7));
    expect(await statesOf(source, threadId)).toEqual(before);
    const record = await target.threads.get(result.threadId);
    expect(record.metadata).toMatchObject({
      name: 'Copy of Letter',
      tags: ['a'],
      ticket: 7,
      graph_id: 'writer',
    });
    // The interrupt is raised again by a run, as the result says.
    await run(target, 'writer', result.threadId, { input: null });
    const state = await target.threads.getState(result.threadId);
    expect(state.tasks?.flatMap(({ interrupts }) => interrupts ?? [])).toMatchObject([
      { value: { question: 'Publish?' } },
    ]);
  });

  it('keeps the ids of messages, which the nodes do not report', async () => {
    const threadId = await newThread();
    const say = (content: string) => ({ input: { conversation: [{ type: 'human', content }] } });
    await run(source, 'talk', threadId, say('hey'));
    await run(source, 'talk', threadId, say('again'));
    const result = await clone(threadId, 'talk');
    expect(result).toMatchObject({ checkpoints: 6, same: 6, differences: [], overwrittenKeys: [] });
    expect(await statesOf(target, result.threadId)).toEqual(await statesOf(source, threadId));
  });

  it('has the joined result of several tasks that asked', async () => {
    const threadId = await newThread();
    await run(source, 'panel', threadId, { input: { topic: 'x' } });
    const { tasks = [] } = await source.threads.getState(threadId);
    const ids = tasks.flatMap(({ interrupts }) => (interrupts ?? []).map(({ id }) => String(id)));
    expect(ids).toHaveLength(3);
    await run(source, 'panel', threadId, {
      command: { resume: Object.fromEntries(ids.map((id) => [id, 'ok'])) },
    });
    const result = await clone(threadId, 'panel');
    expect(result).toMatchObject({ same: 5, differences: [], overwrittenKeys: ['log'] });
    expect(await statesOf(target, result.threadId)).toEqual(await statesOf(source, threadId));
  });

  it('goes where a node’s command said, which the history does not report', async () => {
    const suite = await sharedServer('suite');
    const client = new GraphClient({ url: suite.url, apiKey: suite.token });
    const { thread_id: threadId } = await client.threads.create();
    await client.runs.wait(threadId, 'command', { input: { text: 'x' } });
    const request = {
      source: client,
      sourceThreadId: threadId,
      target: client,
      graphId: 'command',
      branches: 'all' as const,
    };
    const result = await cloneThread(request, null, signal, () => undefined);
    expect(result).toMatchObject({ checkpoints: 4, same: 4, differences: [] });
    expect(await statesOf(client, result.threadId)).toEqual(await statesOf(client, threadId));
  });

  it('says what a step that failed, and other branches, lose', async () => {
    const failed = await newThread();
    await run(source, 'broken', failed, { input: { text: 'x' } });
    expect(await clone(failed, 'broken')).toMatchObject({
      differences: [],
      losses: [
        { kind: 'failed-tasks', count: 1 },
        { kind: 'runs', count: 1 },
      ],
    });
    const forked = await newThread();
    await run(source, 'talk', forked, { input: { conversation: [{ type: 'human', content: 'hey' }] } });
    const [, middle] = await branchOf(source, forked);
    await source.threads.updateState(forked, {
      values: { aside: [{ type: 'human', content: 'other', id: 'm1' }] },
      asNode: 'repeat',
      checkpointId: middle?.checkpointId,
    });
    const result = await clone(forked, 'talk');
    expect(result).toMatchObject({ checkpoints: 3, same: 3 });
    expect(result.losses).toContainEqual({ kind: 'other-branches', count: 1 });
    expect(await statesOf(target, result.threadId)).toEqual(await statesOf(source, forked));
  });

  it('has all branches, each from where it left the others', async () => {
    const threadId = await newThread();
    await run(source, 'writer', threadId, { input: { text: 'a' } });
    const planned = (await branchOf(source, threadId)).find(({ next }) => next.includes('write'));
    const at = { checkpoint_id: planned?.checkpointId };
    await run(source, 'writer', threadId, { input: { text: 'other' }, ...at });
    await run(source, 'writer', threadId, { input: null, ...at });
    const edit = { values: { log: 'edited' }, asNode: 'plan', checkpointId: planned?.checkpointId };
    await source.threads.updateState(threadId, edit);
    const result = await clone(threadId, 'writer', { branches: 'all' });
    expect(result).toMatchObject({
      checkpoints: 11,
      branches: 4,
      same: 10,
      // As on the newest branch: an input of a run discards what was to run next, a made one does not.
      differences: [{ branch: 3, position: 4, keys: [], missingNext: [], extraNext: ['write'] }],
      losses: [{ kind: 'pending-interrupts', count: 3 }, { kind: 'subgraph-checkpoints' }, { kind: 'runs' }],
    });
    expect(await treeOf(target, result.threadId)).toEqual(await treeOf(source, threadId));
    expect(await statesOf(target, result.threadId)).toEqual(await statesOf(source, threadId));
    const newest = await clone(threadId, 'writer', { branches: 'newest' });
    expect(newest).toMatchObject({ checkpoints: 4, branches: 1, same: 4 });
    expect(newest.losses).toContainEqual({ kind: 'other-branches', count: 7 });
  });

  it('has the values that several nodes wrote on another branch, and says that one wrote for all', async () => {
    const threadId = await newThread();
    await run(source, 'panel', threadId, { input: { topic: 'x' } });
    const { tasks = [] } = await source.threads.getState(threadId);
    const ids = tasks.flatMap(({ interrupts }) => (interrupts ?? []).map(({ id }) => String(id)));
    const resume = Object.fromEntries(ids.map((id) => [id, 'ok']));
    await run(source, 'panel', threadId, { command: { resume } });
    const [, branchStart] = await branchOf(source, threadId);
    await source.threads.updateState(threadId, {
      values: {},
      asNode: '__start__',
      checkpointId: branchStart?.checkpointId,
    });
    const result = await clone(threadId, 'panel', { branches: 'all' });
    expect(result).toMatchObject({ checkpoints: 6, branches: 2, same: 6 });
    expect(result.losses).toContainEqual({ kind: 'joined-writers', count: 1 });
    expect(await valuesOf(target, result.threadId)).toEqual(await valuesOf(source, threadId));
    expect(await statesOf(target, result.threadId)).toEqual(await statesOf(source, threadId));
  });

  it('may be on the same server, and of a thread that never ran', async () => {
    const empty = (await source.threads.create({ graphId: 'writer', metadata: { name: 'Empty' } })).thread_id;
    const result = await clone(empty, 'writer', { to: 'first' });
    expect(result).toMatchObject({ name: 'Empty', checkpoints: 0, same: 0, differences: [], losses: [] });
  });

  it('is refused before anything is written if the graph is another one, or missing', async () => {
    const marker = randomUUID();
    const threadId = await newThread({ marker });
    await run(source, 'writer', threadId, { input: { text: 'hi' } });
    const on = (graphId: string) => ({
      connectionId: 'second',
      graphId,
      source: { connectionId: 'first', threadId },
      branches: 'all' as const,
    });
    expect(await clones.calls['clones.check'](on('talk'), signal)).toMatchObject({
      graphId: 'writer',
      missingNodes: ['plan', 'write', 'ask'],
    });
    await expect(clone(threadId, 'talk')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(clone(threadId, 'nothing')).rejects.toMatchObject({ code: 'not-found' });
    expect(await threadsOn(target, { marker })).toEqual([]);
    expect(await clones.calls['clones.check'](on('writer'), signal)).toEqual({
      checkpoints: 4,
      otherBranches: 0,
      graphId: 'writer',
      missingNodes: [],
      losses: [
        { kind: 'pending-interrupts', count: 1 },
        { kind: 'subgraph-checkpoints', count: 1 },
        { kind: 'runs', count: 1 },
      ],
    });
  });

  it('is deleted if it is cancelled while it is made', async () => {
    const marker = randomUUID();
    const threadId = await newThread({ marker });
    await run(source, 'writer', threadId, { input: { text: 'hi' } });
    const request = { source, sourceThreadId: threadId, target, graphId: 'writer', branches: 'all' as const };
    await source.threads.updateState(threadId, { values: {}, asNode: 'plan' });
    const [, , third] = await branchOf(source, threadId);
    await source.threads.updateState(threadId, {
      values: {},
      asNode: 'plan',
      checkpointId: third?.checkpointId,
    });
    for (const [phase, min] of [
      ['reading', 0],
      ['writing', 0],
      ['writing', 4],
      ['verifying', 0],
    ] as const) {
      const cancelled = new AbortController();
      const started = cloneThread(request, null, cancelled.signal, ({ phase: now, done }) => {
        if (now === phase && done >= min) cancelled.abort();
      });
      await expect(started).rejects.toMatchObject({ name: 'AbortError' });
    }
    expect(await threadsOn(target, { marker })).toEqual([]);
  });

  it('reports how far it is', async () => {
    const threadId = await newThread();
    await run(source, 'talk', threadId, { input: { conversation: [{ type: 'human', content: 'hey' }] } });
    const cloneId = randomUUID();
    const watch = new AbortController();
    const progress = clones.streams['clones.progress']({ cloneId }, watch.signal)[Symbol.asyncIterator]();
    expect(await progress.next()).toMatchObject({ value: { phase: 'waiting', attempt: 1 } });
    const nextProgress = progress.next();
    await clones.calls['clones.start'](
      {
        connectionId: 'second',
        graphId: 'talk',
        source: { connectionId: 'first', threadId },
        branches: 'all',
        cloneId,
        name: null,
      },
      signal,
    );
    expect(['reading', 'writing', 'verifying']).toContain(
      ((await nextProgress).value as CloneProgress).phase,
    );
    watch.abort();
  });
});
