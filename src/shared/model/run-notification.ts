import { z } from 'zod';
import { StudioLink } from './studio-link.ts';

export const maxNotificationTitle = 100;
export const maxNotificationBody = 300;

/**
 * Shown outside of all windows, about runs that were started here and wait or have ended while no window was in front.
 * Plain text. The ids name the run that matters most.
 *
 * - `link`: To its thread and run; `null` if the server has no address.
 */
export const RunNotification = z.strictObject({
  id: z.string(),
  title: z.string().max(maxNotificationTitle),
  body: z.string().max(maxNotificationBody),
  connectionId: z.string(),
  threadId: z.string().nullable(),
  runId: z.string(),
  link: z.nullable(StudioLink),
});
export type RunNotification = z.infer<typeof RunNotification>;

/**
 * - `isOn`: Whether notifications are shown; `null` if nobody has chosen, and the host does not show them by itself.
 * - `unseen`: Threads whose runs wait or have ended since a window was in front.
 * - `active`: Runs that were started here and whose events are being read.
 */
export const NotificationState = z.strictObject({
  isOn: z.boolean().nullable(),
  unseen: z.int().nonnegative(),
  active: z.int().nonnegative(),
});
export type NotificationState = z.infer<typeof NotificationState>;
