import { createStore } from 'zustand/vanilla';
import { countOf } from '../../shared/count-of.ts';
import type { RequestEntry } from '../../shared/model/request-log.ts';

export type StatusChoice = 'any' | 'ok' | 'failed' | 'open';

export interface RequestFilter {
  readonly text: string;
  readonly method: string | null;
  readonly status: StatusChoice;
  readonly showPolling: boolean;
  // Requests up to this id were cleared from this view. The log has them still.
  readonly clearedUpTo: number;
}

export const noRequestFilter: RequestFilter = {
  text: '',
  method: null,
  status: 'any',
  showPolling: false,
  clearedUpTo: 0,
};

// Lasts as long as the window, also while the drawer is closed.
export const requestFilter = createStore<RequestFilter>(() => noRequestFilter);

// Requests that the studio repeats in the background.
const polled: ReadonlySet<string> = new Set([
  'connections.check',
  'inbox.watch',
  'runIndex.details',
  'runIndex.list',
  'runs.list',
  'threads.get',
  'threads.list',
]);

// The ids of requests that only repeat an earlier one of the log, as polling does. A request that failed, or
// that is under way, is none: there is something to see. `entries`: newest first.
export function pollingIds(entries: readonly RequestEntry[]): ReadonlySet<number> {
  const visited = new Set<string>();
  const ids = new Set<number>();
  for (const entry of entries.toReversed()) {
    if (!polled.has(entry.purpose) || stateOf(entry) !== 'ok') continue;
    const { connectionId, method, path, requestBody } = entry;
    const key = JSON.stringify([connectionId, method, path, requestBody]);
    if (visited.has(key)) ids.add(entry.id);
    visited.add(key);
  }
  return ids;
}

export interface FilteredRequests {
  readonly entries: readonly RequestEntry[];
  // Requests that only polling hides.
  readonly hiddenPolling: number;
  readonly cleared: number;
}

export function filterRequests(all: readonly RequestEntry[], filter: RequestFilter): FilteredRequests {
  const uncleared = all.filter(({ id }) => id > filter.clearedUpTo);
  const matching = uncleared.filter((entry) => matches(entry, filter));
  const polling = filter.showPolling ? new Set<number>() : pollingIds(all);
  const entries = matching.filter(({ id }) => !polling.has(id));
  return {
    entries,
    hiddenPolling: matching.length - entries.length,
    cleared: all.length - uncleared.length,
  };
}

/** Why no request is listed of `count`. */
export function noRequestText(
  count: number,
  { hiddenPolling, cleared }: FilteredRequests,
): { readonly title: string; readonly sentence: string } {
  if (cleared > 0 && cleared === count) {
    const words = `${countOf(cleared, 'earlier request')} ${cleared === 1 ? 'was' : 'were'}`;
    return { title: 'Nothing new', sentence: `${words} cleared from this view.` };
  }
  const which = cleared > 0 ? 'new' : 'stored';
  return hiddenPolling > 0
    ? { title: 'Only polling', sentence: `Hidden as polling: ${countOf(hiddenPolling, `${which} request`)}.` }
    : { title: 'Nothing matches', sentence: `No ${which} request matches.` };
}

export function stateOf({ status, problem }: Pick<RequestEntry, 'status' | 'problem'>): StatusChoice {
  if (status === null) return problem === null ? 'open' : 'failed';
  return status >= 400 ? 'failed' : 'ok';
}

function matches(entry: RequestEntry, { text, method, status }: RequestFilter): boolean {
  if (method !== null && entry.method !== method) return false;
  if (status !== 'any' && stateOf(entry) !== status) return false;
  const haystack = `${entry.method} ${entry.path} ${entry.status ?? ''} ${entry.purpose}`.toLowerCase();
  return text
    .toLowerCase()
    .split(/\s+/)
    .every((word) => haystack.includes(word));
}
