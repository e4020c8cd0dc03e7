import type { RunRecord } from '../../../shared/model/run.ts';
import type { RunTokens } from '../../../shared/model/run-tokens.ts';
import type { TokenSum } from '../../../shared/thread-record/sum-tokens.ts';
import { costOf, costText } from '../../../shared/cost.ts';
import { usePrices } from '../../queries/shared-queries.ts';
import { useCosts } from './queries.ts';
import styles from './RunList.module.css';

interface ThreadCostProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly records: readonly RunRecord[];
  // Of the thread, by its record; `null` if unknown.
  readonly tokens: TokenSum | null;
  // The thread has more runs than these.
  readonly isCut: boolean;
}

// What the runs of a thread cost together, as far as their events are here. Nothing without prices.
export function ThreadCost({ connectionId, threadId, records, tokens, isCut }: ThreadCostProps) {
  const prices = usePrices();
  const { data } = useCosts(connectionId, threadId, records, prices.prices.length > 0);
  if (!data) return null;
  const read = data.filter(({ runId }) => records.some((record) => record.runId === runId));
  const usages = mergeModels(read);
  const unread = records.length - read.length;
  const isPartial =
    isCut || unread > 0 || read.some(({ isWhole }) => !isWhole) || tokens?.isLowerBound === true;
  const text = costText(costOf(usages, prices, isPartial), usages, prices);
  return text === null ? null : (
    <p className={styles.cost} data-testid="thread-cost">
      {`Cost of the thread: ${text}`}
      {unread === 0
        ? ''
        : `. The events of ${unread === 1 ? 'one run' : `${unread} runs`} are not stored here.`}
    </p>
  );
}

// One usage for each model.
function mergeModels(read: readonly RunTokens[]): RunTokens['models'] {
  const merged = new Map<string | null, RunTokens['models'][number]>();
  for (const { models } of read) {
    for (const usage of models) {
      const { input = 0, cached = 0, output = 0 } = merged.get(usage.model) ?? {};
      merged.set(usage.model, {
        model: usage.model,
        input: input + usage.input,
        cached: cached + usage.cached,
        output: output + usage.output,
      });
    }
  }
  return [...merged.values()];
}
