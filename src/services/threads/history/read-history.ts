import { rawTextOf, TooLargeError, type GraphClient } from '../../../remote-graph/client.ts';
import type { HistoryPage } from '../../../shared/model/threads/thread.ts';
import type { AdaptivePageSize } from './adaptive-page-size.ts';
import { throwNotOffered } from './throw-not-offered.ts';
import { parseObjectMembers, objectFromMembers } from '../mappers/filter-mapper.ts';
import { toHistoryPage } from '../mappers/history-mapper.ts';

/** Which page of which history. `metadataText` is a JSON object; `checkpointNs` a subgraph's namespace. */
export interface ThreadHistoryQuery {
  readonly before: string | null;
  readonly limit: number;
  readonly checkpointNs?: string | undefined;
  readonly metadataText?: string | undefined;
}

/** One less than any server gives at once: the parent of the last row is asked for, too. */
const mostRows = 99;

/** Checkpoints that are asked for while nothing is known of what they weigh. */
const firstLook = 3;

/**
 * A page of a thread's history, newest first. Servers send the values of every checkpoint along: pages are cut to what
 * the thread's checkpoints weighed last, and where one outgrows what an answer may be, a smaller one is asked for. The
 * first checkpoints of a thread are asked for alone; when they are light, the rest of the page is read at once.
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

/** The server's own text of a page, with the rows that the page is to show: it holds one more, their parent. */
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
    // One more than is shown: the last row's parent.
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
