import { AppError } from '../../shared/app-error.ts';
import type { CallsOf } from '../../shared/contract.ts';
import type { CompareSide } from '../../shared/model/comparison.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import { asAppError } from '../common/server-errors.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import type { RunLogs } from '../threads/record/record-events.ts';
import { compareSides } from './compare-sides.ts';
import { createSideCache, sideKey } from './side-cache.ts';
import type { SideContent } from './side-content.ts';
import type { LoggedTokens, SideReadContext } from './usage-facts.ts';
import { readWhatChanged } from './what-changed.ts';
import { readAssistantSide } from './read-assistant-side.ts';
import { readCheckpointSide } from './read-checkpoint-side.ts';
import { readExecutionSide } from './read-execution-side.ts';
import { readRunsSide } from './read-runs-side.ts';
import { readThreadSide } from './read-thread-side.ts';

export interface Comparisons {
  readonly calls: CallsOf<'compare'>;
}

export interface ComparisonsOptions {
  readonly clients: ServerClients;
  readonly prices: () => Promise<PriceTable>;
  // Counts tokens from the events stored here. If omitted, only what threads store is counted.
  readonly loggedTokens?: LoggedTokens;
  // The events that this host has of runs, for exact times; none, if omitted.
  readonly runLogs?: RunLogs;
}

/** Compares two things of any servers: runs, threads, checkpoints, executions, assistants. Changes nothing. */
export function createComparisons({
  clients,
  prices,
  loggedTokens = async () => [],
  runLogs,
}: ComparisonsOptions): Comparisons {
  const cache = createSideCache();
  const read = async (side: CompareSide, table: PriceTable, signal: AbortSignal): Promise<SideContent> => {
    const content = await withServerClient(clients, side.connectionId, (client) =>
      readSide({ client, prices: table, loggedTokens, runLogs, signal }, side),
    );
    cache.put(side, content);
    return content;
  };
  return {
    calls: {
      'compare.read': async ({ left, right }, signal) => {
        // One table for both, so that costs can be subtracted.
        const table = await prices();
        if (sideKey(left) === sideKey(right)) {
          const content = await read(left, table, signal);
          return compareSides(content, content);
        }
        const [a, b] = await Promise.all([
          naming('Left', read(left, table, signal)),
          naming('Right', read(right, table, signal)),
        ]);
        return compareSides(a, b);
      },
      'compare.text': async ({ side, part }, signal) => {
        const content = cache.get(side) ?? (await read(side, await prices(), signal));
        return { text: content.parts.get(part)?.text ?? null };
      },
      'compare.whatChanged': async (run, signal) => {
        const table = await prices();
        return withServerClient(clients, run.connectionId, (client) =>
          readWhatChanged(client, run, (side) => read(side, table, signal), signal),
        );
      },
    },
  };
}

async function naming<T>(place: 'Left' | 'Right', work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const { code, message, hint, details } = asAppError(error);
    throw new AppError(code, `${place} side: ${message}`, {
      ...(hint === null ? {} : { hint }),
      details,
      cause: error,
    });
  }
}

// Reads all that is compared of a side. What the server does not report is unknown; a deleted side throws.
function readSide(reading: SideReadContext, side: CompareSide): Promise<SideContent> {
  switch (side.kind) {
    case 'checkpoint':
      return readCheckpointSide(reading, side);
    case 'run':
    case 'turn':
      return readRunsSide(reading, side);
    case 'thread':
      return readThreadSide(reading, side);
    case 'execution':
      return readExecutionSide(reading, side);
    case 'assistant':
      return readAssistantSide(reading, side);
  }
}
