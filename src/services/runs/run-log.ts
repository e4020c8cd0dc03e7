import type { RunEnd, RunFrame, RunLink } from '../../shared/model/run.ts';
import type { LogFile } from './log-file.ts';

/** A frame as it comes from the stream; the log gives it its place and time. */
export type NewFrame = Omit<RunFrame, 'seq' | 'atMs'>;

export interface RunLogOptions {
  /** Where the oldest frames go when memory is full. Asked for only when it is needed. */
  readonly openFile: () => LogFile;
  /** UTF-16 units of payload text that stay in memory. */
  readonly memoryLimit: number;
  /** Milliseconds of a steady clock. */
  readonly now: () => number;
  /** Told once, when payloads could not be kept. */
  readonly onLoss: (problem: unknown) => void;
}

/** Everything that one run's stream sent, from the first frame on, for any number of readers at any pace. */
export interface RunLog {
  readonly length: number;
  /** UTF-16 units of payload text that are held in memory now. */
  readonly lengthInMemory: number;
  readonly link: RunLink;
  readonly end: RunEnd | null;
  /** Adds a frame; resolves when there is room for the next one. */
  append(frame: NewFrame): Promise<void>;
  setLink(link: RunLink): void;
  /** The last word. Nothing is added after it. */
  finish(end: RunEnd): void;
  /** Frames from `seq` on, at least one if there is one, at most `maxLength` units of text together. */
  read(seq: number, maxLength: number): Promise<readonly RunFrame[]>;
  /** Resolves at the next frame, change of link, end, or when `signal` aborts. */
  changed(signal: AbortSignal): Promise<void>;
  /** Gives back memory and disk. */
  remove(): Promise<void>;
}

/** What stands in the place of a payload that found no room (row R-9). */
export const lostPayload = JSON.stringify('This payload was not kept: there was no room for it on the disk.');

/**
 * A log whose newest part is in memory and whose older part is in a file once it outgrew its bound. Frames never
 * change and never leave gaps; when the disk refuses, payloads of the oldest frames are given up and the end says so.
 */
export function createRunLog({ openFile, memoryLimit, now, onLoss }: RunLogOptions): RunLog {
  /** Frames in memory; those before them are in the file. */
  let frames: RunFrame[] = [];
  let inFile = 0;
  let lengthInMemory = 0;
  let firstAt: number | null = null;
  let link: RunLink = 'live';
  let end: RunEnd | null = null;
  let lost = false;
  let file: LogFile | null = null;
  let moving: Promise<void> | null = null;
  const waiting = new Set<() => void>();

  const wake = (): void => {
    for (const each of waiting) each();
    waiting.clear();
  };

  /** Moves the older half away at once, so that it happens rarely. */
  const makeRoom = async (): Promise<void> => {
    const count = Math.max(1, countUpTo(frames, lengthInMemory / 2));
    const oldest = frames.slice(0, count);
    file ??= openFile();
    try {
      await file.append(oldest);
      frames = frames.slice(count);
      inFile += count;
    } catch (problem) {
      if (!lost) onLoss(problem);
      lost = true;
      frames = [...oldest.map((frame) => ({ ...frame, text: lostPayload })), ...frames.slice(count)];
    }
    lengthInMemory = lengthOf(frames);
  };

  return {
    get length() {
      return inFile + frames.length;
    },
    get lengthInMemory() {
      return lengthInMemory;
    },
    get link() {
      return link;
    },
    get end() {
      return end;
    },
    async append(frame) {
      if (end) return;
      firstAt ??= now();
      frames.push({ ...frame, seq: inFile + frames.length, atMs: Math.max(0, now() - firstAt) });
      lengthInMemory += frame.text.length;
      wake();
      if (lengthInMemory <= memoryLimit) return;
      moving ??= makeRoom().finally(() => (moving = null));
      await moving;
    },
    setLink(next) {
      if (end || link === next) return;
      link = next;
      wake();
    },
    finish(last) {
      if (end) return;
      end = lost ? { ...last, incomplete: true } : last;
      link = 'ended';
      wake();
    },
    async read(seq, maxLength) {
      if (file && seq < inFile) return file.read(seq, maxLength);
      const rest = frames.slice(seq - inFile, seq - inFile + mostAtOnce);
      return rest.slice(0, Math.max(1, countUpTo(rest, maxLength)));
    },
    changed(signal) {
      return new Promise((resolve) => {
        const done = (): void => {
          waiting.delete(done);
          signal.removeEventListener('abort', done);
          resolve();
        };
        if (signal.aborted) return done();
        waiting.add(done);
        signal.addEventListener('abort', done);
      });
    },
    async remove() {
      await moving;
      frames = [];
      lengthInMemory = 0;
      await file?.remove();
    },
  };
}

/** Frames of a batch at most: tiny frames in great number must not make a great message. */
const mostAtOnce = 2000;

/** How many frames from the front have together at most `length` units of text. */
function countUpTo(frames: readonly RunFrame[], length: number): number {
  let sum = 0;
  const beyond = frames.findIndex(({ text }) => {
    sum += text.length;
    return sum > length;
  });
  return beyond < 0 ? frames.length : beyond;
}

function lengthOf(frames: readonly RunFrame[]): number {
  return frames.reduce((sum, { text }) => sum + text.length, 0);
}
