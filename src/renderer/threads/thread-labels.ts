import type { Thread } from '../../shared/model/thread.ts';
import { listedThreadStatus, statusLabels } from '../../shared/status-labels.ts';
import { shortId } from '../ui/display/format.ts';

/** The name of a thread, or its shortened ID. */
export function threadTitle(thread: Thread): string {
  return thread.name ?? shortId(thread.threadId);
}

// Whether every word of a filter is in the thread's name, ID, graph, tags or status.
export function matchesFilter(thread: Thread, filter: string): boolean {
  const text = [
    thread.name ?? '',
    thread.threadId,
    thread.graphId ?? '',
    statusLabels[listedThreadStatus(thread)],
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
