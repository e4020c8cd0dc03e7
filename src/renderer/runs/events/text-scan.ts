import { createStore, type StoreApi } from 'zustand/vanilla';
import type { FrameList } from '../model/frame-list.ts';
import { eventMatcher, type EventListFilter } from './event-filter.ts';
import type { TextMatcher } from './text-matcher.ts';

// Progress of a search. A new object after each step; `rows` grows in place.
export interface ScanSnapshot {
  readonly rows: readonly number[];
  readonly scanned: number;
  readonly problem: string | null;
}

// Limits of one batch: UTF-16 code units and frames.
const batchLength = 256 * 1024;
const batchFrames = 1000;

export interface TextScan {
  readonly progress: StoreApi<ScanSnapshot>;
  // Starts with the first frame and returns a cancel function.
  start(): () => void;
  resume(count: number): void;
}

/** Searches a log in small steps, so that the window stays responsive, and continues as the log grows. */
export function createTextScan(
  frames: FrameList,
  load: (from: number, to: number) => Promise<void>,
  filter: EventListFilter,
  createMatcher: () => TextMatcher,
): TextScan {
  const fits = eventMatcher(frames, filter);
  let rows: number[] = [];
  const progress = createStore<ScanSnapshot>(() => ({ rows, scanned: 0, problem: null }));
  let matcher: TextMatcher | null = null;
  let activeMatcher: TextMatcher | null = null;

  const step = async (by: TextMatcher): Promise<void> => {
    const indexes: number[] = [];
    const texts: string[] = [];
    let { scanned } = progress.getState();
    const max = Math.min(frames.length, scanned + batchFrames);
    for (let length = 0; scanned < max && length < batchLength; scanned += 1) {
      if (!fits(scanned)) continue;
      // Sequential, because a load may evict what an earlier one loaded.
      if (!frames.has(scanned)) await load(scanned, max);
      const frame = frames.frame(scanned);
      if (!frame) continue;
      indexes.push(scanned);
      texts.push(frame.text);
      length += frame.text.length;
    }
    const matches = texts.length === 0 ? [] : await by.match(texts);
    if (by !== matcher) return;
    for (const index of matches) rows.push(indexes[index] ?? 0);
    progress.setState({ scanned });
  };
  const hasWork = (by: TextMatcher): boolean => {
    const { scanned, problem } = progress.getState();
    return by === matcher && problem === null && scanned < frames.length;
  };
  const run = async (by: TextMatcher): Promise<void> => {
    if (activeMatcher === by) return;
    activeMatcher = by;
    try {
      while (hasWork(by)) {
        // Sequential, and yields to the event loop between steps.
        await step(by);
        await new Promise((resolve) => setTimeout(resolve));
      }
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (by === matcher) progress.setState({ problem });
    } finally {
      if (activeMatcher === by) activeMatcher = null;
    }
  };
  return {
    progress,
    start() {
      const started = createMatcher();
      matcher = started;
      rows = [];
      progress.setState({ rows, scanned: 0, problem: null });
      void run(started);
      return () => {
        if (matcher === started) matcher = null;
        started.end();
      };
    },
    resume(count) {
      if (matcher && count > progress.getState().scanned) void run(matcher);
    },
  };
}
