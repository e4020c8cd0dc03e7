import type { Batches } from './batches/create-batches.ts';
import type { StudioHandlers } from '../shared/contract.ts';
import type { Runs } from './runs/create-runs.ts';
import type { Webhooks } from './webhooks/create-webhooks.ts';
import type { WindowHealth } from './windows/create-window-health.ts';

type Calls = Pick<StudioHandlers['calls'], 'connections.remove' | 'threads.delete'>;

/**
 * Wraps the handlers so that deleting a server or threads also deletes their run logs (row D-13), and a
 * server's webhook deliveries.
 */
export function withCascadeDeletes(
  calls: Calls,
  runs: Pick<Runs, 'forget'>,
  windowHealth: Pick<WindowHealth, 'forget'>,
  webhooks: Pick<Webhooks, 'forget'>,
  batches: Pick<Batches, 'forget'>,
): Calls {
  return {
    'connections.remove': async (input, signal) => {
      const removed = await calls['connections.remove'](input, signal);
      await runs.forget(input.connectionId);
      await windowHealth.forget(input.connectionId);
      await webhooks.forget(input.connectionId);
      await batches.forget(input.connectionId);
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
