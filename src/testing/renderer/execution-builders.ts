import { createRunModel } from '../../renderer/runs/model/run-model.ts';
import {
  runEvidence,
  type ExecutionSources,
  type RunEvidence,
} from '../../renderer/runs/node/model/execution-sources.ts';
import { valueOr } from '../../renderer/runs/node/model/fact.ts';
import type { NodeExecution } from '../../renderer/runs/node/model/node-execution.ts';
import type { Run, RunFrame, RunOutcome } from '../../shared/model/runs/run.ts';
import type { CheckpointSummary, CheckpointTask } from '../../shared/model/threads/thread.ts';
import { buildCheckpoint } from './checkpoint-builder.ts';
import { buildFrameList } from './frame-list-builder.ts';
import { buildFrames, type FrameEntry } from './run-frame-builder.ts';

interface RunFacts {
  readonly outcome?: RunOutcome;
  readonly incomplete?: boolean;
  readonly run?: Partial<Run>;
}

/** The evidence of a run with these events; the first one came at 1000 by the server's clock. */
export function runEvidenceOf(
  runId: string,
  nodeId: string,
  entries: readonly FrameEntry[],
  { outcome, incomplete = false, run = {} }: RunFacts = {},
): RunEvidence {
  const frames: readonly RunFrame[] = buildFrames(...entries);
  const model = createRunModel();
  for (const frame of frames) model.add(frame);
  const end = outcome === undefined ? null : { outcome, error: null, incomplete };
  if (end) model.end(end);
  const record = { createdAt: new Date(900).toISOString(), joinedLate: false, ...run };
  return runEvidence(
    runId,
    { model, frames: buildFrameList(frames).list, end, ageAtFirstFrameMs: 100 },
    record,
    nodeId,
  );
}

/** A task of a checkpoint. */
export function buildTask(id: string, name: string, more: Partial<CheckpointTask> = {}): CheckpointTask {
  return { id, name, ...more };
}

/** Checkpoints `c0`, `c1`, ... each after the one before, of the given run, a second apart; newest first. */
export function buildHistory(...rows: readonly Partial<CheckpointSummary>[]): CheckpointSummary[] {
  return rows
    .map((row, at) =>
      buildCheckpoint({
        checkpointId: `c${at}`,
        parentId: at === 0 ? null : `c${at - 1}`,
        step: at - 1,
        runId: 'r1',
        createdAt: new Date(at * 1000).toISOString(),
        ...row,
      }),
    )
    .toReversed();
}

/** What the executions of a node are collected from. */
export function buildSources(
  nodeId: string,
  checkpoints: readonly CheckpointSummary[],
  runs: readonly RunEvidence[] = [],
  more: Partial<ExecutionSources> = {},
): ExecutionSources {
  return {
    nodeId,
    levels: [{ namespace: '', checkpoints, hasOlder: false }],
    runs,
    whyNoEvents: () => 'no-events',
    headTasks: [],
    headId: checkpoints[0]?.checkpointId ?? null,
    isActive: false,
    checkpointId: null,
    ...more,
  };
}

/** `status@step run`, with the time that it worked or why that is not known. */
export function executionLines(executions: readonly NodeExecution[]): string[] {
  return executions.map(
    ({ status, step, runId, ms }) =>
      `${status}@${String(valueOr(step, '?'))} ${runId ?? '-'} ${ms.known ? ms.value : ms.why}`,
  );
}
