import { beforeAll, describe, expect, it } from 'vitest';
import { differing } from '../../../../src/testing/real-server/server-differences.ts';
import { sharedServer, type SharedServer } from '../../../../src/testing/shared-server.ts';
import {
  collectFrames,
  humanInput,
  messageTypesIn,
  messagesIn,
} from '../../../../src/testing/remote-graph/collect-frames.ts';
import {
  GraphClient,
  ThreadBusyError,
  type RunPayload,
  type StreamFrame,
  type WireObject,
  type WireThreadState,
} from '../index.ts';

/**
 * The public server suite's cases about runs, interrupts and subgraphs (docs/protocol.md, Conformance
 * suites), against the open-source server.
 */
let server: SharedServer;
let client: GraphClient;

beforeAll(async () => {
  server = await sharedServer('suite');
  client = new GraphClient({ url: server.url, apiKey: null });
});

/** What a state and an event of the mode `debug` say of a checkpoint. */
type Checkpointed = Pick<WireThreadState, 'metadata' | 'checkpoint' | 'parent_checkpoint'>;

const newThread = async (): Promise<string> => (await client.threads.create()).thread_id;
const streamed = async (payload: RunPayload, graph = 'agent', threadId?: string): Promise<StreamFrame[]> =>
  collectFrames(client.runs.stream(threadId ?? (await newThread()), graph, payload));

/** Starts a run that takes a minute, and waits until it runs. */
async function longRun(threadId: string): Promise<string> {
  const run = client.runs.stream(threadId, 'delay', { input: { delay: 60_000 }, streamMode: 'values' });
  for await (const frame of run) if (frame.event === 'values') break;
  return run.runId;
}

describe.concurrent('lists, cancels and several runs on one thread', () => {
  it('list with a status after a cancel, and updating the state: 409 while a run is active, then it works', async () => {
    const threadId = await newThread();
    await client.runs.wait(threadId, 'delay', { input: { delay: 0 } });
    const runId = await longRun(threadId);
    const update = { values: { done: false }, asNode: 'one' };
    await expect(client.threads.updateState(threadId, update)).rejects.toMatchObject({ status: 409 });
    await client.runs.cancel(threadId, runId, true, 'interrupt');
    expect(await client.runs.get(threadId, runId)).toMatchObject({ status: 'interrupted' });
    expect(await client.threads.get(threadId)).toMatchObject({ status: differing('statusAfterCancel') });
    await client.threads.updateState(threadId, update);
    expect((await client.threads.getState(threadId)).values).toMatchObject({ done: false });
    const ids = async (query: object): Promise<string[]> =>
      (await client.runs.list(threadId, query)).map(({ run_id }) => run_id);
    expect(await ids({ status: 'interrupted' })).toEqual([runId]);
    expect(await ids({ status: 'success' })).toHaveLength(1);
    const all: string[] = [];
    for await (const run of client.runs.listAll(threadId, { pageSize: 1 })) all.push(run.run_id);
    expect(all).toEqual(await ids({}));
    await client.runs.delete(threadId, runId);
    await expect(client.runs.get(threadId, runId)).rejects.toMatchObject({ status: 404 });
  });

  // Concurrent tests poll with the expect of their own test.
  it('cancelMany stops the named runs', async ({ expect: testExpect }) => {
    const threadId = await newThread();
    const runId = await longRun(threadId);
    await client.runs.cancelMany({ threadId, runIds: [runId] });
    const status = async (): Promise<unknown> => (await client.runs.get(threadId, runId)).status;
    await testExpect.poll(status).toBe('interrupted');
    expect(await status()).toBe('interrupted');
  });

  it('reject: the second run is rejected because the thread is busy, the first continues', async () => {
    const threadId = await newThread();
    const runId = await longRun(threadId);
    const refused = client.runs.create(threadId, 'delay', { multitaskStrategy: 'reject' });
    await expect(refused).rejects.toBeInstanceOf(ThreadBusyError);
    expect(await client.runs.get(threadId, runId)).toMatchObject({ status: 'running' });
    await client.runs.cancel(threadId, runId, { wait: true });
  });

  it('interrupt: the first run is interrupted, the second one runs', async () => {
    const threadId = await newThread();
    const runId = await longRun(threadId);
    const input = { delay: 0 };
    await client.runs.wait(threadId, 'delay', { input, multitaskStrategy: 'interrupt' });
    expect(await client.runs.get(threadId, runId)).toMatchObject({ status: 'interrupted' });
    expect(await client.threads.get(threadId)).toMatchObject({ status: 'idle' });
  });

  it('rollback: a pending first run is deleted, the second one runs', async () => {
    const threadId = await newThread();
    const first = await client.runs.create(threadId, 'delay', { input: { delay: 0 }, afterSeconds: 60 });
    await client.runs.wait(threadId, 'delay', { input: { delay: 0 }, multitaskStrategy: 'rollback' });
    await expect(client.runs.get(threadId, first.run_id)).rejects.toMatchObject({ status: 404 });
  });

  it('enqueue: both run, one after the other', async () => {
    const threadId = await newThread();
    const input = (content: string): WireObject => ({ ...humanInput(content), delay: 200 });
    await client.runs.create(threadId, 'delay', { input: input('one') });
    await client.runs.wait(threadId, 'delay', { input: input('two'), multitaskStrategy: 'enqueue' });
    const { values } = await client.threads.getState(threadId);
    expect(messageTypesIn(values)).toEqual(['human', 'ai', 'human', 'ai']);
  });
});

describe.concurrent('breakpoints and interrupts', () => {
  it('interrupt before the tool: next is the tool; null continues to four messages and idle', async () => {
    const threadId = await newThread();
    const run = client.runs.stream(threadId, 'agent', { input: humanInput('hi'), interruptBefore: ['tool'] });
    await collectFrames(run);
    expect(await run.end).toMatchObject({ outcome: 'interrupted' });
    expect(await client.threads.getState(threadId)).toMatchObject({ next: ['tool'] });
    expect(await client.threads.get(threadId)).toMatchObject({ status: 'interrupted' });
    expect(messageTypesIn(await client.runs.wait(threadId, 'agent', { input: null }))).toHaveLength(4);
    expect(await client.threads.get(threadId)).toMatchObject({ status: 'idle' });
  });

  it('interrupt before the tool, with a message edited meanwhile', async () => {
    const threadId = await newThread();
    await client.runs.wait(threadId, 'agent', { input: humanInput('hi'), interruptBefore: ['tool'] });
    const { values } = await client.threads.getState(threadId);
    const last = messagesIn(values).at(-1);
    await client.threads.updateState(threadId, { values: { messages: [{ ...last, content: 'edited' }] } });
    expect((await client.threads.getState(threadId)).next).toEqual(['tool']);
    const done = messagesIn(await client.runs.wait(threadId, 'agent', { input: null }));
    expect(done).toHaveLength(4);
    expect(done[1]).toMatchObject({ content: 'edited' });
  });

  it('interrupt before the agent stops at once', async () => {
    const threadId = await newThread();
    await client.runs.wait(threadId, 'agent', { input: humanInput('hi'), interruptBefore: ['agent'] });
    const state = await client.threads.getState(threadId);
    expect([state.next, messageTypesIn(state.values)]).toEqual([['agent'], ['human']]);
  });

  it('interrupt() in a node is in the task and in the thread, and a command answers it', async () => {
    const threadId = await newThread();
    await client.runs.wait(threadId, 'ask', { input: { text: '' } });
    const { tasks = [] } = await client.threads.getState(threadId);
    expect(tasks[0]?.interrupts).toEqual([
      { id: expect.any(String) as string, value: { question: 'Go on?' } },
    ]);
    const thread = await client.threads.get(threadId);
    expect(Object.values(thread.interrupts ?? {})).toEqual([tasks[0]?.interrupts]);
    const done = await client.runs.wait(threadId, 'ask', { command: { resume: 'yes' } });
    expect(done).toMatchObject({ log: ['before', 'answered "yes"'] });
  });

  it('a command writes to the state and goes to a node', async () => {
    const threadId = await newThread();
    await client.runs.wait(threadId, 'command', { input: { text: 'one' } });
    const command = { update: { text: 'two' }, goto: 'second' };
    expect(await client.runs.wait(threadId, 'command', { command })).toMatchObject({
      text: 'two',
      log: ['first', 'second with one', 'second with two'],
    });
  });

  it('a command alone writes to the state', async () => {
    const threadId = await newThread();
    await client.runs.wait(threadId, 'command', { input: { text: 'one' } });
    await client.runs.wait(threadId, 'command', { command: { update: { text: 'two', log: 'told' } } });
    const { values } = await client.threads.getState(threadId);
    expect(values).toEqual({ text: 'two', log: ['first', 'second with one', 'told'] });
  });

  it('a run from the checkpoint of an interrupt reports the checkpoints and parents of the history', async () => {
    const threadId = await newThread();
    const debug = async (payload: RunPayload): Promise<Checkpointed[]> =>
      (await streamed({ ...payload, streamMode: 'debug' }, 'command', threadId))
        .map((frame) => frame.json() as { readonly type?: string; readonly payload?: Checkpointed })
        .flatMap(({ type, payload: reported }) => (type === 'checkpoint' && reported ? [reported] : []));
    const placed = ({ metadata, checkpoint, parent_checkpoint }: Checkpointed): unknown => ({
      step: metadata?.['step'],
      checkpoint,
      parent_checkpoint,
    });
    const first = await debug({ input: { text: 'x' }, interruptBefore: ['second'] });
    const [head] = await client.threads.getHistory(threadId);
    const then = await debug({ checkpoint: head?.checkpoint });
    const history = (await client.threads.getHistory(threadId)).toReversed();
    expect([...first, ...then.slice(1)].map(placed)).toEqual(history.map(placed));
    expect(history.at(-1)?.next).toEqual([]);
  });

  it('a run from a checkpoint creates a branch of it', async () => {
    const threadId = await newThread();
    await client.runs.wait(threadId, 'command', { input: { text: 'x' } });
    const before = (await client.threads.getHistory(threadId)).find(({ next }) => next?.[0] === 'second');
    const { checkpoint_id: checkpointId } = before?.checkpoint ?? {};
    await client.runs.wait(threadId, 'command', { input: null, checkpointId });
    const history = await client.threads.getHistory(threadId);
    const parentOf = (id: string | null | undefined): string | null | undefined =>
      history.find(({ checkpoint }) => checkpoint?.checkpoint_id === id)?.parent_checkpoint?.checkpoint_id;
    // The server writes a copy of the checkpoint first, and continues from it.
    expect(parentOf(parentOf(history[0]?.checkpoint?.checkpoint_id))).toBe(checkpointId);
  });
});

describe.concurrent('subgraphs', () => {
  it('an interrupt in one: state without and with it, an edit by its checkpoint, namespaces after the resume', async () => {
    const threadId = await newThread();
    await client.runs.wait(threadId, 'nested', { input: humanInput('SF') });
    const plain = await client.threads.getState(threadId);
    const [task] = plain.tasks ?? [];
    expect([plain.next, task?.state]).toEqual([['forecast'], null]);
    expect(task?.checkpoint?.checkpoint_ns).toMatch(/^forecast:/);
    const whole = await client.threads.getState(threadId, undefined, { subgraphs: true });
    const inner = whole.tasks?.[0]?.state;
    expect([inner?.next, inner?.values]).toMatchObject([['weather'], { city: 'San Francisco' }]);

    const checkpoint = inner?.checkpoint ?? {};
    await client.threads.updateState(threadId, { values: { city: 'LA' }, checkpoint: task?.checkpoint });
    const checkpointNs = checkpoint.checkpoint_ns ?? '';
    const edited = await client.threads.getState(threadId, { checkpointNs });
    expect(edited.values).toMatchObject({ city: 'LA' });
    const byCheckpoint = await client.threads.getState(threadId, checkpoint, { subgraphs: true });
    expect(byCheckpoint.values).toMatchObject({ city: 'San Francisco' });

    const frames = await streamed(
      { input: null, streamMode: 'updates', streamSubgraphs: true },
      'nested',
      threadId,
    );
    const reported = frames.filter(({ event }) => event === 'updates');
    expect(reported.map(({ namespace }) => namespace.map((each) => each.split(':')[0]))).toEqual([
      ['forecast'],
      [],
    ]);
    expect(reported[0]?.text).toContain('sunny in LA');
    expect(await client.threads.getHistory(threadId)).toHaveLength(4);
    expect(await client.threads.getHistory(threadId, { checkpointNs })).toHaveLength(5);
  });
});

describe.concurrent('what is passed to a run', () => {
  it('context: of the run, else of the assistant, else none', async () => {
    const { runs } = client;
    expect(await runs.wait(null, 'context', { input: {}, context: { model: 'large' } })).toEqual({
      seen: { model: 'large' },
    });
    // The default of its schema is for the graph to fill in: the server checks nothing.
    expect(await runs.wait(null, 'context', { input: {} })).toEqual({ seen: differing('contextWithoutOne') });
    const { assistant_id: id } = await client.assistants.create({
      graphId: 'context',
      context: { model: 'medium' },
    });
    expect(await runs.wait(null, id, { input: {} })).toEqual({ seen: { model: 'medium' } });
    expect(await runs.wait(null, id, { input: {}, context: { model: 'large' } })).toEqual({
      seen: { model: 'large' },
    });
  });

  it('a graph that is built from its configuration: of the run, of the thread', async () => {
    const threadId = await newThread();
    const config = { configurable: { nodeName: 'special' } };
    expect(await client.runs.wait(threadId, 'dynamic', { input: { text: '' }, config })).toMatchObject({
      log: ['special'],
    });
    // Later runs use what the thread remembers.
    const { checkpoint } = await client.threads.updateState(threadId, {
      values: { log: 'by hand' },
      asNode: 'special',
    });
    expect(await client.threads.getState(threadId, checkpoint)).toMatchObject({
      values: { log: ['special', 'by hand'] },
    });
    expect(await client.runs.wait(null, 'dynamic', { input: { text: '' } })).toMatchObject({
      log: ['usual'],
    });
  });
});
