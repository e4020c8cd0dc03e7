import type { AppError } from '../../shared/app-error.ts';
import type { RunBatch, RunEnd, RunFrame, RunLink } from '../../shared/model/run.ts';
import type { Studio } from '../client/studio.tsx';
import { watch } from '../client/watch.ts';
import { createRunModel, type RunModel } from './run-model.ts';

export interface RunKey {
  readonly connectionId: string;
  readonly threadId: string;
  readonly runId: string;
}

/** A followed run as it stands. A new object after each batch; `frames` and `model` grow in place. */
export interface RunLogPicture {
  readonly frames: readonly RunFrame[];
  readonly model: RunModel;
  readonly link: RunLink | 'connecting';
  readonly end: RunEnd | null;
  /** Why the run can't be followed. */
  readonly problem: AppError | null;
  /** `performance.now()` at the last batch, for the clock of a live run. */
  readonly touchedAt: number;
  /** `Date.now()` when the end was seen; what was read from the server before is out of date. */
  readonly endedAt: number | null;
}

export interface RunLogStore {
  readonly key: RunKey;
  get(): RunLogPicture;
  subscribe(listener: () => void): () => void;
  /** Takes a batch. Frames that are there already are passed over; where they differ, the new ones win from there on. */
  take(batch: RunBatch): void;
  /** Follows the run on the host until the undo is called. After a lost port it is read again from its start. */
  follow(studio: Studio): () => void;
}

export function createRunLogStore(key: RunKey): RunLogStore {
  const listeners = new Set<() => void>();
  let frames: RunFrame[] = [];
  let picture: RunLogPicture = {
    frames,
    model: createRunModel(),
    link: 'connecting',
    end: null,
    problem: null,
    touchedAt: performance.now(),
    endedAt: null,
  };
  const change = (next: Partial<RunLogPicture>): void => {
    picture = { ...picture, ...next };
    for (const listener of listeners) listener();
  };
  /** Forgets the frames from `seq` on, and with them all that was made of them. */
  const cutAt = (seq: number): RunModel => {
    frames = frames.slice(0, seq);
    const model = createRunModel();
    for (const frame of frames) model.add(frame);
    return model;
  };

  const take = (batch: RunBatch): void => {
    let { model } = picture;
    for (const frame of batch.frames) {
      const known = frames[frame.seq];
      if (known && known.text === frame.text && known.mode === frame.mode) continue;
      if (known) model = cutAt(frame.seq);
      // A gap can't be: the host numbers without any. It would mean frames of something else.
      if (frame.seq !== frames.length) continue;
      frames.push(frame);
      model.add(frame);
    }
    if (batch.end && !picture.end) model.end(batch.end);
    change({
      frames,
      model,
      link: batch.link,
      end: batch.end ?? picture.end,
      problem: null,
      touchedAt: performance.now(),
      endedAt: batch.end && picture.endedAt === null ? Date.now() : picture.endedAt,
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
    follow: (studio) =>
      watch(studio, 'runs.follow', key, {
        onItem: take,
        onState(state, problem) {
          if (state === 'failed') change({ problem });
          if (state === 'reconnecting' && !picture.end) change({ link: 'reconnecting' });
        },
      }),
  };
}
