import { z } from 'zod';
import { RemovedKind } from '../model/recording.ts';
import { call } from '../rpc/contract-types.ts';

export const bugReportCalls = {
  /**
   * Writes a report as Markdown, scrubbed: facts of the program, the server, what is known of the thread's runs, the last
   * requests without their bodies, and the log. Nothing is stored or sent. `window`: facts that only the page knows.
   * `secrets` and `hosts`: how many values were replaced.
   */
  'bugReport.create': call(
    z.strictObject({
      connectionId: z.string().nullable(),
      threadId: z.string().nullable(),
      hideHosts: z.boolean(),
      window: z.array(z.strictObject({ name: z.string().max(100), value: z.string().max(1000) })).max(20),
    }),
    z.strictObject({
      text: z.string(),
      secrets: z.int().nonnegative(),
      hosts: z.int().nonnegative(),
      kinds: z.array(RemovedKind),
    }),
    { bulk: 'text' },
  ),
};
