import { AppError } from '../../shared/app-error.ts';
import { encodeFrames } from '../../shared/model/frame-block-codec.ts';
import type { RunFrame } from '../../shared/model/run.ts';
import { FrameList } from './model/frame-list.ts';
import type { RunLogSnapshot, RunLogStore } from './model/run-log-store.ts';
import { createRunModel } from './model/run-model.ts';

export const playbackSpeeds = [1, 2, 5, 10, 50] as const;

export interface PlaybackState {
  // Time since the first event, as it arrived when the run was followed.
  readonly atMs: number;
  readonly totalMs: number;
  // One of `playbackSpeeds`.
  readonly speed: number;
  readonly isPlaying: boolean;
  // The position is at the end, and so is the log.
  readonly isOver: boolean;
  readonly problem: Error | null;
}

export interface Playback {
  readonly log: RunLogStore;
  get(): PlaybackState;
  subscribe(listener: () => void): () => void;
  // Goes on from the position, or from the start if that is the end.
  play(): void;
  pause(): void;
  seek(atMs: number): void;
  setSpeed(speed: number): void;
  close(): void;
}

// Interval between two positions, in milliseconds.
const tickMs = 40;
// Frames that are added at a time. In between, the page responds.
const maxBatchSize = 500;
// Interval between two renderings of a log that is far from the position, in milliseconds.
const distantRenderMs = 150;

// Plays the log of a finished run. Payloads that are no longer in memory are loaded first, and the clock waits for
// them.
export function createPlayback(source: RunLogStore, now: () => number = () => performance.now()): Playback {
  const whole = source.get();
  const totalMs = whole.frames.atMs(whole.frames.length - 1);
  const listeners = new Set<() => void>();
  let state: PlaybackState = {
    atMs: 0,
    totalMs,
    speed: 1,
    isPlaying: false,
    isOver: false,
    problem: null,
  };
  let frames = new FrameList();
  let model = createRunModel();
  let snapshot = snapshotNow();
  let clock: { readonly from: number; readonly atMs: number } = { from: now(), atMs: 0 };
  let timer: ReturnType<typeof setInterval> | undefined;
  let isAdding = false;
  let reportedAt = now();

  function snapshotNow(): RunLogSnapshot {
    const { isOver, isPlaying, atMs } = state;
    return {
      ...whole,
      frames,
      model,
      connectionState: isOver ? whole.connectionState : 'live',
      end: isOver ? whole.end : null,
      problem: null,
      // Running bars grow from the last event on; those of a paused run don't.
      touchedAt: isPlaying ? now() - (atMs - model.lastMs()) : Number.POSITIVE_INFINITY,
      endedAt: isOver ? whole.endedAt : null,
      load,
    };
  }

  const change = (next: Partial<PlaybackState>): void => {
    reportedAt = now();
    state = { ...state, ...next };
    snapshot = snapshotNow();
    model.messages.flush();
    for (const listener of listeners) listener();
  };

  async function load(from: number, to: number): Promise<void> {
    const frameList = frames;
    await whole.load(from, to);
    if (frameList !== frames) return;
    const loaded = loadedFrom(from, Math.min(to, frameList.length));
    if (loaded.length === 0) return;
    frameList.refill(encodeFrames('', loaded));
    change({});
  }

  // Frames in a row whose payloads are in memory.
  const loadedFrom = (from: number, to: number): RunFrame[] => {
    const loaded: RunFrame[] = [];
    for (let seq = from; seq < to; seq += 1) {
      const frame = whole.frames.frame(seq);
      if (!frame) break;
      loaded.push(frame);
    }
    return loaded;
  };

  // Brings the log to the position. Only one at a time; a position that changes meanwhile is followed.
  const addFrames = async (): Promise<void> => {
    if (isAdding) return;
    isAdding = true;
    try {
      for (;;) {
        const count = countUntil(whole.frames, state.atMs);
        if (count < frames.length) startAnew();
        if (count === frames.length) break;
        const from = frames.length;
        const to = Math.min(count, from + maxBatchSize);
        // Sequential, because frames are added in order.
        if (!whole.frames.has(from)) await whole.load(from, to);
        const loaded = loadedFrom(from, to);
        if (loaded.length === 0)
          throw new AppError('not-found', 'The events of this run are no longer stored.');
        // Sought back meanwhile.
        if (from !== frames.length) continue;
        frames.append(encodeFrames('', loaded), model.add);
        const isThere = from + loaded.length >= count;
        // To render each step on the way to a far position would take longer than the way.
        if (isThere || now() - reportedAt >= distantRenderMs) change({});
        if (!isThere) await nextTask();
      }
      const isOver = state.atMs >= totalMs;
      if (isOver && whole.end && !state.isOver) model.end(whole.end);
      change(isOver ? { isOver, isPlaying: false } : {});
      if (isOver) stopClock();
    } catch (error) {
      stopClock();
      change({ isPlaying: false, problem: error instanceof Error ? error : new Error(String(error)) });
    } finally {
      isAdding = false;
    }
  };
  const startAnew = (): void => {
    frames = new FrameList();
    model = createRunModel();
    change({ isOver: false });
  };

  const goTo = (atMs: number): void => {
    // The model can't forget its end.
    if (state.isOver && atMs < totalMs) startAnew();
    clock = { from: now(), atMs };
    change({ atMs });
    void addFrames();
  };
  const tick = (): void => {
    // Time stands still while events are loaded.
    if (isAdding) clock = { from: now(), atMs: state.atMs };
    else {
      state = { ...state, atMs: Math.min(totalMs, clock.atMs + (now() - clock.from) * state.speed) };
      void addFrames();
    }
  };
  const stopClock = (): void => {
    clearInterval(timer);
    timer = undefined;
  };

  return {
    log: {
      key: source.key,
      get: () => snapshot,
      subscribe: listen,
      take: () => undefined,
      follow: () => () => undefined,
    },
    get: () => state,
    subscribe: listen,
    play() {
      if (timer !== undefined) return;
      goTo(state.isOver ? 0 : state.atMs);
      change({ isPlaying: true, problem: null });
      timer = setInterval(tick, tickMs);
    },
    pause() {
      stopClock();
      change({ isPlaying: false });
    },
    seek: (atMs) => goTo(Math.min(totalMs, Math.max(0, atMs))),
    setSpeed(speed) {
      clock = { from: now(), atMs: state.atMs };
      change({ speed });
    },
    close: stopClock,
  };

  function listen(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }
}

// Number of frames that had arrived by then.
function countUntil(frames: FrameList, atMs: number): number {
  let from = 0;
  let to = frames.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if (frames.atMs(middle) <= atMs) from = middle + 1;
    else to = middle;
  }
  return from;
}

function nextTask(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
