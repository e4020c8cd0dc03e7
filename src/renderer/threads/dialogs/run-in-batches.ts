import type { ThreadActionResult } from '../../../shared/model/threads/thread-listing.ts';

/** As many threads are sent at a time, so that it can be told how far it is, and stopped. */
const partSize = 20;

/** What came of an act on many threads; `problem` is what ended it early. */
interface ManyOutcomes {
  readonly came: readonly ThreadActionResult[];
  readonly problem: unknown;
}

/** Acts on threads part by part. `onPart` is told how many are done, and stops it with `true`. Never rejects. */
export async function runInBatches(
  threadIds: readonly string[],
  act: (threadIds: readonly string[]) => Promise<readonly ThreadActionResult[]>,
  onPart: (done: number) => boolean,
): Promise<ManyOutcomes> {
  const came: ThreadActionResult[] = [];
  for (let at = 0; at < threadIds.length; at += partSize) {
    try {
      for (const one of await act(threadIds.slice(at, at + partSize))) came.push(one);
    } catch (thrown) {
      return { came, problem: thrown };
    }
    if (onPart(Math.min(at + partSize, threadIds.length))) break;
  }
  return { came, problem: null };
}
