import type { FrameList } from '../frames/frame-list.ts';
import { eventMatcher, type EventListFilter } from './event-filter.ts';
import type { TextMatcher } from './text-matcher.ts';

/** How far a search has come. A new object at each step; `rows` grows in place. */
export interface ScanSnapshot {
  /** Places in the log of the frames that hold the pattern, in order. */
  readonly rows: readonly number[];
  /** As many frames were looked at. */
  readonly scanned: number;
  /** Why it stopped. */
  readonly problem: string | null;
}

/** UTF-16 units of text, and frames, that are looked at in one go. */
const batchLength = 256 * 1024;
const batchFrames = 1000;

export interface TextScan {
  get(): ScanSnapshot;
  subscribe(listener: () => void): () => void;
  /** Begins, from the first frame on; the undo ends it. */
  start(): () => void;
  /** Goes on when there are more frames than were looked at. */
  resume(count: number): void;
}

/** Looks through a log in small steps, so that the window never waits for it, and goes on as the log grows. */
export function createTextScan(
  frames: FrameList,
  /** Brings payloads into the window that were let go of. */
  load: (from: number, to: number) => Promise<void>,
  filter: EventListFilter,
  createMatcher: () => TextMatcher,
): TextScan {
  const fits = eventMatcher(frames, filter);
  const listeners = new Set<() => void>();
  let rows: number[] = [];
  let picture: ScanSnapshot = { rows, scanned: 0, problem: null };
  let matcher: TextMatcher | null = null;
  let underWay: TextMatcher | null = null;

  const change = (next: Partial<ScanSnapshot>): void => {
    picture = { ...picture, ...next };
    for (const listener of listeners) listener();
  };
  const step = async (by: TextMatcher): Promise<void> => {
    const places: number[] = [];
    const texts: string[] = [];
    const most = Math.min(frames.length, picture.scanned + batchFrames);
    let { scanned } = picture;
    for (let length = 0; scanned < most && length < batchLength; scanned += 1) {
      if (!fits(scanned)) continue;
      // One after the other: what is loaded now may push out what was loaded before.
      if (!frames.has(scanned)) await load(scanned, most);
      const frame = frames.frame(scanned);
      if (!frame) continue;
      places.push(scanned);
      texts.push(frame.text);
      length += frame.text.length;
    }
    const found = texts.length === 0 ? [] : await by.match(texts);
    if (by !== matcher) return;
    for (const at of found) rows.push(places[at] ?? 0);
    change({ scanned });
  };
  const hasWork = (by: TextMatcher): boolean =>
    by === matcher && picture.problem === null && picture.scanned < frames.length;
  const run = async (by: TextMatcher): Promise<void> => {
    if (underWay === by) return;
    underWay = by;
    try {
      while (hasWork(by)) {
        // One after the other, with room for the window's own work in between.
        await step(by);
        await new Promise((resolve) => setTimeout(resolve));
      }
    } catch (thrown) {
      if (by === matcher) change({ problem: thrown instanceof Error ? thrown.message : String(thrown) });
    } finally {
      if (underWay === by) underWay = null;
    }
  };
  return {
    get: () => picture,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    start() {
      const own = createMatcher();
      matcher = own;
      rows = [];
      picture = { rows, scanned: 0, problem: null };
      void run(own);
      return () => {
        if (matcher === own) matcher = null;
        own.end();
      };
    },
    resume(count) {
      if (matcher && count > picture.scanned) void run(matcher);
    },
  };
}
