import type { StudioHandlers } from '../../shared/contract.ts';
import type { CompareSide } from '../../shared/model/comparison.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { compareSides } from './compare-sides.ts';
import { createSideCache } from './side-cache.ts';
import { readSide } from './sides/read-side.ts';
import type { SideContent } from './sides/side-content.ts';
import { readWhatChanged } from './what-changed/what-changed.ts';

export interface Comparisons {
  readonly calls: Pick<StudioHandlers['calls'], 'compare.read' | 'compare.text' | 'compare.whatChanged'>;
}

export interface ComparisonsOptions {
  readonly clients: ServerClients;
  readonly prices: () => Promise<PriceTable>;
}

/** Compares two things of any servers: runs, threads, checkpoints, executions, assistants. Changes nothing. */
export function createComparisons({ clients, prices }: ComparisonsOptions): Comparisons {
  const cache = createSideCache();
  const read = async (side: CompareSide, signal: AbortSignal): Promise<SideContent> => {
    const table = await prices();
    const content = await withServerClient(clients, side.connectionId, (client) =>
      readSide({ client, prices: table, signal }, side),
    );
    cache.put(side, content);
    return content;
  };
  return {
    calls: {
      'compare.read': async ({ left, right }, signal) => {
        const [a, b] = await Promise.all([read(left, signal), read(right, signal)]);
        return compareSides(a, b);
      },
      'compare.text': async ({ side, part }, signal) => {
        const content = cache.get(side) ?? (await read(side, signal));
        return { text: content.parts.get(part)?.text ?? null };
      },
      'compare.whatChanged': (run, signal) =>
        withServerClient(clients, run.connectionId, (client) =>
          readWhatChanged(client, run, (side) => read(side, signal), signal),
        ),
    },
  };
}
