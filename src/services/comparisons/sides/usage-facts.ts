import type { GraphClient } from '../../../remote-graph/client.ts';
import { costOf, costText } from '../../../shared/cost/cost.ts';
import type { SideFacts } from '../../../shared/model/comparison.ts';
import type { PriceTable } from '../../../shared/model/price.ts';
import type { RunHistory } from '../executions/read-executions.ts';

/** What reading a side takes. */
export interface SideReading {
  readonly client: GraphClient;
  readonly prices: PriceTable;
  readonly signal: AbortSignal;
}

/** Tokens and cost by the history; unknown if no message reports tokens. `isPartial`: more will be reported, or was not read. */
export function usageFacts(
  history: Pick<RunHistory, 'usages' | 'isCut'> | null,
  prices: PriceTable,
  isPartial = false,
): Pick<SideFacts, 'tokens' | 'cost' | 'exactCost'> {
  if (history === null || history.usages.length === 0) return { tokens: null, cost: null, exactCost: null };
  const { usages, isCut } = history;
  const tokens = usages.reduce((sum, { input, output }) => sum + input + output, 0);
  const cost = costOf(usages, prices, isCut || isPartial);
  const text = costText(cost, usages, prices);
  const isExact = text !== null && !cost.isPartial && cost.unpriced.length === 0;
  return {
    tokens: Number.isSafeInteger(tokens) && tokens >= 0 ? tokens : null,
    cost: text,
    exactCost: isExact ? { units: String(cost.amount), currency: prices.currency } : null,
  };
}
