import { foreignRecordsText } from '../../shared/foreign-records.ts';
import type { CheckpointSummary } from '../../shared/model/threads/thread.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { columns, StyledText, type TextPart } from '../output/styled-text.ts';
import { withServer } from '../session/open-session.ts';
import { resolveThread } from '../session/resolve-thread.ts';

const usualLimit = 20;
/** The most that a page of history may have. */
const largestPage = 100;

export const run: CommandRun = (args, context) => {
  const limit = args.number('limit', 1) ?? usualLimit;
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
        limit: Math.min(largestPage, limit - checkpoints.length),
      });
      checkpoints.push(...page.checkpoints);
      foreign += page.foreign ?? 0;
      before = page.before;
    } while (before !== null && checkpoints.length < limit);
    if (context.json)
      context.terminal.printJson({ threadId, checkpoints, before, ...(foreign > 0 ? { foreign } : {}) });
    else if (checkpoints.length === 0) context.terminal.note('This thread has no checkpoints.');
    else context.terminal.print(columns(checkpoints.map(row)));
    if (foreign > 0) context.terminal.note(foreignRecordsText(foreign));
    return exitCodes.ok;
  });
};

function row({
  checkpointId,
  step,
  source,
  createdAt,
  writers,
  next,
  failed,
  interrupts,
}: CheckpointSummary): readonly TextPart[] {
  const what = [
    writers.length > 0 ? `after ${writers.join(', ')}` : '',
    next.length > 0 ? `next ${next.join(', ')}` : 'end',
    failed ? 'failed' : '',
    interrupts > 0 ? 'interrupted' : '',
  ];
  const text = what.filter((part) => part !== '').join(', ');
  return [
    checkpointId,
    `step ${step ?? '?'}`,
    source,
    new StyledText('quiet', createdAt ?? ''),
    failed ? new StyledText('bad', text) : interrupts > 0 ? new StyledText('waiting', text) : text,
  ];
}
