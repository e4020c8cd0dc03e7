import { AppWindow } from 'lucide-react';
import type { StudioLink } from '../../shared/model/studio-link.ts';
import { isWebHost } from '../rpc/open-port.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { failedAction } from '../ui/display/describe-error.ts';
import { MenuItem } from '../ui/popups/Menu.tsx';
import { showToast } from '../ui/popups/toast-store.ts';
import { linkText } from './copy-link.ts';

/** Opens a place in another window of the desktop app, or in a new tab of the browser. */
export function openInNewWindow(rpc: StudioRpc, link: StudioLink): void {
  if (!isWebHost()) {
    rpc
      .call('windows.new', { link })
      .catch((error: unknown) => showToast(failedAction('Could not open a window', error), 'fail'));
    return;
  }
  // With an opener, so that the tab gets a copy of this one's session.
  if (window.open(linkText(link)) === null) showToast('The browser blocked the new tab.', 'fail');
}

export function OpenInNewWindowItem({ link }: { readonly link: StudioLink | null }) {
  const rpc = useRpc();
  return link === null ? null : (
    <MenuItem icon={<AppWindow size={14} aria-hidden />} onSelect={() => openInNewWindow(rpc, link)}>
      Open in new window
    </MenuItem>
  );
}
