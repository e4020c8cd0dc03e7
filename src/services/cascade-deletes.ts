import type { StudioHandlers } from '../shared/contract.ts';
import type { Runs } from './runs/create-runs.ts';

type Calls = Pick<StudioHandlers['calls'], 'connections.remove' | 'threads.delete'>;

interface ServerData {
  forget(connectionId: string): Promise<void>;
}

// Wraps the handlers so that deleting a server or threads also deletes their run logs, and a server's
// data in the other services.
export function withCascadeDeletes(
  calls: Calls,
  runs: Pick<Runs, 'forget'>,
  ...others: readonly ServerData[]
): Calls {
  return {
    'connections.remove': async (input, signal) => {
      const removed = await calls['connections.remove'](input, signal);
      await runs.forget(input.connectionId);
      for (const service of others) await service.forget(input.connectionId);
      return removed;
    },
    'threads.delete': async (input, signal) => {
      const outcomes = await calls['threads.delete'](input, signal);
      const deleted = outcomes.flatMap(({ threadId, problem }) => (problem === null ? [threadId] : []));
      if (deleted.length > 0) await runs.forget(input.connectionId, deleted);
      return outcomes;
    },
  };
}
