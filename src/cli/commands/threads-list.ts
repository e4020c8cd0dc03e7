import { defaultThreadListing, type ThreadListFilter } from '../../shared/model/thread-listing.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { listedThreadStatus, statusLabels } from '../../shared/status-labels.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { columns, statusText, StyledText } from '../output/styled-text.ts';
import { withServer } from '../session/open-session.ts';

const defaultLimit = 20;
const maxPageSize = 1000;

export const run: CommandRun = (args, context) => {
  const limit = args.number('limit', 1) ?? defaultLimit;
  const filter: ThreadListFilter = {
    ...defaultThreadListing.filter,
    // The spec allows no other.
    status: args.text('status') as ThreadListFilter['status'],
    graphId: args.text('graph'),
  };
  return withServer(args, context, async ({ call, server: { connectionId } }) => {
    const threads: Thread[] = [];
    let offset: number | null = 0;
    let isFilteredHere = false;
    while (offset !== null && threads.length < limit) {
      const page: { threads: Thread[]; nextOffset: number | null; isFilteredHere: boolean } = await call(
        'threads.list',
        {
          connectionId,
          listing: { ...defaultThreadListing, filter },
          limit: Math.min(maxPageSize, limit - threads.length),
          offset,
        },
      );
      threads.push(...page.threads);
      isFilteredHere ||= page.isFilteredHere;
      offset = page.nextOffset;
    }
    if (context.json) context.terminal.printJson({ threads, hasMore: offset !== null });
    else if (threads.length === 0) context.terminal.note('There are no threads.');
    else {
      context.terminal.print(
        columns(
          threads.map(({ threadId, updatedAt, name, graphId, ...thread }) => [
            threadId,
            statusText(thread.status, statusLabels[listedThreadStatus(thread)]),
            new StyledText('quiet', updatedAt ?? ''),
            graphId ?? '',
            name ?? '',
          ]),
        ),
      );
      if (offset !== null) context.terminal.note('There are more; see --limit.');
    }
    if (isFilteredHere && !context.json)
      context.terminal.note('This server ignores filters of threads, so they were applied here.');
    return exitCodes.ok;
  });
};
