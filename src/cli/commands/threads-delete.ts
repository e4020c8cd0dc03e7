import { AppError } from '../../shared/app-error.ts';
import type { ThreadActionResult } from '../../shared/model/thread-listing.ts';
import { toWireError } from '../../shared/wire-error.ts';
import type { CommandRun } from '../context.ts';
import { exitCodeOf, exitCodes } from '../exit-codes.ts';
import { noteProblem } from '../output/note-problem.ts';
import { problemDocument } from '../output/problem-document.ts';
import { withServer } from '../session/open-session.ts';
import type { Call } from '../session/confirm-writes.ts';
import { resolveThread } from '../session/resolve-thread.ts';

export const run: CommandRun = (args, context) =>
  withServer(args, context, async ({ call, server: { connectionId } }) => {
    const threadIds: string[] = [];
    for (const typed of new Set(args.positionals)) {
      // Sequential on purpose: an unclear one ends the command before anything is deleted.
      threadIds.push(await resolveThread(call, connectionId, typed));
    }
    const missing = await missingThreads(call, connectionId, threadIds);
    const missingIds = new Set(missing.map(({ threadId }) => threadId));
    const existing = threadIds.filter((threadId) => !missingIds.has(threadId));
    const deleted =
      existing.length === 0 ? [] : await call('threads.delete', { connectionId, threadIds: existing });
    const results = [...deleted, ...missing];
    if (context.json) {
      context.terminal.printJson({
        results: results.map(({ threadId, problem }) => ({
          threadId,
          problem: problem && problemDocument(problem),
        })),
      });
    } else {
      for (const { threadId, problem } of results) {
        if (problem === null) context.terminal.print(`${threadId}  deleted`);
        else noteProblem(problem, context.terminal, `${threadId}  `);
      }
    }
    return results.every(({ problem }) => problem === null) ? exitCodes.ok : exitCodes.failed;
  });

// The threads that don't exist. Servers accept their deletion, although it deletes nothing.
async function missingThreads(
  call: Call,
  connectionId: string,
  threadIds: readonly string[],
): Promise<readonly ThreadActionResult[]> {
  const missing: ThreadActionResult[] = [];
  for (const threadId of threadIds) {
    // Sequential on purpose: there may be many.
    const error = await call('threads.get', { connectionId, threadId }).then(
      () => null,
      (reason: unknown) => reason,
    );
    if (error === null) continue;
    // What concerns the server and not the thread ends the command.
    if (!(error instanceof AppError) || exitCodeOf(error) !== exitCodes.failed) throw error;
    const { server } = error.details;
    const absent = new AppError(
      'not-found',
      'There is no such thread. Nothing was deleted.',
      server === undefined ? {} : { details: { server } },
    );
    missing.push({ threadId, problem: toWireError(error.code === 'not-found' ? absent : error) });
  }
  return missing;
}
