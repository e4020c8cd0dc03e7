import { elementTexts } from 'exact-json';
import { rawTextOf, TooLargeError, type GraphClient, type WireThreadState } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { HistoryPage } from '../../shared/model/thread.ts';
import type { AdaptivePageSize } from './adaptive-page-size.ts';
import { throwUnsupported } from './throw-unsupported.ts';
import { parseObjectMembers, objectFromMembers } from './mappers/filter-mapper.ts';
import { toHistoryPage } from './mappers/history-mapper.ts';

export interface ThreadHistoryQuery {
  readonly before: string | null;
  readonly limit: number;
  readonly checkpointNs?: string | undefined;
  readonly metadataText?: string | undefined;
}

// One less than any server returns at once, because the last row's parent is requested too.
const maxRows = 99;

// Checkpoints requested while their size is unknown.
const firstLimit = 3;

// Rows from this length on (UTF-16 units) are not asked for twice.
const heavyRow = 500_000;

// A page of a thread's history, newest first. Servers include all values, so pages are sized by the thread's
// recent checkpoints, and cut to a quarter if they exceed the response limit. A thread's first checkpoints
// are requested alone; if they are small, the rest of the page follows at once.
export async function readHistoryPage(
  client: GraphClient,
  threadId: string,
  query: ThreadHistoryQuery,
  size: AdaptivePageSize,
  signal: AbortSignal,
): Promise<HistoryPage> {
  if (size.isKnown() || query.limit <= firstLimit) return readPage(client, threadId, query, size, signal);
  const firstPage = await readPage(client, threadId, { ...query, limit: firstLimit }, size, signal);
  const limit = query.limit - firstPage.checkpoints.length;
  if (firstPage.before === null || size.limitFor(limit) < limit) return firstPage;
  const laterPage = await readPage(
    client,
    threadId,
    { ...query, before: firstPage.before, limit },
    size,
    signal,
  );
  const foreign = (firstPage.foreign ?? 0) + (laterPage.foreign ?? 0);
  const missing = [...new Set([...(firstPage.missing ?? []), ...(laterPage.missing ?? [])])];
  return {
    checkpoints: [...firstPage.checkpoints, ...laterPage.checkpoints],
    before: laterPage.before,
    ...(foreign > 0 ? { foreign } : {}),
    ...(missing.length > 0 ? { missing } : {}),
  };
}

async function readPage(
  client: GraphClient,
  threadId: string,
  query: ThreadHistoryQuery,
  size: AdaptivePageSize,
  signal: AbortSignal,
): Promise<HistoryPage> {
  const { text, limit } = await readHistoryPageText(client, threadId, query, size, {
    signal,
    purpose: 'threads.history',
  });
  const page = toHistoryPage(text, limit, threadId);
  if (query.before === null || page.checkpoints.every(({ checkpointId }) => checkpointId !== query.before))
    return page;
  throw new AppError('unsupported', 'The server ignores where to continue its history.', {
    hint: 'Only the newest checkpoints can be listed.',
  });
}

/** The server's own text of a page with one extra row, the last row's parent. */
export async function readHistoryPageText(
  client: GraphClient,
  threadId: string,
  requested: ThreadHistoryQuery,
  size: AdaptivePageSize,
  options: { readonly signal: AbortSignal; readonly purpose: string },
): Promise<{ readonly text: string; readonly limit: number }> {
  const { before, checkpointNs, metadataText } = requested;
  const limit = size.limitFor(Math.min(requested.limit, maxRows));
  const cursorOf = (id: string): string => JSON.stringify([checkpointNs ?? '', id]);
  // In a filtered history a row's parent need not follow it.
  const mayOverlap = metadataText === undefined;
  const overlap = before === null || !mayOverlap ? null : size.takeOverlap(cursorOf(before));
  const query = {
    // One more than is shown: the last row's parent. The last page may have brought a row of this one already.
    limit: overlap === null ? limit + 1 : limit,
    before: overlap?.checkpointId ?? before,
    checkpointNs,
    ...(metadataText === undefined
      ? {}
      : { metadata: objectFromMembers(parseObjectMembers(metadataText, 'The metadata filter')) }),
  };
  try {
    const wire = await client.threads.getHistory(threadId, query, options);
    // Only its parent proves that the row is still there: where another client deleted either, it is asked for.
    const next = checkpointIdOf(wire[0]);
    if (overlap !== null && (next === null || next !== overlap.parentId))
      return await readHistoryPageText(client, threadId, requested, size, options);
    const rowsText = rawTextOf(wire);
    size.record(rowsText.length, wire.length);
    const isHeavy = mayOverlap && rowsText.length > heavyRow;
    const rows =
      overlap === null && !isHeavy ? null : [...(overlap ? [overlap.text] : []), ...elementTexts(rowsText)];
    const last = checkpointIdOf(wire.at(-2)) ?? overlap?.checkpointId;
    const behindId = checkpointIdOf(wire.at(-1));
    const text = rows?.at(-1) ?? '';
    if (isHeavy && rows && rows.length > limit && text.length > heavyRow && last && behindId) {
      const parentId = wire.at(-1)?.parent_checkpoint?.checkpoint_id ?? null;
      size.storeOverlap(cursorOf(last), { checkpointId: behindId, parentId, text });
    }
    return { text: rows === null ? rowsText : `[${rows.join(',')}]`, limit };
  } catch (error) {
    if (!(error instanceof TooLargeError) || limit === 1) {
      const what = 'the history of a thread';
      return throwUnsupported(client, error, { threadId, what }, options.signal);
    }
    return readHistoryPageText(
      client,
      threadId,
      { ...requested, limit: Math.ceil(limit / 4) },
      size,
      options,
    );
  }
}

function checkpointIdOf(state: WireThreadState | undefined): string | null {
  return state?.checkpoint?.checkpoint_id ?? null;
}
