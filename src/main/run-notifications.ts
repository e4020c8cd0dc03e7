import type { Notification, NotificationConstructorOptions } from 'electron';
import type { StreamsOf } from '../shared/contract.ts';
import type { RunNotification } from '../shared/model/run-notification.ts';

type SystemNotification = Pick<Notification, 'show'> & {
  on(event: 'click' | 'close' | 'failed', listener: () => void): unknown;
};

export interface RunNotificationParts {
  readonly streams: Pick<StreamsOf<'notifications'>, 'notifications.show' | 'notifications.watch'>;
  readonly platform: NodeJS.Platform;
  readonly isSupported: () => boolean;
  readonly create: (options: NotificationConstructorOptions) => SystemNotification;
  readonly setBadge: (count: number) => unknown;
  readonly onClick: (notification: RunNotification) => void;
}

// A notification whose object is collected can no longer be clicked.
const maxHeld = 20;

/** Shows the notifications of runs by the system, and their number on the program's icon. Until `signal` aborts. */
export async function showRunNotifications(parts: RunNotificationParts, signal: AbortSignal): Promise<void> {
  await Promise.all([showNotifications(parts, signal), showBadge(parts, signal)]);
}

async function showBadge({ streams, setBadge }: RunNotificationParts, signal: AbortSignal): Promise<void> {
  let last = 0;
  for await (const { unseen, isOn } of streams['notifications.watch']({}, signal)) {
    const count = isOn === false ? 0 : unseen;
    if (count !== last) setBadge(count);
    last = count;
  }
}

async function showNotifications(parts: RunNotificationParts, signal: AbortSignal): Promise<void> {
  const { streams, platform, isSupported, create, onClick } = parts;
  const openNotifications: SystemNotification[] = [];
  for await (const runNotification of streams['notifications.show'](
    { windowId: crypto.randomUUID() },
    signal,
  )) {
    if (!isSupported()) continue;
    const notification = create(notificationOptions(runNotification, platform));
    notification.on('click', () => onClick(runNotification));
    openNotifications.push(notification);
    if (openNotifications.length > maxHeld) openNotifications.shift();
    notification.show();
  }
}

/** Desktops of Linux may read the body as markup, links and images included. */
export function notificationOptions(
  { title, body }: Pick<RunNotification, 'title' | 'body'>,
  platform: NodeJS.Platform,
): NotificationConstructorOptions {
  return {
    title,
    body: platform === 'linux' ? body.replace(/[<>&]/g, (sign) => lookalikes[sign] ?? '') : body,
  };
}

const lookalikes: Readonly<Record<string, string>> = { '<': '‹', '>': '›', '&': '＆' };
