import { localTimeText } from './locale-text.ts';

export { sizeText } from '../../../shared/size-text.ts';

// A relative time for dense lists: `now`, `12 s`, `4 min`, `2 h`, `3 d`, then the date.
export function timeAgo(date: Date, nowMs: number): string {
  const seconds = Math.floor((nowMs - date.getTime()) / 1000);
  if (seconds < 5) return 'now';
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 24) return `${hours} h`;
  const days = Math.floor(hours / 24);
  return days < 7 ? `${days} d` : date.toISOString().slice(0, 10);
}

/** A duration for a label: `<1 ms`, `3 ms`, `1.2 s`, `41 s`, `3 min 5 s`. */
export function durationText(ms: number): string {
  if (ms < 1) return '<1 ms';
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 10_000) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

const boundSigns = { exact: '', atMost: '≤ ', atLeast: '≥ ' } as const;
const boundWords = { exact: '', atMost: 'at most ', atLeast: 'at least ' } as const;

/** A duration with the sign of its bound: `≤ 1.2 s`. What is less than a millisecond has its sign: `<1 ms`. */
export function boundedDurationText(
  ms: number,
  bound: keyof typeof boundSigns,
  words: Readonly<Record<keyof typeof boundSigns, string>> = boundSigns,
): string {
  if (ms < 1 && bound === 'atLeast') return `${words.atLeast}0 ms`;
  return `${ms < 1 ? '' : words[bound]}${durationText(ms)}`;
}

/** The same in words: `at most 1.2 s`. */
export function boundedDurationWords(ms: number, bound: keyof typeof boundWords): string {
  return boundedDurationText(ms, bound, boundWords);
}

/**
 * A server's time for a tooltip: its original text with microseconds, and the local time. A time
 * without an offset (naive, from Python) could be in any zone, so the tooltip says that it was read as local.
 */
export function timeTitle(text: string, date: Date): string {
  const here = localTimeText(date);
  return hasZone(text)
    ? `${text}\n${here} here`
    : `${text}\n${here}, assuming local time: no time zone given`;
}

// Whether an ISO 8601 time has a zone. A date alone is in UTC.
export function hasZone(text: string): boolean {
  return !text.includes('T') || /(?:Z|[+-]\d{2}:?\d{2})$/i.test(text.trim());
}

/** Shortens an ID. Keeps mostly the end, because IDs created in sequence start alike. */
export function shortId(id: string): string {
  return id.length > 14 ? `${id.slice(0, 4)}…${id.slice(-8)}` : id;
}
