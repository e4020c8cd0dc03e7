import type { RunTokens } from '../../../shared/model/run-tokens.ts';
import { countTokens, type ReadBudget } from './count-tokens.ts';
import type { RunLog } from './run-log.ts';

export interface HeldLog {
  readonly log: RunLog;
  readonly joinedLate: boolean;
  readonly release: () => void;
}

const maxBytes = 64 * 2 ** 20;
const maxCachedRuns = 500;

interface RunTokenCounts {
  // Tokens of the runs whose log `open` finds, in the same order, up to a number of bytes in all. Rejects only
  // for `signal`: unreadable logs are omitted.
  of(
    runIds: readonly string[],
    open: (runId: string) => Promise<HeldLog | null>,
    signal: AbortSignal,
  ): Promise<RunTokens[]>;
}

export function createRunTokenCounts(bytes = maxBytes): RunTokenCounts {
  const cache = new Map<string, Pick<RunTokens, 'nodes' | 'models'>>();
  const countsOf = async (log: RunLog, budget: ReadBudget, signal: AbortSignal) => {
    const before = cache.get(log.id);
    if (before !== undefined) return before;
    const { end } = log;
    const counted = await countTokens(log, budget, signal);
    if (counted !== null && end !== null) {
      cache.set(log.id, counted);
      const [oldest] = cache.keys();
      if (cache.size > maxCachedRuns && oldest !== undefined) cache.delete(oldest);
    }
    return counted;
  };
  return {
    async of(runIds, open, signal) {
      const budget = { bytes };
      const tokens: RunTokens[] = [];
      for (const runId of runIds) {
        // Sequential: together they may be larger than memory.
        const heldLog = await open(runId).catch(() => null);
        if (heldLog === null) continue;
        const { log, joinedLate, release } = heldLog;
        try {
          const counts = await countsOf(log, budget, signal);
          const isWhole =
            log.end !== null && log.end.outcome !== 'lost' && !log.end.incomplete && !joinedLate;
          if (counts !== null) tokens.push({ runId, isWhole, ...counts });
        } catch {
          signal.throwIfAborted();
        } finally {
          release();
        }
        if (budget.bytes < 0) break;
      }
      return tokens;
    },
  };
}
