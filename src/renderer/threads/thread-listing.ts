import { useMemo } from 'react';
import { defaultThreadListing, ThreadListing } from '../../shared/model/thread-listing.ts';
import { draftKey, useDraft } from '../storage/drafts.ts';

// A stored listing; the default if there is none, or if its format is unknown.
export function parseListing(text: string | null): ThreadListing {
  if (text === null) return defaultThreadListing;
  try {
    return ThreadListing.safeParse(JSON.parse(text)).data ?? defaultThreadListing;
  } catch {
    return defaultThreadListing;
  }
}

export function activeFilterCount({ filter }: ThreadListing): number {
  return Object.values(filter).filter((part) => part !== null).length;
}

export function useThreadListing(connectionId: string | null) {
  const [text, write] = useDraft(draftKey('threads', 'listing', connectionId ?? ''));
  const listing = useMemo(() => parseListing(text), [text]);
  const change = (next: ThreadListing): void => write(JSON.stringify(next));
  return [listing, change] as const;
}
