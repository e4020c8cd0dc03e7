import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildFrames, taskResult, taskStart } from '../../testing/renderer/run-frame-builder.ts';
import { createRunLogStore } from './model/run-log-store.ts';
import { createPlayback } from './playback.ts';
import { playbackBlocker } from './use-playback.ts';
import { nodesOfRun } from '../../testing/renderer/run-nodes.ts';
import { buildRunBatch } from '../../testing/renderer/stub-handlers.ts';

const ended = { outcome: 'finished', error: null, incomplete: false } as const;
const key = { connectionId: 'c', threadId: 't', runId: 'r' };
// 100 ms apart.
const frames = buildFrames(
  taskStart('1', 'plan'),
  taskResult('1', 'plan'),
  taskStart('2', 'write'),
  taskResult('2', 'write'),
);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function playbackOf(entries = frames) {
  const source = createRunLogStore(key);
  source.take(buildRunBatch(entries, ended));
  return { source, playback: createPlayback(source) };
}

/** What the canvas and the views of the dock show. */
function shown({ log }: ReturnType<typeof createPlayback>) {
  const { frames: frameList, model, end, connectionState } = log.get();
  const nodes = Object.fromEntries([...nodesOfRun(model)].map(([node, { status }]) => [node, status]));
  return { frames: frameList.length, nodes, end: end?.outcome ?? null, connectionState };
}

describe('a playback', () => {
  it('shows each event when it arrived, and the end last', async () => {
    const { playback } = playbackOf();
    playback.play();
    await vi.advanceTimersByTimeAsync(50);
    expect(shown(playback)).toEqual({
      frames: 1,
      nodes: { plan: 'running' },
      end: null,
      connectionState: 'live',
    });
    await vi.advanceTimersByTimeAsync(200);
    expect(shown(playback)).toMatchObject({ frames: 3, nodes: { plan: 'finished', write: 'running' } });
    await vi.advanceTimersByTimeAsync(100);
    expect(shown(playback)).toMatchObject({ frames: 4, end: 'finished', connectionState: 'ended' });
    expect(playback.get()).toMatchObject({ atMs: 300, isPlaying: false, isOver: true });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('plays up to fifty times as fast, and changes the speed without a jump', async () => {
    const slow = buildFrames(...Array.from({ length: 101 }, () => ['custom', {}] as const));
    const { playback } = playbackOf(slow);
    playback.play();
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown(playback).frames).toBe(11);
    playback.setSpeed(50);
    expect(shown(playback).frames).toBe(11);
    await vi.advanceTimersByTimeAsync(80);
    expect(shown(playback).frames).toBe(51);
    await vi.advanceTimersByTimeAsync(120);
    expect(shown(playback).frames).toBe(101);
  });

  it('stands still while it is paused, and is sought in both directions', async () => {
    const { playback } = playbackOf();
    playback.play();
    await vi.advanceTimersByTimeAsync(120);
    playback.pause();
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown(playback).frames).toBe(2);
    // Running bars do not grow.
    expect(playback.log.get().touchedAt).toBe(Infinity);
    playback.seek(300);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown(playback)).toMatchObject({ frames: 4, end: 'finished' });
    playback.seek(0);
    await vi.advanceTimersByTimeAsync(0);
    expect(shown(playback)).toEqual({
      frames: 1,
      nodes: { plan: 'running' },
      end: null,
      connectionState: 'live',
    });
    playback.seek(-5);
    expect(playback.get().atMs).toBe(0);
  });

  it('starts again after its end', async () => {
    const { playback } = playbackOf();
    playback.seek(1e9);
    await vi.advanceTimersByTimeAsync(0);
    playback.play();
    await vi.advanceTimersByTimeAsync(40);
    expect(shown(playback)).toMatchObject({ frames: 1, end: null });
    expect(playback.get()).toMatchObject({ isPlaying: true, isOver: false });
    playback.close();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('says why it stops when events are no longer in memory and can not be loaded', async () => {
    // Only the newest page of 512 events stays.
    const source = createRunLogStore(key, 1);
    const many = buildFrames(...Array.from({ length: 600 }, () => ['custom', {}] as const));
    source.take(buildRunBatch(many, ended));
    const playback = createPlayback(source);
    playback.play();
    await vi.advanceTimersByTimeAsync(400);
    expect(playback.get()).toMatchObject({ isPlaying: false });
    expect(playback.get().problem?.message).toBe('The events of this run are no longer stored.');
  });
});

it('a run is played only when it has ended and the times of its events are known', () => {
  const { source } = playbackOf();
  const log = source.get();
  expect(playbackBlocker(log)).toBeNull();
  expect(playbackBlocker({ ...log, end: null })).toBe('The run has not ended.');
  expect(playbackBlocker(null)).toBe('The events of this run are not available here.');
  const { source: timeless } = playbackOf(frames.map((frame) => ({ ...frame, atMs: 0 })));
  expect(playbackBlocker(timeless.get())).toBe('It is unknown when its events arrived.');
});
