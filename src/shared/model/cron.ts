import { z } from 'zod';

/** A cron of a server. Texts are JSON as the server sent it. */
export const Cron = z.strictObject({
  cronId: z.string(),
  /** `null` if the server does not say. */
  assistantId: z.string().nullable(),
  /** The thread that all of its runs share; `null`: each run has a thread of its own. */
  threadId: z.string().nullable(),
  /** A cron expression, in UTC unless there is a time zone. */
  schedule: z.string(),
  /** IANA name; `null` is UTC. */
  timezone: z.string().nullable(),
  /** `null` if the server does not say. */
  enabled: z.boolean().nullable(),
  /** ISO 8601, all by the server's clock. */
  nextRunAt: z.string().nullable(),
  endsAt: z.string().nullable(),
  createdAt: z.string().nullable(),
  updatedAt: z.string().nullable(),
  /** What happens to the thread of each run; `null` if the server does not say. */
  onRunCompleted: z.string().nullable(),
  webhook: z.string().nullable(),
  /** The input of each run; `null` without one. */
  inputText: z.string().nullable(),
  metadataText: z.string(),
});
export type Cron = z.infer<typeof Cron>;

/** `isCut`: there are more than are listed. */
export const CronList = z.strictObject({ crons: z.array(Cron), isCut: z.boolean() });
export type CronList = z.infer<typeof CronList>;

/** What can be set of a cron. `null` leaves a member out. */
export const CronSettings = z.strictObject({
  schedule: z.string().min(1).max(200),
  timezone: z.string().max(100).nullable(),
  /** ISO 8601. */
  endsAt: z.string().max(100).nullable(),
  /** JSON, sent verbatim. */
  inputText: z.string().max(5_000_000).nullable(),
  webhook: z.string().max(2048).nullable(),
});
export type CronSettings = z.infer<typeof CronSettings>;

export const ScheduleReading = z.strictObject({
  /** `At 09:00, Monday through Friday`; `null` if it can't be read. */
  words: z.string().nullable(),
  /** The next times, ISO 8601; fewer than asked for if it ends. */
  next: z.array(z.string()),
  /** How often it was due between two times, up to `maxRunsCounted`; `null` if it can't be read. */
  due: z.int().nonnegative().nullable(),
  /** Why it can't be read; `null` if it can. */
  problem: z.string().nullable(),
});
export type ScheduleReading = z.infer<typeof ScheduleReading>;

/** Times that are counted of a schedule. */
export const maxRunsCounted = 1000;
