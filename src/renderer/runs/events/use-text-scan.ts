import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { RunLogPicture } from '../run-log-store.ts';
import type { EventFilter } from './event-index.ts';
import { startMatchWorker } from './start-match-worker.ts';
import { createTextMatcher, type TextPattern } from './text-matcher.ts';
import { createTextScan, type ScanPicture } from './text-scan.ts';

/** Looks for a pattern in a growing log; `null` while nothing is looked for. */
export function useTextScan(
  { frames, load }: Pick<RunLogPicture, 'frames' | 'load'>,
  filter: EventFilter,
  pattern: TextPattern,
): ScanPicture | null {
  const scan = useMemo(
    () =>
      pattern.text === ''
        ? null
        : createTextScan(frames, load, filter, () => createTextMatcher(pattern, startMatchWorker)),
    [frames, load, filter, pattern],
  );
  useEffect(() => scan?.begin(), [scan]);
  const count = frames.length;
  useEffect(() => scan?.goOn(count), [scan, count]);
  return useSyncExternalStore(scan?.subscribe ?? toNothing, () => scan?.get() ?? null);
}

function toNothing(): () => void {
  return () => undefined;
}
