import { z } from 'zod';
import { call } from '../rpc/contract-types.ts';
import { Cron, CronList, CronSettings, ScheduleReading } from '../model/cron.ts';
import { nothing, onServer } from './call-inputs.ts';

export const cronCalls = {
  /**
   * The crons of a server over all assistants and threads, newest first, up to 10,000. All calls fail with
   * `unsupported` if the server has none.
   */
  'crons.list': call(onServer, CronList),
  /** `threadId: null`: each run gets a thread of its own. */
  'crons.create': call(
    onServer.extend({
      assistantId: z.string(),
      threadId: z.string().nullable(),
      settings: CronSettings,
    }),
    Cron,
  ),
  /**
   * Changes the given members only. `expected`: what they were when the user started. If another client has changed one of
   * them since, fails with `conflict` and sends nothing.
   */
  'crons.update': call(
    onServer.extend({
      cronId: z.string(),
      settings: CronSettings.partial().extend({ enabled: z.boolean().optional() }),
      expected: CronSettings.partial().optional(),
    }),
    Cron,
  ),
  /** Deletes a cron; a missing one counts as deleted. Its runs and threads stay. */
  'crons.delete': call(onServer.extend({ cronId: z.string() }), nothing),
  /** Reads a schedule: in words, its next times, and how often it was due since a time. Sends nothing. */
  'crons.read': call(
    z.strictObject({
      schedule: z.string().max(200),
      timezone: z.string().max(100).nullable(),
      since: z.string().nullable(),
    }),
    ScheduleReading,
  ),
};
