import type { Thread } from '../../shared/model/threads/thread.ts';
import { statusStyles } from '../ui/display/status-styles.ts';

/** Long enough to distinguish two threads by eye. */
export function shortThreadId(id: string): string {
  return id.length > 13 ? id.slice(0, 13) : id;
}

/** The name of a thread, or the start of its ID. */
export function threadTitle(thread: Thread): string {
  return thread.name ?? shortThreadId(thread.threadId);
}

/** Whether every word of a filter is in the thread's name, ID, graph, tags or status. */
export function matchesFilter(thread: Thread, filter: string): boolean {
  const text = [
    thread.name ?? '',
    thread.threadId,
    thread.graphId ?? '',
    statusStyles[thread.status].word,
    ...thread.tags,
  ]
    .join(' ')
    .toLowerCase();
  return filter
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

export function parseTags(text: string): string[] {
  const tags = text.split(',').map((tag) => tag.trim());
  return [...new Set(tags)].filter((tag) => tag !== '');
}

export function isThreadId(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}
