import * as z from 'zod/mini';
import { parseLinkQuery, StudioLink } from '../../../shared/model/studio-link.ts';
import { isWebHost } from '../../rpc/open-port.ts';
import { hasWebSession } from '../../rpc/web-session.ts';
import { parseJson } from '../../../shared/parse-json.ts';

// A link in the address of a browser tab waits in the browser's storage for a tab with a session: a new tab,
// as `langgraph dev` opens it, has none. It holds no secret.
const storageKey = 'studio.link';

// A link that waited longer than this is no longer what the user wants, in milliseconds.
const freshMs = 10 * 60_000;

const Pending = z.strictObject({ link: StudioLink, at: z.number() });

let ownLink: StudioLink | null = null;

/** The place that this window was opened with; `null` for the last one. */
export function linkOfWindow(): StudioLink | null {
  return ownLink;
}

/**
 * Takes a link out of the page's address. It is for this window if that can open it; a tab without a session leaves it to one
 * that has one. Keeps the one-time code.
 */
export function keepLinkOfAddress(): void {
  ownLink = null;
  if (location.search === '') return;
  const link = parseLinkQuery(location.search);
  if (link === null) return;
  if (!isWebHost() || hasWebSession()) {
    ownLink = link;
    history.replaceState(null, '', location.pathname + location.hash);
    return;
  }
  try {
    localStorage.setItem(storageKey, JSON.stringify({ link, at: Date.now() }));
  } catch {
    // Without storage there is no other tab to tell.
    return;
  }
  history.replaceState(null, '', location.pathname + location.hash);
}

/** Takes the waiting link; `null` without one. Of several tabs, one gets it. */
export async function takePendingLink(): Promise<StudioLink | null> {
  const take = (): StudioLink | null => {
    const text = localStorage.getItem(storageKey);
    if (text === null) return null;
    localStorage.removeItem(storageKey);
    const pending = Pending.safeParse(parseJson(text)).data;
    return pending !== undefined && Math.abs(Date.now() - pending.at) <= freshMs ? pending.link : null;
  };
  try {
    return await navigator.locks.request(storageKey, take);
  } catch {
    return null;
  }
}

/** Calls `listener` when another tab has left a link. Returns an unsubscribe function. */
export function onPendingLink(listener: () => void): () => void {
  const onStorage = (event: StorageEvent): void => {
    if (event.key === storageKey && event.newValue !== null) listener();
  };
  addEventListener('storage', onStorage);
  return () => removeEventListener('storage', onStorage);
}
