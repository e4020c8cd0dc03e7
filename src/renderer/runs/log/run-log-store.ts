import type { AppError } from '../../../shared/app-error.ts';
import type { RunBatch } from '../../../shared/model/runs/frame-block.ts';
import type { RunEnd, RunConnectionState } from '../../../shared/model/runs/run.ts';
import type { Studio } from '../../rpc/rpc-context.ts';
import { subscribeToStream } from '../../rpc/subscription.ts';
import { FrameList } from '../frames/frame-list.ts';
import { createRunModel, type RunModel } from '../model/run-model.ts';
import { throttle } from './throttle.ts';

export interface RunKey {
  readonly connectionId: string;
  /** `null`: a run without a thread. */
  readonly threadId: string | null;
  readonly runId: string;
}

/** A followed run as it stands. A new object whenever something changed; `frames` and `model` grow in place. */
export interface RunLogSnapshot {
  /** All frames: facts of each, payloads as far as they are in the window. */
  readonly frames: FrameList;
  readonly model: RunModel;
  readonly link: RunConnectionState | 'connecting';
  readonly end: RunEnd | null;
  /** Why the run can't be followed. */
  readonly problem: AppError | null;
  /**
   * `performance.now()` when the last frame came to the host, for the clock of a live run: neither a change of the link nor a
   * window that was loaded later is news of it.
   */
  readonly touchedAt: number;
  /** How old the run was, by its server's clock, at its first frame: see {@link RunBatch}. */
  readonly ageAtFirstFrameMs: number | null;
  /** `Date.now()` when the end was seen; what was read from the server before is out of date. */
  readonly endedAt: number | null;
  /**
   * Brings the payloads of the frames from `from` on and before `to` into the window; a new picture tells that they are
   * there. Rejects with an `AppError` when the services no longer hold this log.
   */
  readonly load: (from: number, to: number) => Promise<void>;
}

export interface RunLogStore {
  readonly key: RunKey;
  get(): RunLogSnapshot;
  subscribe(listener: () => void): () => void;
  /** Takes a batch. Frames that are there already are passed over; those of another log take the place of all. */
  take(batch: RunBatch): void;
  /** Follows the run on the host until the undo is called. After a lost port it goes on where it was. */
  follow(studio: Studio): () => void;
}

/** Listeners are told at most this often, in milliseconds: what comes faster is seen together. */
const tellMs = 16;

export function createRunLogStore(key: RunKey, maxPayloadBytes?: number): RunLogStore {
  const listeners = new Set<() => void>();
  /** Readings under way, by their first frame, so that two views that want the same read it once. */
  const loading = new Map<number, Promise<number>>();
  let studio: Studio | null = null;
  let log: string | null = null;
  /** `performance.now()` at the first frame; `null` before it and for a log that was read from disk. */
  let startedAt: number | null = null;

  const load = async (from: number, to: number): Promise<void> => {
    const { frames } = picture;
    // A range that does not fit into the window pushes its own beginning out: what was read is not looked at again.
    for (let next = from; next < to;) {
      const seq = frames.firstMissing(next, to);
      if (seq === null || studio === null || log === null || frames !== picture.frames) return;
      const reading = loading.get(seq) ?? loadFrom(studio, log, seq, Math.min(to, frames.length));
      loading.set(seq, reading);
      // One after the other: each answer tells where the next one begins.
      next = await reading.finally(() => loading.delete(seq));
    }
  };
  /** Gives the place behind the last frame that came. */
  const loadFrom = async (host: Studio, id: string, seq: number, to: number): Promise<number> => {
    const block = await host.call('runs.frames', { ...key, log: id, from: seq, to });
    if (id === log) picture.frames.refill(block);
    change({});
    return seq + block.count;
  };

  let picture: RunLogSnapshot = {
    frames: new FrameList(maxPayloadBytes),
    model: createRunModel(),
    link: 'connecting',
    end: null,
    problem: null,
    touchedAt: performance.now(),
    ageAtFirstFrameMs: null,
    endedAt: null,
    load,
  };
  const tell = throttle(tellMs, () => {
    picture.model.messages.flush();
    for (const listener of listeners) listener();
  });
  const change = (next: Partial<RunLogSnapshot>): void => {
    picture = { ...picture, ...next };
    tell.call();
  };
  const beginAnew = (id: string): void => {
    if (log !== null) {
      const fresh = {
        frames: new FrameList(maxPayloadBytes),
        model: createRunModel(),
        end: null,
        endedAt: null,
      };
      picture = { ...picture, ...fresh };
    }
    log = id;
    startedAt = null;
  };
  /** When the last frame came. The batch that was on its way for the shortest time tells it best, so the clock never goes back. */
  const lastFrameAt = (elapsedMs: number | null): number | null => {
    const { frames, model } = picture;
    if (elapsedMs === null || frames.length === 0) return null;
    startedAt = Math.min(startedAt ?? Infinity, performance.now() - elapsedMs);
    return startedAt + model.lastMs();
  };

  const take = (batch: RunBatch): void => {
    if (batch.log !== log) beginAnew(batch.log);
    const { frames, model, end, endedAt, touchedAt } = picture;
    const before = frames.length;
    frames.append(batch, model.add);
    if (batch.end && !end) model.end(batch.end);
    change({
      link: batch.connectionState,
      end: batch.end ?? end,
      problem: null,
      touchedAt: lastFrameAt(batch.elapsedMs) ?? (frames.length > before ? performance.now() : touchedAt),
      ageAtFirstFrameMs: batch.ageAtFirstFrameMs,
      endedAt: batch.end && endedAt === null ? Date.now() : endedAt,
    });
  };

  return {
    key,
    get: () => picture,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    take,
    follow(host) {
      studio = host;
      const held = () => (log === null ? {} : { held: { log, count: picture.frames.length } });
      return subscribeToStream(host, 'runs.follow', () => ({ ...key, ...held() }), {
        onItem: take,
        onState(state, problem) {
          if (state === 'failed') change({ problem });
          if (state === 'reconnecting' && !picture.end) change({ link: 'reconnecting' });
        },
      });
    },
  };
}
