import type { CallOptions } from '../http/http-client.ts';
import type { WireRun } from '../http/api-types.ts';
import type { ServerQuirks } from './server-quirks.ts';

/** More than any thread has. The JavaScript server holds all of them in memory anyway. */
export const maxRuns = 100_000;

/** Page size for reading all runs; see {@link runPage}. */
export async function runPageSize(
  quirks: ServerQuirks,
  limit: number | undefined,
  options: CallOptions,
): Promise<number | undefined> {
  return (await quirks.has('listsOldestRunsFirst', options)) ? maxRuns : limit;
}

/**
 * Query for a page of runs. The JavaScript server lists the oldest first and takes `limit` as the end of the
 * slice, so everything is requested there and {@link newestRuns} cuts the page.
 */
export async function runPage(
  quirks: ServerQuirks,
  limit: number,
  offset: number,
  options: CallOptions,
): Promise<{ readonly limit: number; readonly offset: number }> {
  return (await quirks.has('listsOldestRunsFirst', options))
    ? { limit: maxRuns, offset: 0 }
    : { limit, offset };
}

/** The requested page, newest first, out of the response to {@link runPage}. */
export async function newestRuns(
  quirks: ServerQuirks,
  answer: readonly WireRun[],
  limit: number,
  offset: number,
  options: CallOptions,
): Promise<readonly WireRun[]> {
  if (!(await quirks.has('listsOldestRunsFirst', options))) return answer;
  return answer.toReversed().slice(offset, offset + limit);
}
