import { randomUUID } from 'node:crypto';
import { getEventListeners } from 'node:events';
import { Client } from '@langchain/langgraph-sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { differing } from '../../../../src/testing/real-server/server-differences.ts';
import { sharedServer, type SharedServer } from '../../../../src/testing/shared-server.ts';
import { collectItems } from '../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import {
  startRecordingProxy,
  type RecordingProxy,
} from '../../../../src/testing/fault-servers/recording-proxy.ts';
import {
  GraphClient,
  RemoteCommand,
  RemoteGraph,
  type CreatedRun,
  type ProtocolEvent,
  type RemoteGraphCallOptions,
} from '../index.ts';
import { slowness } from '../../../../src/testing/slowness.ts';

/** Our client and that of the official SDK, in one suite. */
const clients = [
  ['our own client', (url: string) => new GraphClient({ url, apiKey: null })],
  [
    "the official SDK's client",
    (url: string) => new Client({ apiUrl: url, apiKey: null, callerOptions: { maxRetries: 0 } }),
  ],
] as const;

let real: SharedServer;

beforeAll(async () => {
  real = await sharedServer('real');
});

const newThread = () => ({ configurable: { thread_id: randomUUID() } });
const v3 = { version: 'v3' as const };

function contentOf(events: readonly ProtocolEvent[]): unknown[] {
  return events
    .filter(({ method, params }) => method === 'lifecycle' && params.namespace.length === 0)
    .map(({ params }) => Reflect.get(Object(params.data), 'event'));
}

// Runs wait for the server most of their time. Open connections are counted one test after the other.
describe.each(clients)('a remote graph through %s', { timeout: 30_000 * slowness() }, (_, clientFor) => {
  const graphOf = (name: string): RemoteGraph => new RemoteGraph(name, { client: clientFor(real.url) });

  // No other test uses this graph: a run without a thread, of the same graph at the same time, can take the memory from a run
  // of the JavaScript server (docs/protocol.md, Runs without a thread).
  const graphWithMemory = (): RemoteGraph => graphOf('talk');

  /** How many turns a thread of the graph `talk` remembers. */
  const turnsIn = (values: unknown): number =>
    (values as { readonly conversation: readonly unknown[] }).conversation.length;

  /** The state of a thread of `talk` before its first turn. */
  async function firstState(talk: RemoteGraph, config: { readonly configurable: object }) {
    for await (const state of talk.getStateHistory(config)) {
      if (state.next.includes('repeat') && turnsIn(state.values) === 0) return state;
    }
    throw new Error('The thread has no state before its first turn.');
  }

  it.concurrent('plain calls after a fork lose no message', async () => {
    const talk = graphWithMemory();
    const config = newThread();
    expect(turnsIn(await talk.invoke({}, config))).toBe(1);
    expect(turnsIn(await talk.invoke({}, config))).toBe(2);
    const first = await firstState(talk, config);
    expect(turnsIn(await talk.invoke(null, first.config))).toBe(1);
    expect(turnsIn(await talk.invoke({}, config))).toBe(2);
    expect(turnsIn(await talk.invoke({}, config))).toBe(3);
  });

  it.concurrent.each([false, 0, '', null, {}])('%j is an answer', async (answer) => {
    const writer = graphOf('writer');
    const config = newThread();
    await writer.invoke({ text: 'a' }, config);
    expect(await writer.invoke(new RemoteCommand({ resume: answer }), config)).toMatchObject({
      log: ['plan', `answer: ${JSON.stringify(answer)}`, 'publish'],
    });
  });

  it.concurrent('a second run on a thread has only its own events', async () => {
    const writer = graphOf('writer');
    const config = newThread();
    const first = await collectItems(await writer.streamEvents({ text: 'a' }, { ...config, ...v3 }));
    expect(contentOf(first)).toEqual(['running', 'interrupted']);
    const answer = new RemoteCommand({ resume: false });
    const second = await collectItems(await writer.streamEvents(answer, { ...config, ...v3 }));
    expect(contentOf(second)).toEqual(['running', 'completed']);
    const ids = new Set(first.map(({ event_id }) => event_id));
    expect(second.filter(({ event_id }) => ids.has(event_id))).toEqual([]);
    expect(new Set(second.map(({ event_id }) => event_id)).size).toBe(second.length);
    expect((await writer.getState(config)).values).toMatchObject({
      log: ['plan', 'answer: false', 'publish'],
    });
  });

  it.concurrent('events of a run from an older state, and of those after it', async () => {
    const talk = graphWithMemory();
    const config = newThread();
    const turns = async (input: unknown, options: Partial<RemoteGraphCallOptions>): Promise<number> => {
      const events = await collectItems(await talk.streamEvents(input, { ...options, ...v3 }));
      expect(contentOf(events)).toEqual(['running', 'completed']);
      return turnsIn((await talk.getState(config)).values);
    };
    expect(await turns({}, config)).toBe(1);
    expect(await turns({}, config)).toBe(2);
    const first = await firstState(talk, config);
    expect(await turns(null, first.config)).toBe(1);
    expect(await turns({}, config)).toBe(2);
    const checkpointId = String(first.config.configurable?.['checkpoint_id']);
    expect(await turns(null, { ...config, checkpointId })).toBe(1);
    expect(await turns(null, { ...config, checkpoint: { checkpoint_id: checkpointId } })).toBe(1);
    expect(await turns({}, config)).toBe(2);
  });

  it.concurrent('reports the ids of a run, marks it, and omits events of subgraphs on request', async () => {
    const writer = graphOf('writer');
    const config = newThread();
    const created: CreatedRun[] = [];
    const options = {
      ...config,
      clientRequestId: 'mine',
      onRunCreated: (run: CreatedRun) => created.push(run),
    };
    const run = await writer.streamEvents({ text: 'a' }, { ...options, ...v3, subgraphs: false });
    expect(created).toEqual([{ run_id: run.runId, thread_id: run.threadId }]);
    expect((await collectItems(run)).every(({ params }) => params.namespace.length === 0)).toBe(true);
    await writer.invoke(new RemoteCommand({ resume: 'yes' }), options);
    const { runs } = new GraphClient({ url: real.url, apiKey: null });
    const marks = (await runs.list(run.threadId)).map(({ metadata }) => metadata?.['client_request_id']);
    expect(marks).toEqual(['mine', 'mine']);
  });

  it.concurrent.each([
    { interruptBefore: ['wait'] },
    { interruptAfter: '*' },
    { webhook: 'http://127.0.0.1:9/' },
    { context: { a: 1 } },
    { durability: 'sync' },
    { checkpointDuring: true },
    { afterSeconds: 1 },
    { feedbackKeys: ['a'] },
    { langsmithTracer: { projectName: 'a' } },
    { streamMode: 'values' },
    { ifNotExists: 'reject' },
    { onDisconnect: 'cancel' },
    { onCompletion: 'delete' },
    { streamResumable: false },
    { transformers: [() => ({})] },
    { outputKeys: ['log'] },
    { checkpoint: { checkpoint_id: 'c', checkpoint_ns: 'sub:1' } },
  ])('events of version 3 reject %o, before anything is sent', async (option) => {
    const server = await startRecordingProxy(real.url);
    try {
      const slow = new RemoteGraph('slow', { client: clientFor(server.url) });
      const options = { ...newThread(), ...(option as Partial<RemoteGraphCallOptions>), ...v3 };
      await expect(slow.streamEvents({}, options)).rejects.toMatchObject({ name: 'ArgumentError' });
      expect(server.requests).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  it.concurrent('a busy thread rejects a second run', async () => {
    const slow = graphOf('slow');
    const config = newThread();
    const stop = new AbortController();
    let onStarted = (): void => {};
    const running = new Promise<void>((resolve) => {
      onStarted = resolve;
    });
    const first = slow.invoke(
      { waitMs: 20_000 },
      { ...config, signal: stop.signal, onRunCreated: onStarted },
    );
    await running;
    await expect(slow.invoke({}, config)).rejects.toMatchObject({ status: differing('busyStatus') });
    stop.abort();
    await expect(first).rejects.toBeInstanceOf(Error);
  });

  describe('connections', () => {
    let server: RecordingProxy;
    let slow: RemoteGraph;

    beforeAll(async () => {
      server = await startRecordingProxy(real.url);
      slow = new RemoteGraph('slow', { client: clientFor(server.url) });
    });

    afterAll(() => server.stop());

    /** What is still open after all could close. */
    const stillOpen = (): Promise<readonly string[]> =>
      vi
        .waitUntil(() => server.open().length === 0, { timeout: 10_000 * slowness() })
        .then(
          () => [],
          () => server.open(),
        );
    const long = { waitMs: 20_000 };

    it('leaves nothing open if events can not be started', async () => {
      const unknown = new RemoteGraph('nosuch', { client: clientFor(server.url) });
      await expect(unknown.streamEvents({}, v3)).rejects.toBeInstanceOf(Error);
      expect(await stillOpen()).toEqual([]);
    });

    it('leaves nothing open if nobody reads them', async () => {
      await slow.streamEvents({ waitMs: 0 }, v3);
      expect(await stillOpen()).toEqual([]);
    });

    it('leaves nothing open after abort(), also between two events', async () => {
      const run = await slow.streamEvents(long, v3);
      const events = run[Symbol.asyncIterator]();
      await events.next();
      run.abort();
      expect(await stillOpen()).toEqual([]);
      const { runs } = new GraphClient({ url: real.url, apiKey: null });
      await expect.poll(async () => (await runs.get(run.threadId, run.runId)).status).toBe('interrupted');
    });

    it('leaves nothing open after its signal, also between two events', async () => {
      const stop = new AbortController();
      const run = await slow.streamEvents(long, { ...v3, signal: stop.signal });
      const events = run[Symbol.asyncIterator]();
      await events.next();
      stop.abort(new Error('enough'));
      expect(await stillOpen()).toEqual([]);
      await expect(collectItems({ [Symbol.asyncIterator]: () => events })).rejects.toThrow('enough');
      expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    });

    it('leaves nothing open when events are left', async () => {
      for await (const _event of await slow.streamEvents(long, v3)) break;
      expect(await stillOpen()).toEqual([]);
    });

    it('leaves nothing open when a stream is left, or aborted', async () => {
      for await (const _chunk of await slow.stream(long, { streamMode: 'values' })) break;
      expect(await stillOpen()).toEqual([]);
      const stop = new AbortController();
      const options = { ...newThread(), streamMode: 'values' as const, signal: stop.signal };
      const reading = collectItems(await slow.stream(long, options));
      await expect.poll(() => server.open()).toHaveLength(1);
      stop.abort(new Error('enough'));
      await expect(reading).rejects.toBeInstanceOf(Error);
      expect(await stillOpen()).toEqual([]);
    });

    it('each call removes its listeners from a shared signal, without a warning', async () => {
      const warnings: Error[] = [];
      const warn = (warning: Error): void => void warnings.push(warning);
      process.on('warning', warn);
      try {
        const { signal } = new AbortController();
        const calls = Array.from({ length: 20 }, (__, index) =>
          index % 2 === 0
            ? slow.invoke({}, { ...newThread(), signal })
            : slow.streamEvents({}, { ...v3, signal }).then(collectItems),
        );
        await Promise.all(calls);
        await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([]);
        expect(warnings.map(({ name }) => name)).not.toContain('MaxListenersExceededWarning');
      } finally {
        process.off('warning', warn);
      }
    });
  });
});
