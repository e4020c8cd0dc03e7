import { useSyncExternalStore } from 'react';
import { timeAgo, timeTitle } from './format.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let now = Date.now();

/** One clock for all: a list of ages costs one timer, and none while nothing is shown. */
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The clock stood still while nobody looked; React reads the snapshot again after it subscribed.
  if (timer === null) now = Date.now();
  timer ??= setInterval(() => {
    now = Date.now();
    for (const wake of listeners) wake();
  }, 5000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

export interface TimeAgoProps {
  /** ISO 8601, or `null` when the server did not tell. */
  readonly at: string | null;
}

/** How long ago: `now`, `12 s`, `4 min`, `2 h`, `3 d`, then the date. Its tooltip is the text of the server, and its reading here. */
export function TimeAgo({ at }: TimeAgoProps) {
  const current = useSyncExternalStore(subscribe, () => now);
  const date = at === null ? null : new Date(at);
  if (date === null || Number.isNaN(date.getTime())) return null;
  return (
    <time dateTime={at ?? undefined} title={timeTitle(at ?? '', date)}>
      {timeAgo(date, current)}
    </time>
  );
}
