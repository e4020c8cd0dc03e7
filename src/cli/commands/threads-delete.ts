import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { withServer } from '../session/open-session.ts';

export const run: CommandRun = (args, context) =>
  withServer(args, context, async ({ call, server: { connectionId } }) => {
    const results = await call('threads.delete', { connectionId, threadIds: [...args.positionals] });
    if (context.json) context.terminal.printJson({ results });
    else {
      for (const { threadId, problem } of results) {
        if (problem === null) context.terminal.print(`${threadId}  deleted`);
        else context.terminal.note(`${threadId}  ${problem.message}`);
      }
    }
    return results.every(({ problem }) => problem === null) ? exitCodes.ok : exitCodes.failed;
  });
