import type { GraphClient } from 'remote-graph-client/client';
import { costOf, costText } from '../../shared/cost.ts';
import type { SideFacts } from '../../shared/model/comparison.ts';
import type { PriceTable } from '../../shared/model/price.ts';
import type { RunTokens } from '../../shared/model/run-tokens.ts';
import { totalTokens, usageByModel, type ModelUsage } from '../../shared/token-counter.ts';
import type { RunLogs } from '../threads/record/record-events.ts';
import type { RunHistory } from './read-executions.ts';

// Tokens of those runs of a thread whose events are stored here. Rejects for `signal` only.
export type LoggedTokens = (
  thread: { readonly connectionId: string; readonly threadId: string },
  runIds: readonly string[],
  signal: AbortSignal,
) => Promise<readonly RunTokens[]>;

export interface SideReadContext {
  readonly client: GraphClient;
  readonly prices: PriceTable;
  readonly loggedTokens: LoggedTokens;
  // The events that this host has of runs; none, if omitted.
  readonly runLogs?: RunLogs | undefined;
  readonly signal: AbortSignal;
}

// Usage by the events of these runs, which include what a graph streams and doesn't store; `null` if events are missing here.
export async function usagesOfLogs(
  { loggedTokens, signal }: SideReadContext,
  thread: { readonly connectionId: string; readonly threadId: string },
  runIds: readonly string[],
): Promise<readonly ModelUsage[] | null> {
  const usages = await loggedTokens(thread, runIds, signal);
  const isWhole = usages.length === runIds.length && usages.every((run) => run.isWhole);
  if (!isWhole) return null;
  return usageByModel(usages.flatMap(({ models }) => models));
}

// What is missing of the tokens of a history, as a sentence; `null` if nothing is.
export function usageGap(history: Pick<RunHistory, 'hasUnknownTokens'> | null): string | null {
  return history?.hasUnknownTokens === true
    ? 'A node reports its tokens only for some of the times that it ran.'
    : null;
}

// Tokens and cost of a side; unknown if no message reports tokens. `isPartial`: more will be reported, or was not read.
export function usageFacts(
  history: Pick<RunHistory, 'usages' | 'isCut' | 'hasUnknownTokens'> | null,
  prices: PriceTable,
  isPartial = false,
): Pick<SideFacts, 'tokens' | 'cost' | 'exactCost'> {
  if (history === null || history.usages.length === 0) return { tokens: null, cost: null, exactCost: null };
  const { usages, isCut, hasUnknownTokens } = history;
  const cost = costOf(usages, prices, isCut || hasUnknownTokens || isPartial);
  const text = costText(cost, usages, prices);
  const isExact = text !== null && !cost.isPartial && cost.unpriced.length === 0;
  return {
    tokens: totalTokens(usages),
    cost: text,
    exactCost: isExact ? { units: String(cost.amount), currency: prices.currency } : null,
  };
}
