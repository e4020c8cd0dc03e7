import type { WireError } from '../../shared/wire-error.ts';

/**
 * - `note`: A note about an object that did not fail.
 * - `outcome`: What became of it, in a word or two, where that is not the usual.
 */
export interface BulkActionResult {
  readonly id: string;
  readonly problem: WireError | null;
  readonly note?: string | null;
  readonly outcome?: string;
}

// Objects per request, so that progress can be shown and the action stopped.
const partSize = 20;

interface BatchResults {
  readonly came: readonly BulkActionResult[];
  readonly problem: unknown;
}

export async function runInBatches(
  ids: readonly string[],
  act: (ids: readonly string[]) => Promise<readonly BulkActionResult[]>,
  onPart: (done: number) => boolean,
): Promise<BatchResults> {
  const came: BulkActionResult[] = [];
  for (let index = 0; index < ids.length; index += partSize) {
    try {
      for (const one of await act(ids.slice(index, index + partSize))) came.push(one);
    } catch (error) {
      return { came, problem: error };
    }
    if (onPart(Math.min(index + partSize, ids.length))) break;
  }
  return { came, problem: null };
}
