import { z } from 'zod';
import { ServerRunCancel, ServerRunKind, ServerRunList } from '../model/server-run.ts';
import { call } from '../rpc/contract-types.ts';
import { onServer } from './call-inputs.ts';

export const serverRunCalls = {
  /** The runs of a kind on the last changed threads that have some; `threads`: how many are read at most. */
  'serverRuns.list': call(
    onServer.extend({ kind: ServerRunKind, threads: z.int().min(1).max(5000) }),
    ServerRunList,
  ),
  /**
   * Cancels runs, a few at a time, and reports what became of each; a failure does not stop the others. Of a thread,
   * name the end of its queue first: a queued run would start when the one before it stops.
   */
  'serverRuns.cancel': call(
    onServer.extend({
      runs: z
        .array(z.strictObject({ threadId: z.string(), runId: z.string() }))
        .min(1)
        .max(500),
    }),
    z.array(ServerRunCancel),
  ),
};
