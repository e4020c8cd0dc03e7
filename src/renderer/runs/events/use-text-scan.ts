import { type MatchWorker, createTextMatcher, type TextPattern } from './text-matcher.ts';
import { jobWorker } from '../../ui/job-messages.ts';
import { useEffect, useMemo } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
import type { EventListFilter } from './event-filter.ts';
import { createTextScan, type ScanSnapshot } from './text-scan.ts';

export function startMatchWorker(): MatchWorker {
  return jobWorker(new Worker(new URL('./match.worker.ts', import.meta.url), { type: 'module' }));
}

const noScan = createStore(() => null);

// Searches a growing log; `null` without a pattern.
export function useTextScan(
  { frames, load }: Pick<RunLogSnapshot, 'frames' | 'load'>,
  filter: EventListFilter,
  pattern: TextPattern,
): ScanSnapshot | null {
  const scan = useMemo(
    () =>
      pattern.text === ''
        ? null
        : createTextScan(frames, load, filter, () => createTextMatcher(pattern, startMatchWorker)),
    [frames, load, filter, pattern],
  );
  useEffect(() => scan?.start(), [scan]);
  const count = frames.length;
  useEffect(() => scan?.resume(count), [scan, count]);
  return useStore<StoreApi<ScanSnapshot | null>>(scan?.progress ?? noScan);
}
