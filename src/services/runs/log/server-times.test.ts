import { describe, expect, it } from 'vitest';
import type { ProtocolEvent } from 'remote-graph-client/client';
import { buildFrameBatch, type FrameSpec } from '../../../testing/frame-batches.ts';
import { createServerTimes } from './server-times.ts';
import { slowness } from '../../../testing/slowness.ts';

const frame = (event: string, payload: unknown, namespace: readonly string[] = []): FrameSpec => ({
  event,
  namespace,
  text: JSON.stringify(payload),
});
const wholeEvent = (method: string, timestamp: number, data: unknown = {}): FrameSpec =>
  frame(method, { type: 'event', method, params: { namespace: ['a:1'], timestamp, data } });
const event = (
  method: string,
  timestamp: number,
  data: unknown,
  namespace: readonly string[] = [],
): ProtocolEvent => ({ type: 'event', method, params: { namespace, timestamp, data } });

/** Events that are all there, on a stream that stays open. */
async function* opened(...events: readonly ProtocolEvent[]): AsyncGenerator<ProtocolEvent> {
  yield* events;
  await new Promise(() => undefined);
}

const start = (id: string): object => ({ id, name: 'a', input: {} });
const result = (id: string): object => ({ id, name: 'a', result: {} });
const running = frame('lifecycle', { event: 'running' });

describe('times of frames', () => {
  it('are not known of a run of stream modes', async () => {
    const times = createServerTimes({ openEvents: null, createdMs: null });
    expect(await times.of(buildFrameBatch(frame('metadata', {}), frame('tasks', start('1'))))).toBeNull();
  });

  it('are those in the frames, where these are whole events', async () => {
    const times = createServerTimes({ openEvents: null, createdMs: null });
    const batch = buildFrameBatch(
      frame('metadata', {}),
      wholeEvent('values', 1000),
      wholeEvent('tools', 1040),
    );
    expect(await times.of(batch)).toEqual([null, 1000, 1040]);
  });

  it('are those in the frames, where a server indents whole events over several lines', async () => {
    const times = createServerTimes({ openEvents: null, createdMs: null });
    const indented = (method: string, timestamp: number): FrameSpec => {
      const spec = wholeEvent(method, timestamp, { text: 'x'.repeat(10_000) });
      return { ...spec, text: JSON.stringify(JSON.parse(spec.text), null, 2) };
    };
    const batch = buildFrameBatch(
      indented('values', 1000),
      { ...indented('tasks', 1020), cutAt: 1 },
      { ...indented('tools', 1040), cutAt: 30 },
    );
    expect(await times.of(batch)).toEqual([1000, 1020, 1040]);
  });

  it('are not looked for behind a namespace without end', async () => {
    const times = createServerTimes({ openEvents: null, createdMs: null });
    const params = { namespace: ['a'.repeat(100_000)], timestamp: 1000, data: {} };
    const long = frame('values', { type: 'event', method: 'values', params });
    expect(await times.of(buildFrameBatch(long, wholeEvent('tools', 1040)))).toEqual([null, 1040]);
  });

  it('are those of the same events of the thread, without those of earlier runs', async () => {
    const openEvents = (): AsyncIterable<ProtocolEvent> =>
      opened(
        event('tasks', 400, start('1')),
        event('tasks', 500, result('1')),
        event('tasks', 1010, start('1')),
        event('lifecycle', 1020, { event: 'started' }, ['a:1']),
        event('tasks', 1300, result('1')),
      );
    const times = createServerTimes({ openEvents, createdMs: 1000 });
    const started = frame('lifecycle', { event: 'started' }, ['a:1']);
    expect(await times.of(buildFrameBatch(running, frame('tasks', start('1')), started))).toEqual([
      null,
      1010,
      1020,
    ]);
    expect(await times.of(buildFrameBatch(frame('values', {}), frame('tasks', result('1'))))).toEqual([
      null,
      1300,
    ]);
  });

  it('are given up where the events are not offered, or are those of another run', async () => {
    const refused = (): AsyncIterable<ProtocolEvent> => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('404')) }),
    });
    const batch = (): ReturnType<typeof buildFrameBatch> =>
      buildFrameBatch(running, ...['1', '2', '3', '4', '5'].map((id) => frame('tasks', start(id))));
    const unsupported = createServerTimes({ openEvents: refused, createdMs: 0 });
    expect(await unsupported.of(batch())).toBeNull();
    const silent = createServerTimes({ openEvents: () => opened(), createdMs: 0, timeoutMs: 20 });
    const before = performance.now();
    expect(await silent.of(batch())).toBeNull();
    expect(await silent.of(batch())).toBeNull();
    expect(performance.now() - before).toBeLessThan(1000 * slowness());
  });

  it('of an ended run are those of its checkpoints: tasks start after one and end before the next', async () => {
    const times = createServerTimes({ openEvents: null, createdMs: null });
    const checkpoint = (id: string): FrameSpec => frame('checkpoints', { id, step: 0 });
    const batch = buildFrameBatch(
      running,
      checkpoint('1f1e7717-bfd6-6200-8000-f8cfb3f0a045'),
      frame('values', {}),
      frame('tasks', start('1')),
      frame('tasks', result('1')),
      checkpoint('1f1e7717-c009-6650-8001-37733a81bf86'),
    );
    const [, first = 0, , startMs, endMs, second = 0] = (await times.of(batch)) ?? [];
    expect(new Date(Number(first)).toISOString()).toBe('2026-11-23T19:10:02.272Z');
    expect(startMs).toBe(first);
    expect(endMs).toBe(second);
    expect(Number(second) - Number(first)).toBeGreaterThan(0);
    expect(await times.of(buildFrameBatch(frame('checkpoints', { id: 'other' })))).toEqual([second]);
  });
});
