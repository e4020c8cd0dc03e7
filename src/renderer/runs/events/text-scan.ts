import type { FrameList } from '../frames/frame-list.ts';
import { eventMatcher, type EventListFilter } from './event-filter.ts';
import type { TextMatcher } from './text-matcher.ts';

/** Progress of a search. A new object after each step; `rows` grows in place. */
export interface ScanSnapshot {
  /** Log indexes of matching frames, ascending. */
  readonly rows: readonly number[];
  /** The number of frames searched so far. */
  readonly scanned: number;
  /** Why the search stopped. */
  readonly problem: string | null;
}

/** Limits of one batch: UTF-16 code units and frames. */
const batchLength = 256 * 1024;
const batchFrames = 1000;

export interface TextScan {
  get(): ScanSnapshot;
  subscribe(listener: () => void): () => void;
  /** Starts with the first frame and returns a cancel function. */
  start(): () => void;
  /** Continues if the log has grown. */
  resume(count: number): void;
}

/** Searches a log in small steps, so that the window stays responsive, and continues as the log grows. */
export function createTextScan(
  frames: FrameList,
  /** Reloads evicted payloads. */
  load: (from: number, to: number) => Promise<void>,
  filter: EventListFilter,
  createMatcher: () => TextMatcher,
): TextScan {
  const fits = eventMatcher(frames, filter);
  const listeners = new Set<() => void>();
  let rows: number[] = [];
  let snapshot: ScanSnapshot = { rows, scanned: 0, problem: null };
  let matcher: TextMatcher | null = null;
  let activeMatcher: TextMatcher | null = null;

  const change = (next: Partial<ScanSnapshot>): void => {
    snapshot = { ...snapshot, ...next };
    for (const listener of listeners) listener();
  };
  const step = async (by: TextMatcher): Promise<void> => {
    const indexes: number[] = [];
    const texts: string[] = [];
    const most = Math.min(frames.length, snapshot.scanned + batchFrames);
    let { scanned } = snapshot;
    for (let length = 0; scanned < most && length < batchLength; scanned += 1) {
      if (!fits(scanned)) continue;
      // Sequential, because a load may evict what an earlier one loaded.
      if (!frames.has(scanned)) await load(scanned, most);
      const frame = frames.frame(scanned);
      if (!frame) continue;
      indexes.push(scanned);
      texts.push(frame.text);
      length += frame.text.length;
    }
    const found = texts.length === 0 ? [] : await by.match(texts);
    if (by !== matcher) return;
    for (const at of found) rows.push(indexes[at] ?? 0);
    change({ scanned });
  };
  const hasWork = (by: TextMatcher): boolean =>
    by === matcher && snapshot.problem === null && snapshot.scanned < frames.length;
  const run = async (by: TextMatcher): Promise<void> => {
    if (activeMatcher === by) return;
    activeMatcher = by;
    try {
      while (hasWork(by)) {
        // Sequential, and yields to the event loop between steps.
        await step(by);
        await new Promise((resolve) => setTimeout(resolve));
      }
    } catch (thrown) {
      if (by === matcher) change({ problem: thrown instanceof Error ? thrown.message : String(thrown) });
    } finally {
      if (activeMatcher === by) activeMatcher = null;
    }
  };
  return {
    get: () => snapshot,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      const own = createMatcher();
      matcher = own;
      rows = [];
      snapshot = { rows, scanned: 0, problem: null };
      void run(own);
      return () => {
        if (matcher === own) matcher = null;
        own.end();
      };
    },
    resume(count) {
      if (matcher && count > snapshot.scanned) void run(matcher);
    },
  };
}
