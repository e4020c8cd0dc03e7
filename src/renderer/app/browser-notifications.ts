import { useEffect, useEffectEvent, useState } from 'react';
import type { RunNotification } from '../../shared/model/run-notification.ts';
import { isWebHost } from '../rpc/open-port.ts';
import { useRpc } from '../rpc/rpc-context.ts';
import { subscribeToStream } from '../rpc/subscription.ts';
import { windowId } from './use-attention.ts';

/**
 * Whether this page may show notifications. `system`: the desktop app shows them, without the page. `missing`: the
 * browser has none, or not on this address.
 */
export type BrowserPermission = NotificationPermission | 'system' | 'missing';

export function browserPermission(): BrowserPermission {
  if (!isWebHost()) return 'system';
  // Browsers offer them to secure pages only: https, and this machine.
  return 'Notification' in window && window.isSecureContext ? Notification.permission : 'missing';
}

/** The permission, and a function that asks for it. Browsers let a page ask once, and only on a click. */
export function useBrowserPermission(): readonly [BrowserPermission, () => Promise<BrowserPermission>] {
  const [permission, setPermission] = useState(browserPermission);
  return [
    permission,
    async () => {
      if (permission === 'default') await Notification.requestPermission();
      const answered = browserPermission();
      setPermission(answered);
      return answered;
    },
  ];
}

/** Shows the notifications of runs by the browser. */
export function useBrowserNotifications(
  isOn: boolean,
  onClick: (notification: RunNotification) => void,
): void {
  const rpc = useRpc();
  const open = useEffectEvent(onClick);
  useEffect(() => {
    if (!isOn) return;
    return subscribeToStream(
      rpc,
      'notifications.show',
      { windowId },
      {
        onItem(runNotification) {
          const notification = new Notification(runNotification.title, {
            body: runNotification.body,
            tag: runNotification.id,
          });
          notification.addEventListener('click', () => {
            window.focus();
            notification.close();
            open(runNotification);
          });
        },
        onState: () => undefined,
      },
    );
  }, [rpc, isOn]);
}
