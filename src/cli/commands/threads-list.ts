import { defaultThreadListing, type ThreadListFilter } from '../../shared/model/thread-listing.ts';
import type { Thread } from '../../shared/model/thread.ts';
import { listedThreadStatus, statusLabels } from '../../shared/status-labels.ts';
import type { CommandRun } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { columns, statusText, StyledText } from '../output/styled-text.ts';
import { withServer } from '../session/open-session.ts';

const defaultLimit = 20;
const maxPageSize = 1000;
// A server that ignores the offset would repeat its page forever. One such page may be made of threads that moved.
const maxRepeatedPages = 2;

export const run: CommandRun = (args, context) => {
  const limit = args.number('limit', 1) ?? defaultLimit;
  const filter: ThreadListFilter = {
    ...defaultThreadListing.filter,
    // The spec allows no other.
    status: args.text('status') as ThreadListFilter['status'],
    graphId: args.text('graph'),
  };
  return withServer(args, context, async ({ call, server: { connectionId } }) => {
    // By ID: one that changes while the pages are read moves to another page, and is listed twice.
    const threads = new Map<string, Thread>();
    let offset: number | null = 0;
    let isFilteredHere = false;
    let repeatedPages = 0;
    while (offset !== null && threads.size < limit && repeatedPages < maxRepeatedPages) {
      const page: { threads: Thread[]; nextOffset: number | null; isFilteredHere: boolean } = await call(
        'threads.list',
        {
          connectionId,
          listing: { ...defaultThreadListing, filter },
          limit: Math.min(maxPageSize, limit - threads.size),
          offset,
        },
      );
      const before = threads.size;
      for (const thread of page.threads) threads.set(thread.threadId, thread);
      repeatedPages = page.threads.length > 0 && threads.size === before ? repeatedPages + 1 : 0;
      isFilteredHere ||= page.isFilteredHere;
      offset = page.nextOffset;
    }
    if (context.json)
      context.terminal.printJson({ threads: [...threads.values()], hasMore: offset !== null });
    else if (threads.size === 0) context.terminal.note('There are no threads.');
    else {
      context.terminal.print(
        columns(
          [...threads.values()].map(({ threadId, updatedAt, name, graphId, ...thread }) => [
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
