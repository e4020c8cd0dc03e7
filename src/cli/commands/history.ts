import { foreignRecordsText } from '../../shared/foreign-records.ts';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { checkpointDocument, checkpointRow } from '../output/history-document.ts';
import { columns } from '../output/styled-text.ts';
import { withServer } from '../session/open-session.ts';
import { readRecord } from '../session/read-record.ts';
import { resolveThread } from '../session/resolve-thread.ts';

const defaultLimit = 20;
const maxPageSize = 100;

export const run: CommandRun = (args, context) => {
  const limit = args.number('limit', 1) ?? defaultLimit;
  return withServer(args, context, async ({ call, server: { connectionId } }) => {
    const threadId = await resolveThread(call, connectionId, args.positionals[0] ?? '');
    const checkpoints: CheckpointSummary[] = [];
    let foreign = 0;
    let before = args.text('before');
    do {
      const page = await call('threads.history', {
        connectionId,
        threadId,
        before,
        limit: Math.min(maxPageSize, limit - checkpoints.length),
      });
      checkpoints.push(...page.checkpoints);
      foreign += page.foreign ?? 0;
      before = page.before;
    } while (before !== null && checkpoints.length < limit);
    const since = checkpoints.at(-1)?.createdAt ?? null;
    const record = await readRecord(call, { connectionId, threadId }, since);
    if (context.json)
      context.terminal.printJson({
        threadId,
        checkpoints: checkpoints.map((checkpoint) => checkpointDocument(checkpoint, record)),
        before,
        ...(foreign > 0 ? { foreign } : {}),
      });
    else if (checkpoints.length === 0) context.terminal.note('This thread has no checkpoints.');
    else context.terminal.print(columns(checkpoints.map((checkpoint) => checkpointRow(checkpoint, record))));
    if (foreign > 0) context.terminal.note(foreignRecordsText(foreign));
    return exitCodes.ok;
  });
};
