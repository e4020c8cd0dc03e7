import { useSyncExternalStore } from 'react';
import { timeAgo, timeTitle } from './format.ts';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let now = Date.now();

// All instances share one timer, which runs only while one of them is mounted.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  // The clock stops without subscribers. React reads the snapshot again after it has subscribed.
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
  readonly at: string | null;
  // In a sentence: `3 min ago`, but `now`, and a date after a week.
  readonly ago?: boolean;
}

/** A relative time. The tooltip shows the server's text and the local time. */
export function TimeAgo({ at, ago = false }: TimeAgoProps) {
  const current = useSyncExternalStore(subscribe, () => now);
  const date = at === null ? null : new Date(at);
  if (date === null || Number.isNaN(date.getTime())) return null;
  const text = timeAgo(date, current);
  return (
    <time dateTime={at ?? undefined} title={timeTitle(at ?? '', date)}>
      {ago && text.includes(' ') ? `${text} ago` : text}
    </time>
  );
}
