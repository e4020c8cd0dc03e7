import { diffJson, type JsonDifference } from '../../exact-json/diff/diff.ts';
import { javaScriptPath } from '../../exact-json/structural-index/json-path.ts';
import { differenceDocument } from '../output/difference-document.ts';
import type { ThreadState } from '../../shared/model/threads/thread.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import type { Terminal } from '../output/terminal.ts';
import { shortened } from '../output/shortened.ts';
import { withServer } from '../session/open-session.ts';
import { findServer } from '../session/pick-server.ts';

const longestValue = 500;

export const run: CommandRun = (args, context) => {
  const [from = '', to = ''] = args.positionals;
  return withServer(args, context, async (session) => {
    const other = args.text('to-server');
    const toServer = other === null ? session.server : await findServer(session, args, other);
    const read = (connectionId: string, place: string): Promise<ThreadState> => {
      const [threadId = '', checkpointId = null] = place.split('@');
      return session.call('threads.state', { connectionId, threadId, checkpointId });
    };
    const [before, after] = await Promise.all([
      read(session.server.connectionId, from),
      read(toServer.connectionId, to),
    ]);
    const differences = diffJson(before.valuesText, after.valuesText);
    if (context.json) {
      context.terminal.printJson({
        from: { threadId: before.threadId, checkpointId: before.checkpointId },
        to: { threadId: after.threadId, checkpointId: after.checkpointId },
        equal: differences.length === 0,
        differences: differences.map(differenceDocument),
      });
    } else for (const difference of differences) printDifference(difference, context.terminal);
    return differences.length === 0 ? exitCodes.ok : exitCodes.failed;
  });
};

function printDifference({ path, kind, before, after, from }: JsonDifference, terminal: Terminal): void {
  const place = javaScriptPath('values', path);
  if (kind === 'moved') return terminal.print(`> ${place}  moved from index ${from ?? '?'}`);
  if (before !== null) terminal.print(`- ${place}  ${shortened(before, longestValue)}`);
  if (after !== null) terminal.print(`+ ${place}  ${shortened(after, longestValue)}`);
}
