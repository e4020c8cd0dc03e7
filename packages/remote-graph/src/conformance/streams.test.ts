import { beforeAll, describe, expect, it } from 'vitest';
import { differing } from '../../../../src/testing/real-server/server-differences.ts';
import { sharedServer, type SharedServer } from '../../../../src/testing/shared-server.ts';
import {
  collectFrames,
  humanInput,
  messageTypesIn,
  eventNames,
} from '../../../../src/testing/remote-graph/collect-frames.ts';
import {
  GraphClient,
  StreamError,
  type RunPayload,
  type StreamFrame,
  type WireObject,
  type WireThreadState,
} from '../index.ts';
import { slowness } from '../../../../src/testing/slowness.ts';

/**
 * The public server suite's cases about streams and waits (docs/protocol.md, Conformance suites), against the
 * open-source server.
 */
let server: SharedServer;
let client: GraphClient;

beforeAll(async () => {
  server = await sharedServer('suite');
  client = new GraphClient({ url: server.url, apiKey: null });
});

const newThread = async (): Promise<string> => (await client.threads.create()).thread_id;
const streamed = async (payload: RunPayload, graph = 'agent', threadId?: string): Promise<StreamFrame[]> =>
  collectFrames(client.runs.stream(threadId ?? (await newThread()), graph, payload));

describe.concurrent('streams', () => {
  it('values: metadata and values only, with increasing ids', async () => {
    const frames = await streamed({ input: humanInput('hi'), streamMode: 'values' });
    expect(eventNames(frames)).toEqual(['metadata', 'values']);
    const ids = frames.map(({ id }) => Number(id?.replace('-', '.')));
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    expect(differing('idsAreUnique') ? new Set(ids).size : ids.length).toBe(ids.length);
    expect(messageTypesIn(frames.at(-1)?.json())).toEqual(['human', 'ai', 'tool', 'ai']);
    expect(frames.slice(1).map((frame) => messageTypesIn(frame.json()).length)).toEqual([1, 2, 3, 4]);
  });

  it('updates come in the order agent, tool, agent', async () => {
    const frames = await streamed({ input: humanInput('hi'), streamMode: 'updates' });
    const nodes = frames.slice(1).map((frame) => Object.keys(frame.json() as object)[0]);
    expect(nodes).toEqual(['agent', 'tool', 'agent']);
  });

  it('events carry the steps of the model', async () => {
    const frames = await streamed({ input: humanInput('hi'), streamMode: 'events' });
    const events = new Set(frames.slice(1).map((frame) => (frame.json() as WireObject)['event']));
    expect(eventNames(frames)).toEqual(['metadata', 'events']);
    expect([...events]).toEqual(
      expect.arrayContaining(['on_chain_start', 'on_chat_model_stream', 'on_chat_model_end', 'on_chain_end']),
    );
  });

  it('messages: partial ones, then complete ones', async () => {
    const frames = await streamed({ input: humanInput('hi'), streamMode: 'messages' });
    const of = (name: string): WireObject[] =>
      frames
        .filter(({ event }) => event === name)
        .map((frame) => (frame.json() as WireObject[]).at(-1) ?? {});
    const whole = of('messages/partial').filter(
      ({ content }) => content === 'begin' || content === 'the end',
    );
    expect(new Set(whole.map(({ content }) => content))).toEqual(new Set(['begin', 'the end']));
    const complete = of('messages/complete').map(({ id }) => id);
    for (const { id } of whole) expect(complete).toContain(id);
  });

  it('messages-tuple: a message and its metadata for each piece of the model', async () => {
    const frames = await streamed({ input: humanInput('hi'), streamMode: 'messages-tuple' });
    const tuples = frames
      .filter(({ event }) => event === 'messages')
      .map((frame) => frame.json() as WireObject[]);
    const pieces = tuples.filter(
      ([message]) => message?.['type'] === 'ai' || message?.['type'] === 'AIMessageChunk',
    );
    expect(pieces.map(([message]) => message?.['content']).join('')).toContain('begin');
    expect(tuples.every(([, metadata]) => typeof metadata?.['langgraph_node'] === 'string')).toBe(true);
    expect(pieces.length).toBeGreaterThanOrEqual('begin'.length + 'the end'.length);
  });

  it('several modes in one stream', async () => {
    const frames = await streamed({ input: humanInput('hi'), streamMode: ['messages', 'values'] });
    expect(eventNames(frames)).toEqual(
      expect.arrayContaining([
        'metadata',
        'values',
        'messages/metadata',
        'messages/partial',
        'messages/complete',
      ]),
    );
  });

  it('tasks and checkpoints in their exact order, and debug with the checkpoints of the history', async () => {
    const frames = await streamed({ input: { text: 'x' }, streamMode: ['tasks', 'checkpoints'] }, 'command');
    const received = frames.slice(1).map((frame) => {
      const { name, result, next } = frame.json() as WireObject;
      return frame.event === 'tasks'
        ? `${String(name)} ${result ? 'ends' : 'starts'}`
        : `then ${String(next)}`;
    });
    expect(received).toEqual([
      'then __start__',
      'then first',
      'first starts',
      'first ends',
      'then second',
      'second starts',
      'second ends',
      'then ',
    ]);
    const threadId = await newThread();
    const debug = await streamed({ input: { text: 'x' }, streamMode: 'debug' }, 'command', threadId);
    const checkpoints = debug
      .map((frame) => frame.json() as { readonly type?: string; readonly payload?: WireThreadState })
      .flatMap(({ type, payload }) => (type === 'checkpoint' && payload ? [payload] : []));
    const history = await client.threads.getHistory(threadId);
    const placed = ({ metadata, values, next, checkpoint, parent_checkpoint }: WireThreadState): unknown => ({
      step: metadata?.['step'],
      values,
      next,
      checkpoint,
      parent_checkpoint,
    });
    expect(checkpoints.toReversed().map(placed)).toEqual(history.map(placed));
  });

  it('resumable: joining from before the first event yields the same stream', async () => {
    const threadId = await newThread();
    const run = client.runs.stream(threadId, 'agent', {
      input: humanInput('hi'),
      streamMode: ['values', 'updates'],
    });
    const source = await collectFrames(run);
    const again = await collectFrames(
      client.runs.joinStream(threadId, await run.runId, { lastEventId: '-1' }),
    );
    const plain = ({ id, event, text }: StreamFrame): unknown => [id, event, text];
    expect(again.map(plain)).toEqual(source.map(plain));
    const lastEventId = source[2]?.id ?? '';
    const tail = await collectFrames(client.runs.joinStream(threadId, await run.runId, { lastEventId }));
    expect(tail.map(plain)).toEqual(source.slice(3).map(plain));
  });

  it('an error ends the stream with one error event', async () => {
    const run = client.runs.stream(await newThread(), 'error', { input: { text: '' } });
    const frames = await collectFrames(run);
    expect(frames.at(-1)).toMatchObject({ event: 'error' });
    expect(frames.at(-1)?.json()).toEqual({ error: 'CustomError', message: 'Boo!' });
    expect(await run.end).toMatchObject({
      outcome: 'failed',
      error: { name: 'CustomError', message: 'Boo!' },
    });
  });

  it('an unknown assistant fails with the error of the server, by wait and by stream', async () => {
    const threadId = await newThread();
    const { status, text } = differing('unknownAssistant');
    const words = { status, serverText: expect.stringContaining(text) as string };
    await expect(client.runs.wait(threadId, 'nosuch')).rejects.toMatchObject(words);
    const run = client.runs.stream(threadId, 'nosuch');
    await expect(collectFrames(run)).rejects.toMatchObject(words);
    await expect(run.end).rejects.toMatchObject(words);
  });
});

describe.concurrent('waits and joins', () => {
  it('a failing wait throws and leaves the thread in error; a successful one leaves it idle', async () => {
    const threadId = await newThread();
    const tooShort = { input: humanInput('hi'), config: { recursion_limit: 1 } };
    await expect(client.runs.wait(threadId, 'agent', tooShort)).rejects.toMatchObject({
      errorName: 'GraphRecursionError',
    });
    expect(await client.threads.get(threadId)).toMatchObject({ status: 'error' });
    const answer = await client.runs.wait(threadId, 'agent', { ...tooShort, raiseError: false });
    expect(answer).toMatchObject({ __error__: { error: expect.any(String) as string } });
    expect(
      messageTypesIn(await client.runs.wait(threadId, 'agent', { input: humanInput('hi') })).at(-1),
    ).toBe('ai');
    expect(await client.threads.get(threadId)).toMatchObject({ status: 'idle' });
  });

  it('a failing run fails join and joinStream', async ({ expect: testExpect }) => {
    for (const via of ['join', 'joinStream'] as const) {
      const threadId = await newThread();
      const created: unknown[] = [];
      const onRunCreated = (run: unknown): unknown => created.push(run);
      const { run_id: runId } = await client.runs.create(threadId, 'error', {
        input: { text: '' },
        onRunCreated,
      });
      expect(created).toEqual([{ run_id: runId, thread_id: threadId }]);
      const ends = {
        join: () => client.runs.join(threadId, runId).catch((error: unknown) => error),
        joinStream: async () => {
          const joined = client.runs.joinStream(threadId, runId);
          await collectFrames(joined);
          const { error } = await joined.end;
          return new StreamError(error?.name ?? '', error?.message ?? '', runId);
        },
      };
      expect(await ends[via]()).toMatchObject({ errorName: 'CustomError', message: 'Boo!', runId });
      await testExpect.poll(() => client.runs.get(threadId, runId)).toMatchObject({ status: 'error' });
    }
  });

  it('long tasks are joined until their end', { timeout: 20_000 * slowness() }, async () => {
    // The longest is twice the server's longest wait for a free worker, and several chunks of its response.
    const results = [1_000, 3_000, 6_000].map(async (delay) => {
      const threadId = await newThread();
      const { run_id: runId } = await client.runs.create(threadId, 'delay', { input: { delay } });
      const values = await client.runs.join(threadId, runId);
      return [values, (await client.runs.get(threadId, runId)).status];
    });
    for (const [values, status] of await Promise.all(results)) {
      expect(values).toMatchObject({ done: true });
      expect(status).toBe('success');
    }
  });

  it('stateless runs: create, batch, wait, stream and join', async ({ expect: testExpect }) => {
    const input = { text: 'x' };
    expect(await client.runs.wait(null, 'command', { input })).toMatchObject({
      log: ['first', 'second with x'],
    });
    const run = client.runs.stream(null, 'command', { input, streamMode: 'updates' });
    expect(eventNames(await collectFrames(run))).toEqual(['metadata', 'updates']);
    expect(await run.end).toMatchObject({ outcome: 'finished' });
    expect(await run.runId).toMatch(/^[0-9a-f-]{36}$/);
    const batch = await client.runs.createBatch([
      { assistantId: 'command', input, metadata: { n: 1 } },
      { assistantId: 'ask', input, metadata: { n: 2 }, onCompletion: 'keep' },
    ]);
    expect(batch.map(({ metadata }) => metadata?.['n'])).toEqual([1, 2]);
    const threadId = batch[1]?.thread_id ?? '';
    await testExpect.poll(async () => (await client.threads.get(threadId)).status).toBe('interrupted');
    // Joined while it runs: the JavaScript server knows nothing of it afterwards.
    const delay = 1_000 * slowness();
    const { run_id: runId } = await client.runs.create(null, 'delay', { input: { delay } });
    const joined = client.runs.joinStream(null, runId);
    expect(eventNames(await collectFrames(joined))).toContain('values');
    expect(await joined.end).toMatchObject({ outcome: 'finished' });
  });

  it('afterSeconds delays the start, and feedback keys are sent unchanged', async () => {
    const threadId = await newThread();
    const later = await client.runs.create(threadId, 'command', { input: { text: '' }, afterSeconds: 3600 });
    expect(Date.parse(later.created_at ?? '') - Date.now()).toBeGreaterThan(3_000_000);
    expect(await client.runs.get(threadId, later.run_id)).toMatchObject({ status: 'pending' });
    await client.runs.cancel(threadId, later.run_id);
    const keyed = await client.runs.create(null, 'command', { input: { text: '' }, feedbackKeys: ['liked'] });
    expect(keyed.kwargs).toMatchObject({ feedback_keys: ['liked'] });
  });

  it('the webhook of a run is called with its outcome; a header is passed to the run', async ({
    expect: testExpect,
  }) => {
    const { run_id: runId } = await client.runs.create(
      await newThread(),
      'command',
      { input: { text: 'hook' }, webhook: '/custom/webhook' },
      { headers: { 'x-team': 'blue' } },
    );
    const received = async (): Promise<WireObject | undefined> =>
      ((await (await fetch(`${server.url}/custom/webhook`)).json()) as WireObject[]).find(
        (each) => each['run_id'] === runId,
      );
    await testExpect.poll(received).toBeDefined();
    expect(await received()).toMatchObject({
      status: 'success',
      values: { text: 'hook' },
      kwargs: { config: { configurable: differing('copiedTeam') } },
    });
  });
});
