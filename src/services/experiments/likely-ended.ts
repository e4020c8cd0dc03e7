import { toWireError } from '../../shared/wire-error.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import type { ExperimentTable } from './experiment-table.ts';

// Threads that are listed in one request: as many as an experiment usually has open.
const maxListed = 200;
// Of a server without this search, or one that does not allow it.
const refusals: readonly string[] = ['unsupported', 'not-found', 'rejected-by-server', 'forbidden'];

// Which open rows have probably ended, by the statuses of their threads: one request tells it of many rows. Whether a row has ended
// is said by its run alone.
export interface LikelyEnded {
  // The oldest first; `null` if the server does not tell. Never rejects.
  of(open: readonly number[], signal: AbortSignal): Promise<readonly number[] | null>;
  // Its run goes on although its thread is not busy: the thread says no more about this run.
  isActive(index: number): void;
}

export function createLikelyEnded(options: {
  readonly table: ExperimentTable;
  readonly connectionId: string;
  readonly clients: ServerClients;
}): LikelyEnded {
  const { table, connectionId, clients } = options;
  let isRefused = false;
  const activeRuns = new Map<number, string | null>();
  return {
    async of(open, signal) {
      const rows = new Map(
        open.slice(0, maxListed).map((index) => [table.stateOf(index).threadId ?? '', index]),
      );
      if (rows.size === 0) return [];
      if (isRefused) return null;
      try {
        const threads = await withServerClient(clients, connectionId, (client) =>
          client.threads.search(
            {
              ids: [...rows.keys()],
              // For servers that ignore `ids`: the newest threads of the experiment.
              metadata: { experiment_id: table.head.experimentId },
              limit: rows.size,
              select: ['thread_id', 'status'],
            },
            { signal, purpose: 'experiments.rows' },
          ),
        );
        const listed = threads.flatMap(({ thread_id: threadId, status }) => {
          const index = rows.get(threadId);
          return index === undefined || typeof status !== 'string' ? [] : { index, status };
        });
        if (listed.length === 0) return null;
        return listed
          .filter(
            ({ index, status }) => status !== 'busy' && activeRuns.get(index) !== table.stateOf(index).runId,
          )
          .map(({ index }) => index)
          .toSorted((a, b) => a - b);
      } catch (error) {
        isRefused = refusals.includes(toWireError(error).code);
        return null;
      }
    },
    isActive(index) {
      activeRuns.set(index, table.stateOf(index).runId);
    },
  };
}
