import type { AppError } from '../../../shared/app-error.ts';
import type { RunBatch } from '../../../shared/model/frame-block.ts';
import type { RunEnd, RunConnectionState } from '../../../shared/model/run.ts';
import type { StudioRpc } from '../../rpc/rpc-context.ts';
import { subscribeToStream } from '../../rpc/subscription.ts';
import { FrameList } from './frame-list.ts';
import { createRunModel, type RunModel } from './run-model.ts';
import { throttle } from './throttle.ts';

export interface RunKey {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly runId: string;
}

/** Snapshot of a followed run. A new object on every change; `frames` and `model` grow in place. */
export interface RunLogSnapshot {
  readonly frames: FrameList;
  readonly model: RunModel;
  readonly connectionState: RunConnectionState | 'connecting';
  readonly end: RunEnd | null;
  readonly problem: AppError | null;
  /**
   * `performance.now()` when the last frame reached the host, for the clock of a live run. Neither a change
   * of the connection nor a reload of the window updates it.
   */
  readonly touchedAt: number;
  /** The age of the run at its first frame, by the server's clock: see {@link RunBatch}. */
  readonly ageAtFirstFrameMs: number | null;
  readonly firstFrameMs: number | null;
  /** `Date.now()` when the end was seen; data fetched before that is stale. */
  readonly endedAt: number | null;
  /**
   * Loads the payloads of the frames `[from, to)`; a new snapshot follows once they are there. Rejects with
   * an `AppError` if the host no longer has this log.
   */
  readonly load: (from: number, to: number) => Promise<void>;
}

export interface RunLogStore {
  readonly key: RunKey;
  get(): RunLogSnapshot;
  subscribe(listener: () => void): () => void;
  /** Applies a batch. Skips known frames; frames of another log replace everything. */
  take(batch: RunBatch): void;
  follow(rpc: StudioRpc): () => void;
}

// Minimum interval between notifications, in milliseconds.
const notifyIntervalMs = 16;

export function createRunLogStore(key: RunKey, maxPayloadBytes?: number): RunLogStore {
  const listeners = new Set<() => void>();
  // Pending loads by their first frame, so that two views share one request.
  let loading = new Map<number, Promise<number>>();
  let rpc: StudioRpc | null = null;
  let log: string | null = null;
  // `performance.now()` at the first frame; `null` before it and for a log read from disk.
  let startedAt: number | null = null;

  const load = async (from: number, to: number): Promise<void> => {
    const { frames } = snapshot;
    // A range larger than the cache evicts its own start, so loaded frames aren't checked again.
    for (let next = from; next < to;) {
      const seq = frames.firstMissing(next, to);
      if (seq === null || rpc === null || log === null || frames !== snapshot.frames) return;
      // Sequential, because each response contains the start of the next one.
      next = await (loading.get(seq) ?? startLoad(rpc, log, seq, Math.min(to, frames.length)));
    }
  };
  const startLoad = (host: StudioRpc, id: string, seq: number, to: number): Promise<number> => {
    const pending = loading;
    const reading = loadFrom(host, id, seq, to).finally(() => pending.delete(seq));
    pending.set(seq, reading);
    return reading;
  };
  const loadFrom = async (host: StudioRpc, id: string, seq: number, to: number): Promise<number> => {
    const block = await host.call('runs.frames', { ...key, log: id, from: seq, to });
    if (id === log) snapshot.frames.refill(block);
    change({});
    return seq + block.count;
  };

  let snapshot: RunLogSnapshot = {
    frames: new FrameList(maxPayloadBytes),
    model: createRunModel(),
    connectionState: 'connecting',
    end: null,
    problem: null,
    touchedAt: performance.now(),
    ageAtFirstFrameMs: null,
    firstFrameMs: null,
    endedAt: null,
    load,
  };
  const notify = throttle(notifyIntervalMs, () => {
    snapshot.model.messages.flush();
    for (const listener of listeners) listener();
  });
  const change = (next: Partial<RunLogSnapshot>): void => {
    snapshot = { ...snapshot, ...next };
    notify.call();
  };
  const restart = (id: string): void => {
    if (log !== null) {
      const fresh = {
        frames: new FrameList(maxPayloadBytes),
        model: createRunModel(),
        end: null,
        endedAt: null,
      };
      snapshot = { ...snapshot, ...fresh };
    }
    log = id;
    loading = new Map();
    startedAt = null;
  };
  // The arrival time of the last frame, estimated from the batch with the lowest latency, so that the clock
  // never goes back.
  const lastFrameAt = (elapsedMs: number | null): number | null => {
    const { frames, model } = snapshot;
    if (elapsedMs === null || frames.length === 0) return null;
    startedAt = Math.min(startedAt ?? Infinity, performance.now() - elapsedMs);
    return startedAt + model.lastMs();
  };

  const take = (batch: RunBatch): void => {
    if (batch.log !== log) restart(batch.log);
    const { frames, model, end, endedAt, touchedAt } = snapshot;
    const before = frames.length;
    frames.append(batch, model.add);
    if (batch.end && !end) model.end(batch.end);
    change({
      connectionState: batch.connectionState,
      end: batch.end ?? end,
      problem: null,
      touchedAt: lastFrameAt(batch.elapsedMs) ?? (frames.length > before ? performance.now() : touchedAt),
      ageAtFirstFrameMs: batch.ageAtFirstFrameMs,
      firstFrameMs: batch.firstFrameMs,
      endedAt: batch.end && endedAt === null ? Date.now() : endedAt,
    });
  };

  return {
    key,
    get: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    take,
    follow(host) {
      rpc = host;
      const heldFrames = () => (log === null ? {} : { held: { log, count: snapshot.frames.length } });
      return subscribeToStream(host, 'runs.follow', () => ({ ...key, ...heldFrames() }), {
        onItem: take,
        onState(state, problem) {
          if (state === 'failed') change({ problem });
          if (state === 'reconnecting' && !snapshot.end) change({ connectionState: 'reconnecting' });
        },
      });
    },
  };
}
