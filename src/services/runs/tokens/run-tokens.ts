import type { RunTokens } from '../../../shared/model/run-tokens.ts';
import { countTokens, type ReadBudget } from './count-tokens.ts';
import type { RunLog } from '../log/run-log.ts';

/** A log that the studio holds, for as long as it is not released. */
export interface HeldLog {
  readonly log: RunLog;
  readonly joinedLate: boolean;
  readonly release: () => void;
}

/** Bytes of payloads that are read for one question, and counts of logs that are remembered. */
const mostBytes = 64 * 2 ** 20;
const mostKnown = 500;

/** Tells the tokens of runs from their logs. A log that has ended is counted once. */
export interface RunTokenCounts {
  /**
   * Tokens of those runs whose log `open` finds, in the same order; the others are left out, and those that come after
   * `maxAttachmentBytes` were read. Never rejects but for `signal`: a log that can't be read is left out.
   */
  of(
    runIds: readonly string[],
    open: (runId: string) => Promise<HeldLog | null>,
    signal: AbortSignal,
  ): Promise<RunTokens[]>;
}

export function createRunTokenCounts(bytes = mostBytes): RunTokenCounts {
  const known = new Map<string, RunTokens['nodes']>();
  const nodesOf = async (log: RunLog, budget: ReadBudget, signal: AbortSignal) => {
    const before = known.get(log.id);
    if (before !== undefined) return before;
    const { end } = log;
    const counted = await countTokens(log, budget, signal);
    if (counted !== null && end !== null) {
      known.set(log.id, counted.nodes);
      const [oldest] = known.keys();
      if (known.size > mostKnown && oldest !== undefined) known.delete(oldest);
    }
    return counted?.nodes ?? null;
  };
  return {
    async of(runIds, open, signal) {
      const budget = { bytes };
      const found: RunTokens[] = [];
      for (const runId of runIds) {
        // One after the other: together they may be larger than memory.
        const held = await open(runId).catch(() => null);
        if (held === null) continue;
        const { log, joinedLate, release } = held;
        try {
          const nodes = await nodesOf(log, budget, signal);
          const isWhole =
            log.end !== null && log.end.outcome !== 'lost' && !log.end.incomplete && !joinedLate;
          if (nodes !== null) found.push({ runId, isWhole, nodes });
        } catch {
          signal.throwIfAborted();
        } finally {
          release();
        }
        if (budget.bytes < 0) break;
      }
      return found;
    },
  };
}
