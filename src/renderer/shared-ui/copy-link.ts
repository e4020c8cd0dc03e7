import { createContext, use } from 'react';
import { linkQuery, linkScheme, type StudioLink } from '../../shared/model/studio-link.ts';
import { copyText } from '../ui/copy-text.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import { isWebHost } from '../rpc/open-port.ts';

/**
 * A link to what is selected: server, assistant, thread and checkpoint. `null` without a server that has an address.
 * Provided by the window.
 */
export const SelectionLinkContext = createContext<StudioLink | null>(null);

export function useSelectionLink(): StudioLink | null {
  return use(SelectionLinkContext);
}

export function copyLink(link: StudioLink): void {
  void copyText(linkText(link)).then((done) =>
    showToast(done ? 'Copied the link.' : 'Could not copy the link.', done ? 'ok' : 'fail'),
  );
}

/** The text of a link: an address of the web host, or a link that the system opens with the app. */
export function linkText(link: StudioLink): string {
  const query = linkQuery(link);
  return isWebHost() ? `${location.origin}/studio/?${query}` : `${linkScheme}://open?${query}`;
}
