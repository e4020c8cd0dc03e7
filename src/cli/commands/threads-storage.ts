import { countOf } from '../../shared/count-of.ts';
import { sizeText } from '../../shared/size-text.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { columns, StyledText } from '../output/styled-text.ts';
import { withServer } from '../session/open-session.ts';
import { resolveThread } from '../session/resolve-thread.ts';

export const run: CommandRun = (args, context) =>
  withServer(args, context, async ({ call, server: { connectionId } }) => {
    const threadId = await resolveThread(call, connectionId, args.positionals[0] ?? '');
    const storage = await call('threads.storage', { connectionId, threadId });
    if (context.json) {
      context.terminal.printJson({ threadId, ...storage });
      return exitCodes.ok;
    }
    const { channels, moreChannels, checkpoints, channelValues, pendingWrites, totalBytes } = storage;
    const row = (name: string | StyledText, bytes: number | null, count: number | null, noun: string) => [
      name,
      bytes === null ? 'unknown' : sizeText(bytes),
      new StyledText('quiet', count === null ? '' : countOf(count, noun)),
    ];
    const part = (name: string) => new StyledText('quiet', name);
    context.terminal.print(
      columns([
        ...(channels ?? []).map(({ name, bytes, versions }) => row(name, bytes, versions, 'version')),
        row(part('all channel values'), channelValues.bytes, channelValues.count, 'version'),
        row(part('checkpoints'), checkpoints.bytes, checkpoints.count, 'checkpoint'),
        row(part('pending writes'), pendingWrites.bytes, pendingWrites.count, 'write'),
        row(part('total'), totalBytes, null, ''),
      ]),
    );
    if (moreChannels > 0) context.terminal.note(`${countOf(moreChannels, 'smaller channel')} left out.`);
    return exitCodes.ok;
  });
