import type { GraphClient } from 'remote-graph-client/client';
import type { RecordedRun } from '../../shared/model/thread-record.ts';
import { executionsOfRuns } from '../../shared/thread-record/executions-of-runs.ts';
import { sumTokens } from '../../shared/thread-record/sum-tokens.ts';
import { usageByModel, type ModelUsage } from '../../shared/token-counter.ts';
import { nonEmptyStringOrNull, timeOrNull } from '../common/narrow.ts';
import { readPartOfRecord } from '../threads/record/read-thread-record.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

// - `steps`: The nodes of the root graph by superstep, in order; `null` if the history does not say.
// - `ending`: How it ended, and why; `null` if the server does not report it.
// - `ms`: From its first checkpoint to its end, by the server's clock; `null` if unknown.
// - `onlyStateId`: Its last checkpoint, if it started on an empty thread; `null` if unknown.
// - `isWhole`: All that it ran is known.
// - `isUsageWhole`: And so are the tokens of all of it.
export interface ExperimentRunFacts {
  readonly usages: readonly ModelUsage[];
  readonly steps: readonly (readonly string[])[] | null;
  readonly ending: RecordedRun['ending'];
  readonly ms: number | null;
  readonly onlyStateId: string | null;
  readonly isWhole: boolean;
  readonly isUsageWhole: boolean;
}

const limits = { checkpoints: 1000, subgraphs: 0, runs: 1000, text: 2 ** 28 };

/** Reads what a run did. `run`: its record. What a subgraph ran is a part of its node. */
export async function readRunFacts(
  client: GraphClient,
  threadId: string,
  run: unknown,
  signal: AbortSignal,
): Promise<ExperimentRunFacts> {
  const { record, isCut } = await readPartOfRecord(client, threadId, signal, {
    limits,
    purpose: 'experiments.rows',
    selectRows: () => [],
  });
  const runId = nonEmptyStringOrNull(recordOrEmpty(run)['run_id']);
  const root = record.checkpoints.filter(({ namespace }) => namespace === '');
  // A server that names no runs in checkpoints has, in an experiment, only this one.
  const isNamed = root.some((checkpoint) => checkpoint.runId !== null);
  const runCheckpoints = root.filter((checkpoint) => !isNamed || checkpoint.runId === runId);
  const executionsOfRun = executionsOfRuns(record, isNamed ? new Set(runId === null ? [] : [runId]) : null);
  const steps = new Map<string, string[]>();
  for (const { execution } of executionsOfRun) {
    const key = JSON.stringify([execution.before, execution.made]);
    const step = steps.get(key);
    if (step) step.push(execution.name);
    else steps.set(key, [execution.name]);
  }
  const [first] = runCheckpoints;
  const isWhole = !isCut && record.gaps.every(({ kind }) => kind !== 'graph' && kind !== 'limit');
  return {
    usages: usageByModel(executionsOfRun.flatMap(({ execution }) => execution.models)),
    steps: runCheckpoints.length === 0 && executionsOfRun.length === 0 ? null : [...steps.values()],
    ending: record.runs.find((one) => one.runId === runId)?.ending ?? null,
    ms: msOf(first?.source === 'input' ? first.createdAt : null, run),
    onlyStateId:
      first?.source === 'input' && first.parentId === null
        ? (runCheckpoints.at(-1)?.checkpointId ?? null)
        : null,
    isWhole,
    isUsageWhole:
      isWhole && sumTokens(executionsOfRun.map(({ execution }) => execution))?.isLowerBound !== true,
  };
}

// A run that continued a state has no checkpoint at its start (`null`): then its time in the queue counts, too.
function msOf(firstMs: number | null, run: unknown): number | null {
  const record = recordOrEmpty(run);
  const startMs = firstMs ?? Date.parse(timeOrNull(record['created_at']) ?? '');
  const ms = Date.parse(timeOrNull(record['updated_at']) ?? '') - startMs;
  return ms >= 0 ? ms : null;
}
