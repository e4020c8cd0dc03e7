import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RunBatch } from '../../../shared/model/frame-block.ts';
import { AppError } from '../../../shared/app-error.ts';
import { createRpcClient } from '../../../shared/rpc/client.ts';
import { contract, type StudioContract } from '../../../shared/contract.ts';
import { contractName } from '../../../shared/contract-name.ts';
import { createPortPair } from '../../../shared/rpc/in-memory-port.ts';
import { serve } from '../../../shared/rpc/server.ts';
import { encodeFrames } from '../../../shared/model/frame-block-codec.ts';
import { stubHandlers, buildRunBatch } from '../../../testing/renderer/stub-handlers.ts';
import { taskResult, buildFrames, taskStart } from '../../../testing/renderer/run-frame-builder.ts';
import { createRunLogStore } from './run-log-store.ts';
import { nodesOfRun } from '../../../testing/renderer/run-nodes.ts';

const frames = buildFrames(['metadata', {}], taskStart('t1', 'plan'), taskResult('t1', 'plan'), [
  'values',
  { text: 'x' },
]);
const batch = (from: number, to: number, end: RunBatch['end'] = null): RunBatch =>
  buildRunBatch(frames.slice(from, to), end);
const finished = { outcome: 'finished', error: null, incomplete: false } as const;
const key = { connectionId: 'c', threadId: 't', runId: 'r' };
const newStore = () => createRunLogStore(key);

function seen(store: ReturnType<typeof newStore>) {
  const { frames: all, connectionState, end, model } = store.get();
  return {
    texts: Array.from({ length: all.length }, (_, seq) => all.frame(seq)?.text),
    connectionState,
    outcome: end?.outcome ?? null,
    plan: nodesOfRun(model).get('plan')?.visits,
    values: model.valuesText(),
  };
}
const texts = frames.map(({ text }) => text);

describe('createRunLogStore', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('sets the clock of a run by its events, not by what becomes of its link', async () => {
    const store = newStore();
    store.take(batch(0, 2));
    const { touchedAt } = store.get();
    await vi.advanceTimersByTimeAsync(5000);
    store.take({ ...batch(2, 2), connectionState: 'reconnecting' });
    expect(store.get()).toMatchObject({ connectionState: 'reconnecting', touchedAt });
    store.take(batch(2, 3));
    expect(store.get().touchedAt).toBeGreaterThan(touchedAt);
  });

  it('sets the clock of a run by the host, so that a window loaded in mid-run shows the same time', async () => {
    const early = newStore();
    early.take({ ...batch(0, 2), elapsedMs: 10 });
    await vi.advanceTimersByTimeAsync(20_000);
    // What the window shows of a run under way.
    const clock = (store: ReturnType<typeof newStore>) => {
      const { model, touchedAt } = store.get();
      return model.lastMs() + performance.now() - touchedAt;
    };
    expect(clock(early)).toBe(20_010);
    const late = newStore();
    late.take({ ...batch(0, 2), elapsedMs: 20_010 });
    expect(clock(late)).toBe(20_010);
    await vi.advanceTimersByTimeAsync(5000);
    // A batch that was 300 ms on its way sets nothing back; the next one, which was quicker, corrects the first.
    late.take({ ...batch(2, 3), elapsedMs: 24_710 });
    expect(clock(late)).toBe(25_010);
    late.take({ ...batch(3, 3), elapsedMs: 25_030 });
    expect(clock(late)).toBe(25_030);
  });

  it('appends batches and notifies at most once a frame', () => {
    const store = newStore();
    const notified: number[] = [];
    const stop = store.subscribe(() => notified.push(store.get().frames.length));
    for (let at = 0; at < 4; at += 1) store.take(batch(at, at + 1, at === 3 ? finished : null));
    vi.advanceTimersByTime(20);
    expect(notified).toEqual([1, 4]);
    stop();
    store.take(buildRunBatch([]));
    vi.advanceTimersByTime(20);
    expect(notified).toHaveLength(2);
    expect(seen(store)).toEqual({
      texts,
      connectionState: 'live',
      outcome: 'finished',
      plan: 1,
      values: '{"text":"x"}',
    });
  });

  it('has every frame once when the run is read again from its start', () => {
    const store = newStore();
    store.take(batch(0, 3));
    store.take(batch(0, 2));
    store.take(batch(2, 4, finished));
    expect(seen(store)).toMatchObject({ texts, plan: 1, outcome: 'finished' });
  });

  it('begins anew with another log', () => {
    const store = newStore();
    store.take(batch(0, 4, finished));
    const other = buildFrames(['metadata', {}], ['values', { text: 'other' }]);
    store.take(buildRunBatch(other, null, 'another'));
    expect(seen(store)).toMatchObject({
      texts: ['{}', '{"text":"other"}'],
      plan: undefined,
      values: '{"text":"other"}',
      outcome: null,
    });
  });

  it('keeps the state when a values frame holds only an interrupt', () => {
    const store = newStore();
    store.take(
      buildRunBatch(
        buildFrames(['values', { text: 'x' }], ['values', { __interrupt__: [{ id: 'i', value: 1 }] }]),
      ),
    );
    expect(seen(store).values).toBe('{"text":"x"}');
  });

  it('notes when the end was seen, once', () => {
    const store = newStore();
    expect(store.get().endedAt).toBeNull();
    store.take(batch(0, 4, finished));
    const { endedAt } = store.get();
    store.take(batch(0, 4, finished));
    expect(store.get().endedAt).toBe(endedAt);
    expect(endedAt).toBeTypeOf('number');
  });
});

describe('a store that follows a run', () => {
  const many = buildFrames(...Array.from({ length: 2000 }, (_, index) => ['values', `"${index}"`] as const));

  /** A host whose log holds `many`; it answers a range with at most 100 frames. */
  function host({
    logs = ['log'],
    beforeFrames = async () => undefined,
  }: { logs?: readonly string[]; beforeFrames?: (log: string) => Promise<void> } = {}) {
    const requested: { readonly from: number; readonly to: number }[] = [];
    const held: unknown[] = [];
    const [near, far] = createPortPair();
    const quiet = stubHandlers();
    serve(
      contract,
      {
        calls: {
          ...quiet.calls,
          'runs.frames': async ({ log, from, to }) => {
            requested.push({ from, to });
            if (!logs.includes(log)) throw new AppError('not-found', 'Gone.');
            await beforeFrames(log);
            return encodeFrames(log, many.slice(from, Math.min(to, from + 100)));
          },
        },
        streams: {
          ...quiet.streams,
          async *'runs.follow'(input) {
            held.push(input.held);
            for (let index = input.held?.count ?? 0; index < many.length; index += 500)
              yield buildRunBatch(many.slice(index, index + 500));
            yield { ...buildRunBatch([], finished), from: many.length };
          },
        },
      },
      far,
      { onBug: (where, error) => expect.unreachable(`${where}: ${String(error)}`) },
    );
    return { requested, held, rpc: createRpcClient<StudioContract>(near, contractName) };
  }

  it('reads what it let go of from the services, each part once', async () => {
    const { rpc, requested, held } = host();
    const store = createRunLogStore(key, 512 * 20);
    const stop = store.follow(rpc);
    await expect.poll(() => store.get().end).toEqual(finished);
    const { frames: list, load } = store.get();
    expect([list.length, list.frame(10)]).toEqual([2000, undefined]);
    await Promise.all([load(10, 250), load(10, 250)]);
    expect(Array.from({ length: 240 }, (_, index) => list.frame(10 + index)?.text)).toEqual(
      many.slice(10, 250).map(({ text }) => text),
    );
    expect(requested.map(({ from }) => from)).toEqual([10, 110, 210]);
    stop();
    // The next reader of the same store begins where it was.
    const stopAgain = store.follow(rpc);
    await expect.poll(() => held).toEqual([undefined, { log: 'log', count: 2000 }]);
    stopAgain();
  });

  it('loads the frames of a new log although a load of the old log’s has not ended', async () => {
    const requested: string[] = [];
    let finishOldLoad = (): void => undefined;
    const oldLoad = new Promise<void>((resolve) => (finishOldLoad = resolve));
    const { rpc } = host({
      logs: ['log', 'another'],
      beforeFrames: async (log) => {
        requested.push(log);
        if (log === 'log') await oldLoad;
      },
    });
    const store = createRunLogStore(key, 512 * 20);
    const stop = store.follow(rpc);
    await expect.poll(() => store.get().end).toEqual(finished);
    stop();
    const waiting = store.get().load(10, 20);
    await expect.poll(() => requested).toEqual(['log']);
    store.take(buildRunBatch(many, null, 'another'));
    await store.get().load(10, 20);
    expect(store.get().frames.frame(10)?.text).toBe(many[10]?.text);
    expect(requested).toEqual(['log', 'another']);
    finishOldLoad();
    await waiting;
  });
});
