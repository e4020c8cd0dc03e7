import { useCallback, useEffect, useMemo } from 'react';
import { z } from 'zod';
import type { Thread } from '../../shared/model/thread.ts';
import { draftKey, useDraft } from '../client/drafts.ts';

/** How many threads are remembered one by one; older ones fall under the mark. */
const mostRemembered = 300;

/**
 * What of a server's threads was looked at. All times are the server's own texts: clocks are never compared (row C-14).
 */
const Seen = z.strictObject({
  /** Whatever changed up to then counts as seen. */
  upTo: z.string(),
  /** Threads that were looked at since, each with the change that was seen. */
  threads: z.record(z.string(), z.string()),
});
export type Seen = z.infer<typeof Seen>;

export function parseSeen(text: string | null): Seen | null {
  if (text === null) return null;
  try {
    return Seen.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

/** Whether a thread changed since it was looked at. Before anything was seen nothing is new. */
export function isNews(seen: Seen | null, { threadId, updatedAt }: Thread): boolean {
  if (seen === null || updatedAt === null) return false;
  return updatedAt > (seen.threads[threadId] ?? seen.upTo);
}

/** What was seen after a thread was looked at; the same object when that changes nothing. */
export function withLook(seen: Seen | null, thread: Thread): Seen | null {
  if (seen === null || !isNews(seen, thread)) return seen;
  const { [thread.threadId]: _before, ...others } = seen.threads;
  const entries = [...Object.entries(others), [thread.threadId, thread.updatedAt ?? ''] as const];
  return { ...seen, threads: Object.fromEntries(entries.slice(-mostRemembered)) };
}

/** What was seen of a server at its first listing: all of it. */
export function firstLook(threads: readonly Thread[]): Seen {
  const upTo = threads.reduce(
    (latest, { updatedAt }) => (updatedAt !== null && updatedAt > latest ? updatedAt : latest),
    '',
  );
  return { upTo, threads: {} };
}

/** Tells which threads of a list changed since they were looked at. The selected one is being looked at. */
export function useSeenThreads(
  connectionId: string | null,
  threads: readonly Thread[] | null,
  selectedId: string | null,
): (thread: Thread) => boolean {
  const [text, write] = useDraft(draftKey('threads', 'seen', connectionId ?? ''));
  const seen = useMemo(() => parseSeen(text), [text]);
  useEffect(() => {
    if (connectionId === null || threads === null) return;
    const selected = threads.find(({ threadId }) => threadId === selectedId);
    const next = seen === null ? firstLook(threads) : selected ? withLook(seen, selected) : seen;
    if (next !== seen) write(JSON.stringify(next));
  }, [connectionId, threads, selectedId, seen, write]);
  return useCallback(
    (thread: Thread) => thread.threadId !== selectedId && isNews(seen, thread),
    [seen, selectedId],
  );
}
