import { useSyncExternalStore } from 'react';
import { costOf, costText } from '../../../../shared/cost/cost.ts';
import { usePrices } from '../../../queries/shared-queries.ts';
import type { RunLogStore } from '../../log/run-log-store.ts';

/** What the models of a task cost; `null` without tokens or prices. */
export function useCost(log: RunLogStore | null, taskId: string | null): string | null {
  const prices = usePrices();
  return useSyncExternalStore(log?.subscribe ?? subscribeToNothing, () => {
    if (log === null || taskId === null) return null;
    const { model, end } = log.get();
    const usages = model.messages.modelsOf(taskId);
    const isPartial = end === null || end.incomplete || end.outcome === 'lost';
    return costText(costOf(usages, prices, isPartial), usages, prices);
  });
}

function subscribeToNothing(): () => void {
  return () => undefined;
}
