import { AppError } from '../../shared/app-error.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { runChangesText } from '../output/run-changes.ts';
import { withServer } from '../session/open-session.ts';
import { resolveThread } from '../session/resolve-thread.ts';

export const run: CommandRun = (args, context) =>
  withServer(args, context, async ({ call, server: { connectionId } }) => {
    const [typed = '', named] = args.positionals;
    const threadId = await resolveThread(call, connectionId, typed);
    const runId = named ?? (await call('runs.list', { connectionId, threadId }))[0]?.runId;
    if (runId === undefined) throw new AppError('not-found', 'Nothing has run on this thread.');
    const comparison = await call('compare.whatChanged', { connectionId, threadId, runId });
    const { terminal } = context;
    if (context.json) terminal.printJson(comparison);
    else terminal.print(runChangesText(comparison));
    return comparison.base === null ? exitCodes.failed : exitCodes.ok;
  });
