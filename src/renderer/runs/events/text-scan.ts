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
  const isMatch = eventMatcher(frames, filter);
  let rows: number[] = [];
  const progress = createStore<ScanSnapshot>(() => ({ rows, scanned: 0, problem: null }));
  let matcher: TextMatcher | null = null;
  let activeMatcher: TextMatcher | null = null;

  const step = async (textMatcher: TextMatcher): Promise<void> => {
    const indexes: number[] = [];
    const texts: string[] = [];
    let { scanned } = progress.getState();
    const max = Math.min(frames.length, scanned + batchFrames);
    for (let length = 0; scanned < max && length < batchLength; scanned += 1) {
      if (!isMatch(scanned)) continue;
      // Sequential, because a load may evict what an earlier one loaded.
      if (!frames.has(scanned)) await load(scanned, max);
      const frame = frames.frame(scanned);
      if (!frame) continue;
      indexes.push(scanned);
      texts.push(frame.text);
      length += frame.text.length;
    }
    const matches = texts.length === 0 ? [] : await textMatcher.match(texts);
    if (textMatcher !== matcher) return;
    for (const index of matches) rows.push(indexes[index] ?? 0);
    progress.setState({ scanned });
  };
  const hasWork = (textMatcher: TextMatcher): boolean => {
    const { scanned, problem } = progress.getState();
    return textMatcher === matcher && problem === null && scanned < frames.length;
  };
  const run = async (textMatcher: TextMatcher): Promise<void> => {
    if (activeMatcher === textMatcher) return;
    activeMatcher = textMatcher;
    try {
      while (hasWork(textMatcher)) {
        // Sequential, and yields to the event loop between steps.
        await step(textMatcher);
        await new Promise((resolve) => setTimeout(resolve));
      }
    } catch (error) {
      const problem = error instanceof Error ? error.message : String(error);
      if (textMatcher === matcher) progress.setState({ problem });
    } finally {
      if (activeMatcher === textMatcher) activeMatcher = null;
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
