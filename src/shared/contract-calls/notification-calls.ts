import { z } from 'zod';
import { RunNotification, NotificationState } from '../model/run-notification.ts';
import { call, stream } from '../rpc/contract-types.ts';
import { nothing, onWindow } from './call-inputs.ts';

export const notificationCalls = {
  /** Turns the notifications of runs on or off, for all windows. */
  'notifications.set': call(z.strictObject({ isOn: z.boolean() }), nothing),
};

/**
 * - `app.attention`: Open while a window is in front: its page has the focus. Its one item is empty.
 * - `notifications.show`: Notifications to show. Each goes to one subscriber: the window that was in front last, else
 *   the one that came last.
 */
export const notificationStreams = {
  'app.attention': stream(onWindow, nothing),
  'notifications.watch': stream(nothing, NotificationState),
  'notifications.show': stream(onWindow, RunNotification),
};
