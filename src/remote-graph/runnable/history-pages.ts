import { ArgumentError } from '../errors/errors.ts';
import type { HistoryQuery, StateRef } from '../resources/threads.ts';
import type { WireThreadState } from '../http/api-types.ts';
import type { HistoryOptions } from '../langchain/options/remote-graph-options.ts';
import { threadRefOf } from '../langchain/options/run-config.ts';

/** States of one request. A state can be large, so pages are small. */
const pageSize = 50;

/** States of a thread, newest first, page after page, until there are no more or `limit` is reached. */
export async function* paginateHistory(
  { filter, before, limit = Number.POSITIVE_INFINITY }: HistoryOptions,
  place: StateRef,
  read: (query: HistoryQuery) => Promise<readonly WireThreadState[]>,
): AsyncGenerator<WireThreadState, void, undefined> {
  let end = before && threadRefOf(before).state.checkpointId;
  if (before && !end) {
    throw new ArgumentError('`before` names no state (configurable.checkpoint_id).');
  }
  for (let given = 0; given < limit;) {
    const wanted = Math.min(pageSize, limit - given);
    const page = await read({ ...place, metadata: filter, limit: wanted, before: end });
    yield* page;
    given += page.length;
    const last = page.at(-1)?.checkpoint?.checkpoint_id;
    // A server that repeats its page would never come to an end.
    if (page.length < wanted || !last || last === end) return;
    end = last;
  }
}
