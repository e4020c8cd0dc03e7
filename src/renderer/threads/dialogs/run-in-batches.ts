import type { ThreadActionResult } from '../../../shared/model/threads/thread-listing.ts';

/** Threads per request, so that progress can be shown and the action stopped. */
const partSize = 20;

/** `problem` is what ended the action early. */
interface ManyOutcomes {
  readonly came: readonly ThreadActionResult[];
  readonly problem: unknown;
}

/**
 * Acts on threads in batches. `onPart` gets the number that are done, and returns `true` to stop. Never
 * rejects.
 */
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
