import { z } from 'zod';

/**
 * A cron of a server. Texts are JSON as the server sent it.
 *
 * - `assistantId` is `null` if the server does not say.
 * - `threadId`: The thread that all of its runs share; `null`: each run has a thread of its own.
 * - `schedule`: A cron expression, in UTC unless there is a time zone.
 * - `timezone`: IANA name; `null` is UTC.
 * - `enabled` is `null` if the server does not say.
 * - `nextRunAt`: ISO 8601, all by the server's clock.
 * - `onRunCompleted`: What happens to the thread of each run; `null` if the server does not say.
 * - `inputText`: The input of each run; `null` without one.
 */
export const Cron = z.strictObject({
  cronId: z.string(),
  assistantId: z.string().nullable(),
  threadId: z.string().nullable(),
  schedule: z.string(),
  timezone: z.string().nullable(),
  enabled: z.boolean().nullable(),
  nextRunAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  onRunCompleted: z.string().nullable(),
  webhook: z.string().nullable(),
  inputText: z.string().nullable(),
  metadataText: z.string(),
});
export type Cron = z.infer<typeof Cron>;

export const CronList = z.strictObject({ crons: z.array(Cron), isCut: z.boolean() });
export type CronList = z.infer<typeof CronList>;

/** What can be set of a cron. `null` leaves a member out. `inputText`: JSON, sent verbatim. */
export const CronSettings = z.strictObject({
  schedule: z.string().min(1).max(200),
  timezone: z.string().max(100).nullable(),
  endsAt: z.string().max(100).nullable(),
  inputText: z.string().max(5_000_000).nullable(),
  webhook: z.string().max(2048).nullable(),
});
export type CronSettings = z.infer<typeof CronSettings>;

/**
 * - `words`: `At 09:00, Monday through Friday`; `null` if it can't be read.
 * - `next`: The next times, ISO 8601; fewer than asked for if it ends.
 * - `due`: How often it was due between two times, up to `maxRunsCounted`; `null` if it can't be read.
 * - `problem`: Why it can't be read; `null` if it can.
 */
export const ScheduleReading = z.strictObject({
  words: z.string().nullable(),
  next: z.array(z.string()),
  due: z.int().nonnegative().nullable(),
  problem: z.string().nullable(),
});
export type ScheduleReading = z.infer<typeof ScheduleReading>;

/** Times that are counted of a schedule. */
export const maxRunsCounted = 1000;
