import { createContext, use, useSyncExternalStore } from 'react';
import type { LinkStatus, StudioLink } from './studio-link.ts';

export const LinkContext = createContext<StudioLink | null>(null);

export function useLink(): StudioLink {
  const link = use(LinkContext);
  if (!link) throw new Error('useLink needs a LinkContext above it.');
  return link;
}

/** How the window's way to its host is right now. */
export function useLinkStatus(): LinkStatus {
  const link = useLink();
  return useSyncExternalStore(link.subscribe, link.status);
}
