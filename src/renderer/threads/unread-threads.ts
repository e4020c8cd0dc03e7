import { useCallback, useEffect, useMemo } from 'react';
import { z } from 'zod';
import type { Thread } from '../../shared/model/thread.ts';
import { draftKey, useDraft } from '../storage/drafts.ts';

// Threads remembered individually; older ones are covered by `upTo`.
const maxRemembered = 300;

// Which threads of a server were viewed. All times are the server's own: clocks are never compared.
const SeenThreads = z.strictObject({
  // Changes up to this time count as seen.
  upTo: z.string(),
  // Threads viewed since, each with the change that was seen.
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

// Whether a thread has changed since it was viewed. Without a record, nothing is unread.
export function isUnread(seenThreads: SeenThreads | null, { threadId, updatedAt }: Thread): boolean {
  if (seenThreads === null || updatedAt === null) return false;
  return updatedAt > (seenThreads.threads[threadId] ?? seenThreads.upTo);
}

// Marks a thread as viewed; returns the same object if nothing changes.
export function markSeen(seenThreads: SeenThreads | null, thread: Thread): SeenThreads | null {
  if (seenThreads === null || !isUnread(seenThreads, thread)) return seenThreads;
  const { [thread.threadId]: _before, ...others } = seenThreads.threads;
  const entries = [...Object.entries(others), [thread.threadId, thread.updatedAt ?? ''] as const];
  return { ...seenThreads, threads: Object.fromEntries(entries.slice(-maxRemembered)) };
}

// At the first listing of a server, everything counts as seen.
export function initialSeenThreads(threads: readonly Thread[]): SeenThreads {
  const upTo = threads.reduce(
    (latest, { updatedAt }) => (updatedAt !== null && updatedAt > latest ? updatedAt : latest),
    '',
  );
  return { upTo, threads: {} };
}

// Which threads of a list have changed since they were viewed. The selected one counts as viewed.
export function useUnreadThreads(
  connectionId: string | null,
  threads: readonly Thread[] | null,
  selectedId: string | null,
): (thread: Thread) => boolean {
  const [text, write] = useDraft(draftKey('threads', 'seen', connectionId ?? ''));
  const seenThreads = useMemo(() => parseSeenThreads(text), [text]);
  useEffect(() => {
    if (connectionId === null || threads === null) return;
    const selected = threads.find(({ threadId }) => threadId === selectedId);
    const next =
      seenThreads === null
        ? initialSeenThreads(threads)
        : selected
          ? markSeen(seenThreads, selected)
          : seenThreads;
    if (next !== seenThreads) write(JSON.stringify(next));
  }, [connectionId, threads, selectedId, seenThreads, write]);
  return useCallback(
    (thread: Thread) => thread.threadId !== selectedId && isUnread(seenThreads, thread),
    [seenThreads, selectedId],
  );
}
