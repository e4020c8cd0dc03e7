import { randomUUID } from 'node:crypto';
import { AppError } from '../../shared/app-error.ts';
import {
  commonLosses,
  differencePlace,
  differenceText,
  lossText,
  cloneVerdictText,
} from '../../shared/clone-labels.ts';
import type { CloneResult } from '../../shared/model/thread-clone.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { withServer } from '../session/open-session.ts';
import { findServer } from '../session/resolve-server.ts';
import { resolveThread } from '../session/resolve-thread.ts';

export const run: CommandRun = (args, context) =>
  withServer(args, context, async (session) => {
    const { connectionId: from } = session.server;
    const threadId = await resolveThread(session.call, from, args.positionals[0] ?? '');
    const other = args.text('to-server');
    const target =
      other === null ? session.server : await findServer(session, args, context, other, 'to-key-env');
    const graphId =
      args.text('graph') ?? (await session.call('threads.get', { connectionId: from, threadId })).graphId;
    if (graphId === null) {
      throw new AppError('invalid-input', 'The thread does not name its graph.', {
        hint: 'Name one of the target server with --graph.',
      });
    }
    const result = await session.call('clones.start', {
      connectionId: target.connectionId,
      graphId,
      source: { connectionId: from, threadId },
      branches: args.isSet('newest-branch') ? 'newest' : 'all',
      cloneId: randomUUID(),
      name: args.text('name'),
    });
    if (context.json) context.terminal.printJson({ server: target.name, ...result });
    else printResult(result, context.terminal);
    return result.same === result.checkpoints && !result.metadataDiffers ? exitCodes.ok : exitCodes.failed;
  });

// The ID alone is on the standard output, so that scripts can use it.
function printResult(result: CloneResult, terminal: Terminal): void {
  terminal.print(result.threadId);
  terminal.note(cloneVerdictText(result));
  for (const difference of result.differences)
    terminal.note(`- ${differencePlace(difference)}: ${differenceText(difference)}`);
  terminal.note('Not kept:');
  for (const text of [...result.losses.map(lossText), ...commonLosses]) terminal.note(`- ${text}`);
}
