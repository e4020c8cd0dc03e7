import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { defaultThreadListing, type ThreadListFilter } from '../../shared/model/thread-listing.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { matchesFilter } from './thread-labels.ts';

// Time without a key press before the server is asked, in milliseconds.
const typingPauseMs = 300;

export interface ThreadSearch {
  // Loaded threads that match at once, then those that only the server knows; all loaded ones without a text.
  readonly threads: readonly Thread[];
  readonly isSearching: boolean;
  readonly error: Error | null;
  readonly retry: () => void;
  // What was searched, as a sentence; `null` without a text or an answer.
  readonly note: string | null;
}

/** Searches the loaded threads at once, and all threads of the server after a pause in typing. */
export function useThreadSearch(
  connectionId: string | null,
  loaded: readonly Thread[],
  searchText: string,
  filter: ThreadListFilter = defaultThreadListing.filter,
): ThreadSearch {
  const rpc = useRpc();
  const text = searchText.trim();
  const sent = useSettledText(text);
  const isAsked = connectionId !== null && sent !== '' && sent === text;
  const query = useQuery({
    queryKey: [...queryKeys.threads(connectionId ?? ''), 'search', sent, filter],
    queryFn: ({ signal }) =>
      rpc.call('threads.search', { connectionId: connectionId ?? '', text: sent, filter }, signal),
    enabled: isAsked,
    staleTime: 5000,
  });
  if (text === '') {
    return { threads: loaded, isSearching: false, error: null, retry: () => undefined, note: null };
  }
  const local = loaded.filter((thread) => matchesFilter(thread, text));
  const result = isAsked ? query.data : undefined;
  const loadedIds = new Set(local.map(({ threadId }) => threadId));
  const unloadedThreads = result?.threads.filter(({ threadId }) => !loadedIds.has(threadId)) ?? [];
  return {
    threads: [...local, ...unloadedThreads],
    isSearching: connectionId !== null && (!isAsked || query.isPending),
    error: isAsked ? query.error : null,
    retry: () => void query.refetch(),
    note: result ? searchNote(result) : null,
  };
}

// What a search did not reach, or else what it searched.
export function searchNote(result: {
  readonly threads: readonly Thread[];
  readonly found: number;
  readonly searched: number | null;
  readonly isComplete: boolean;
  readonly unnamed: number;
}): string {
  const { threads, found, searched, isComplete, unnamed } = result;
  const notes: string[] = [];
  if (searched === null) {
    notes.push(
      isComplete
        ? 'Searched metadata and values on the server.'
        : `Searched metadata and values on the server. There are more than these ${threads.length}.`,
    );
  } else {
    notes.push(
      isComplete
        ? `Searched ${searched === 1 ? 'the only thread' : `all ${searched} threads`} by name, ID and metadata.`
        : `Searched the newest ${searched} threads by name, ID and metadata.`,
    );
    if (found > threads.length) notes.push(`Showing ${threads.length} of ${found}.`);
    if (unnamed > 0)
      notes.push(
        `The first messages of ${unnamed === 1 ? 'one thread' : `${unnamed} threads`} could not be read.`,
      );
    notes.push('To search values, type JSON such as {"topic": "refunds"}.');
  }
  return notes.join(' ');
}

// The text once it has not changed for a while.
function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), text === '' ? 0 : typingPauseMs);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
