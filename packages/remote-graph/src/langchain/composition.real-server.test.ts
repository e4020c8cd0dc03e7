import { randomUUID } from 'node:crypto';
import { RunnableLambda } from '@langchain/core/runnables';
import type { Run } from '@langchain/core/tracers/base';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { sharedServer, type SharedServer } from '../../../../src/testing/shared-server.ts';
import { collectItems } from '../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { RemoteException, RemoteGraph } from '../index.ts';

type Values = { readonly waitMs?: number; readonly log?: readonly string[] };

let server: SharedServer;
let slow: RemoteGraph<Values, Values>;
let broken: RemoteGraph<Values, Values>;

beforeAll(async () => {
  server = await sharedServer('real');
  slow = new RemoteGraph('slow', { url: server.url, apiKey: null });
  broken = new RemoteGraph('broken', { url: server.url, apiKey: null });
});

const waited = { log: ['waited'] };
const newThread = () => ({ configurable: { thread_id: randomUUID() } });

describe.concurrent('a remote graph as a runnable, on the real server', () => {
  it('supports pipe, pick and assign', async () => {
    const loud = RunnableLambda.from(({ log = [] }: Values) => log.join().toUpperCase());
    expect(await slow.pipe(loud).invoke({ waitMs: 0 })).toBe('WAITED');
    expect(await slow.pick('log').invoke({ waitMs: 0 })).toEqual(['waited']);
    const more = slow.assign({ count: ({ log }) => (Array.isArray(log) ? log.length : 0) });
    expect(await more.invoke({ waitMs: 0 })).toMatchObject({ ...waited, count: 1 });
    const before = RunnableLambda.from((waitMs: number) => ({ waitMs })).pipe(slow);
    expect(await collectItems(await before.stream(0))).toEqual([{ wait: { log: 'waited' } }]);
  });

  it('runs a batch in order, a few at once, with failures in place or thrown', async () => {
    const inputs: Values[] = [{ waitMs: 1 }, { waitMs: 2 }, { waitMs: 3 }];
    const outputs = await slow.batch(inputs, { maxConcurrency: 2 });
    expect(outputs.map(({ waitMs }) => waitMs)).toEqual([1, 2, 3]);
    expect(await slow.batch([])).toEqual([]);
    expect(await slow.map().invoke(inputs.slice(0, 2))).toMatchObject([{ waitMs: 1 }, { waitMs: 2 }]);
    await expect(slow.batch(inputs, [{}])).rejects.toThrow('same length');
    const [failure] = await broken.batch([{}], {}, { returnExceptions: true });
    expect(failure).toBeInstanceOf(RemoteException);
    await expect(broken.batch([{}])).rejects.toMatchObject({ errorName: 'BoomError' });
  });

  it('yields the outputs of a batch as they complete', async () => {
    const pairs = await collectItems(
      slow.batchAsCompleted([{ waitMs: 1 }, { waitMs: 2 }], { maxConcurrency: 2 }),
    );
    expect(pairs.toSorted(([a], [b]) => a - b)).toMatchObject([
      [0, { waitMs: 1 }],
      [1, { waitMs: 2 }],
    ]);
    const failed = await collectItems(broken.batchAsCompleted([{}], {}, { returnExceptions: true }));
    expect(failed).toMatchObject([[0, { errorName: 'BoomError' }]]);
    await expect(collectItems(broken.batchAsCompleted([{}]))).rejects.toBeInstanceOf(RemoteException);
  });

  it('is retried, 3 times by default, and only for the given errors', async () => {
    const attempts: unknown[] = [];
    const onFailedAttempt = (error: unknown): void => void attempts.push(error);
    const quick = { onFailedAttempt, waitExponentialJitter: false };
    await expect(broken.withRetry(quick).invoke({})).rejects.toMatchObject({ message: 'it broke' });
    expect(attempts).toHaveLength(2);
    attempts.length = 0;
    const named = broken.withRetry({ ...quick, retryIfExceptionType: [TypeError] });
    await expect(named.invoke({})).rejects.toBeInstanceOf(RemoteException);
    expect(attempts).toEqual([]);
    expect(await slow.withRetry(quick).batch([{ waitMs: 0 }])).toMatchObject([waited]);
  });

  it('falls back in order, and throws the first error if all fail', async () => {
    expect(await broken.withFallbacks([slow]).invoke({ waitMs: 0 })).toMatchObject(waited);
    expect(await collectItems(await broken.withFallbacks([slow]).stream({ waitMs: 0 }))).toHaveLength(1);
    const other = RunnableLambda.from((): Values => {
      throw new Error('too');
    });
    await expect(broken.withFallbacks([other]).invoke({})).rejects.toMatchObject({ message: 'it broke' });
    const picky = broken.withFallbacks({ fallbacks: [slow], exceptionsToHandle: [TypeError] });
    await expect(picky.invoke({})).rejects.toBeInstanceOf(RemoteException);
    const fallback = RunnableLambda.from((input: Values) => ({ log: [String(Reflect.get(input, 'error'))] }));
    const reported = broken.withFallbacks({ fallbacks: [fallback], exceptionKey: 'error' });
    expect(await reported.invoke({})).toEqual({ log: ['RemoteException: it broke'] });
    await expect(reported.invoke('text' as unknown as Values)).rejects.toThrow('must be an object');
  });

  it('calls its listeners at start, end and failure', async () => {
    const reported: string[] = [];
    const record =
      (what: string) =>
      (run: Run): void => {
        reported.push(`${what} ${run.name} ${run.error === undefined ? 'well' : 'badly'}`);
      };
    const listeners = { onStart: record('start'), onEnd: record('end'), onError: record('error') };
    await slow.withListeners(listeners).invoke({ waitMs: 0 });
    await expect(broken.withListeners(listeners).invoke({})).rejects.toThrow('it broke');
    expect(reported).toEqual(['start slow well', 'end slow well', 'start broken well', 'error broken badly']);
  });

  it('streams a log of its run', async () => {
    const patches = await collectItems(slow.streamLog({ waitMs: 0 }));
    const ops = patches.flatMap((patch) => patch.ops.map(({ op, path }) => `${op} ${path}`));
    expect(ops[0]).toBe('replace ');
    expect(ops).toContain('add /streamed_output/-');
  });

  it('streams the events inside the graph, also encoded and filtered', async () => {
    const events = await collectItems(slow.streamEvents({ waitMs: 0 }, { version: 'v2' }));
    expect(events.map(({ event, name }) => `${event} ${name}`)).toContain('on_chain_end wait');
    const expected = await collectItems(
      slow.streamEvents({ waitMs: 0 }, { version: 'v2', ...newThread() }, { includeNames: ['wait'] }),
    );
    expect(new Set(expected.map(({ name }) => name))).toEqual(new Set(['wait']));
    const encoded = await collectItems(
      slow.streamEvents({ waitMs: 0 }, { version: 'v2', encoding: 'text/event-stream' }),
    );
    const text = new TextDecoder().decode(Buffer.concat(encoded));
    expect(text).toMatch(/^event: data\ndata: \{/);
    expect(text).toMatch(/event: end\n\n$/);
  });

  it('is bound to options, and concatenates chunks of input', async () => {
    const config = newThread();
    const bound = slow.bind({ ...config, streamMode: ['values'] });
    expect(await collectItems(await bound.stream({ waitMs: 0 }))).toEqual([
      ['values', expect.objectContaining({ waitMs: 0 })],
      ['values', expect.objectContaining(waited)],
    ]);
    const pieces = (async function* () {
      yield { text: 'a' };
      yield { text: 'b' };
    })();
    const texts = slow.withTypes<{ text: string }, unknown>();
    const chunks = await collectItems(texts.transform(pieces, { streamMode: 'values' }));
    expect(chunks[0]).toMatchObject({ text: 'ab' });
    const none = (async function* (): AsyncGenerator<{ text: string }> {})();
    expect(await collectItems(texts.transform(none, {}))).toEqual([]);
  });

  it('becomes a tool, its schema fetched or given', async () => {
    const tool = await slow.asToolAsync({ name: 'wait', description: 'Waits.' });
    expect(tool.name).toBe('wait');
    expect(tool.schema).toHaveProperty('properties.waitMs');
    expect(await tool.invoke({ waitMs: 0 })).toMatchObject(waited);
    const typed = slow.asTool({ name: 'wait', schema: z.object({ waitMs: z.number() }) });
    expect(await typed.invoke({ waitMs: 0 })).toMatchObject(waited);
  });

  it('reads a history of any length, and recreates it on another thread', async () => {
    const config = newThread();
    await slow.invoke({ waitMs: 0 }, config);
    await slow.updateState(config, { log: 'once more' }, 'wait');
    for (let n = 0; n < 60; n += 1) await slow.updateState(config, { text: String(n) }, 'wait');
    const all = await collectItems(slow.getStateHistory(config));
    expect(all).toHaveLength(64);
    const ids = all.map((state) => state.config.configurable?.['checkpoint_id']);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect(await collectItems(slow.getStateHistory(config, { limit: 55 }))).toHaveLength(55);
    const old = all.at(-2);
    if (!old) throw new Error('The history is too short.');
    expect(await collectItems(slow.getStateHistory(config, { before: old.config }))).toHaveLength(1);
    expect(await collectItems(slow.getStateHistory(config, { filter: { source: 'loop' } }))).toHaveLength(2);

    const copy = newThread();
    const updatedConfig = await slow.bulkUpdateState(copy, [
      { updates: [{ values: { waitMs: 0, text: 'new' }, asNode: '__input__' }] },
      { updates: [{ values: { waitMs: 0, text: 'new' }, asNode: '__start__' }] },
      { updates: [{ values: { log: 'as if' }, asNode: 'wait' }] },
    ]);
    expect((await slow.getState(updatedConfig)).values).toMatchObject({ text: 'new', log: ['as if'] });
    expect(await collectItems(slow.getStateHistory(copy))).toHaveLength(3);

    // A run from an older state, given only by its configuration.
    const from = all.at(-2)?.config ?? {};
    expect(await slow.invoke({ waitMs: 0 }, from)).toMatchObject(waited);
    expect((await slow.getState(config)).values).not.toHaveProperty('text', '59');
  });

  it('expands subgraphs in its drawing and lists their schemas', async () => {
    const writer = new RemoteGraph('writer', { url: server.url, apiKey: null });
    const drawn = await writer.getGraphAsync({ xray: true });
    expect(Object.keys(drawn.nodes)).toContain('write:polish');
    expect(drawn.drawMermaid()).toContain('publish');
    const subgraphs = await collectItems(writer.getSubgraphsAsync(undefined, true));
    expect(subgraphs.map(([name]) => name)).toEqual(['write']);
    expect(await writer.getInputJsonSchema()).toHaveProperty('properties.text');
    expect((await writer.outputSchema).parse({ text: 'a' })).toEqual({ text: 'a' });
  });
});
