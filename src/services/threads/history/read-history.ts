import { rawTextOf, TooLargeError, type GraphClient } from '../../../remote-graph/client.ts';
import type { HistoryPage } from '../../../shared/model/threads/thread.ts';
import type { AdaptivePageSize } from './adaptive-page-size.ts';
import { throwNotOffered } from './throw-not-offered.ts';
import { parseObjectMembers, objectFromMembers } from '../mappers/filter-mapper.ts';
import { toHistoryPage } from '../mappers/history-mapper.ts';

/** A page of a history. `metadataText`: JSON object; `checkpointNs`: a subgraph's namespace. */
export interface ThreadHistoryQuery {
  readonly before: string | null;
  readonly limit: number;
  readonly checkpointNs?: string | undefined;
  readonly metadataText?: string | undefined;
}

/** One less than any server returns at once, because the last row's parent is requested too. */
const mostRows = 99;

/** Checkpoints requested while their size is unknown. */
const firstLook = 3;

/**
 * A page of a thread's history, newest first. Servers include all values, so pages are sized by the thread's
 * recent checkpoints, and halved if they exceed the response limit. A thread's first checkpoints are
 * requested alone; if they are small, the rest of the page follows at once.
 */
export async function readHistory(
  client: GraphClient,
  threadId: string,
  asked: ThreadHistoryQuery,
  size: AdaptivePageSize,
  signal: AbortSignal,
): Promise<HistoryPage> {
  if (size.isKnown() || asked.limit <= firstLook) return readPage(client, threadId, asked, size, signal);
  const first = await readPage(client, threadId, { ...asked, limit: firstLook }, size, signal);
  const limit = asked.limit - first.checkpoints.length;
  if (first.before === null || size.limitFor(limit) < limit) return first;
  const rest = await readPage(client, threadId, { ...asked, before: first.before, limit }, size, signal);
  return { checkpoints: [...first.checkpoints, ...rest.checkpoints], before: rest.before };
}

async function readPage(
  client: GraphClient,
  threadId: string,
  asked: ThreadHistoryQuery,
  size: AdaptivePageSize,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const { text, limit } = await readHistoryText(client, threadId, asked, size, {
    signal,
    purpose: 'threads.history',
  });
  return toHistoryPage(text, limit);
}

/** The server's own text of a page with one extra row, the last row's parent. */
export async function readHistoryText(
  client: GraphClient,
  threadId: string,
  asked: ThreadHistoryQuery,
  size: AdaptivePageSize,
  options: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<{ readonly text: string; readonly limit: number }> {
  const { before, checkpointNs, metadataText } = asked;
  const limit = size.limitFor(Math.min(asked.limit, mostRows));
  const query = {
    // One extra: the last row's parent.
    limit: limit + 1,
    before,
    checkpointNs,
    ...(metadataText === undefined
      ? {}
      : { metadata: objectFromMembers(parseObjectMembers(metadataText, 'The filter for metadata')) }),
  };
  try {
    const wire = await client.threads.getHistory(threadId, query, options);
    const text = rawTextOf(wire);
    size.record(text.length, wire.length);
    return { text, limit };
  } catch (thrown) {
    if (!(thrown instanceof TooLargeError) || limit === 1) {
      const what = 'the history of a thread';
      return throwNotOffered(client, thrown, { threadId, what }, options.signal);
    }
    return readHistoryText(client, threadId, { ...asked, limit: Math.ceil(limit / 4) }, size, options);
  }
}
