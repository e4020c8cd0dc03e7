import { useCallback, useEffect, useMemo } from 'react';
import { z } from 'zod';
import type { Thread } from '../../../shared/model/threads/thread.ts';
import { draftKey, useDraft } from '../../storage/drafts.ts';

/** How many threads are remembered one by one; older ones fall under the mark. */
const mostRemembered = 300;

/**
 * What of a server's threads was looked at. All times are the server's own texts: clocks are never compared (row C-14).
 */
const SeenThreads = z.strictObject({
  /** Whatever changed up to then counts as seen. */
  upTo: z.string(),
  /** Threads that were looked at since, each with the change that was seen. */
  threads: z.record(z.string(), z.string()),
});
export type SeenThreads = z.infer<typeof SeenThreads>;

export function parseSeenThreads(text: string | null): SeenThreads | null {
  if (text === null) return null;
  try {
    return SeenThreads.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether a thread changed since it was looked at. Before anything was seen nothing is new. */
export function isUnread(seen: SeenThreads | null, { threadId, updatedAt }: Thread): boolean {
  if (seen === null || updatedAt === null) return false;
  return updatedAt > (seen.threads[threadId] ?? seen.upTo);
}

/** What was seen after a thread was looked at; the same object when that changes nothing. */
export function markSeen(seen: SeenThreads | null, thread: Thread): SeenThreads | null {
  if (seen === null || !isUnread(seen, thread)) return seen;
  const { [thread.threadId]: _before, ...others } = seen.threads;
  const entries = [...Object.entries(others), [thread.threadId, thread.updatedAt ?? ''] as const];
  return { ...seen, threads: Object.fromEntries(entries.slice(-mostRemembered)) };
}

/** What was seen of a server at its first listing: all of it. */
export function initialSeenThreads(threads: readonly Thread[]): SeenThreads {
  const upTo = threads.reduce(
    (latest, { updatedAt }) => (updatedAt !== null && updatedAt > latest ? updatedAt : latest),
    '',
  );
  return { upTo, threads: {} };
}

/** Tells which threads of a list changed since they were looked at. The selected one is being looked at. */
export function useUnreadThreads(
  connectionId: string | null,
  threads: readonly Thread[] | null,
  selectedId: string | null,
): (thread: Thread) => boolean {
  const [text, write] = useDraft(draftKey('threads', 'seen', connectionId ?? ''));
  const seen = useMemo(() => parseSeenThreads(text), [text]);
  useEffect(() => {
    if (connectionId === null || threads === null) return;
    const selected = threads.find(({ threadId }) => threadId === selectedId);
    const next = seen === null ? initialSeenThreads(threads) : selected ? markSeen(seen, selected) : seen;
    if (next !== seen) write(JSON.stringify(next));
  }, [connectionId, threads, selectedId, seen, write]);
  return useCallback(
    (thread: Thread) => thread.threadId !== selectedId && isUnread(seen, thread),
    [seen, selectedId],
  );
}
