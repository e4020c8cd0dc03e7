import type { Execution, RecordedRun, ThreadRecord } from '../../shared/model/thread-record.ts';
import { endingText, recordedRunStatus, statusLabels } from '../../shared/status-labels.ts';
import { newestCheckpointOf } from '../../shared/thread-record/branch.ts';
import { indexRecord } from '../../shared/thread-record/record-index.ts';
import { readThreadRecord } from '../threads/record/read-thread-record.ts';
import type { SideReadContext } from './usage-facts.ts';

interface CheckpointOnThread {
  readonly connectionId: string;
  readonly threadId: string;
  readonly checkpointId: string;
  // Namespace of the subgraph; empty for the root graph.
  readonly checkpointNs: string;
}

export function readRecordAt(
  { client, runLogs, signal }: SideReadContext,
  { connectionId, threadId, checkpointId, checkpointNs }: CheckpointOnThread,
): Promise<ThreadRecord> {
  const outermost = checkpointNs.split('|', 1)[0] ?? '';
  return readThreadRecord(client, threadId, signal, {
    purpose: 'compare.read',
    isEnough: (rows) =>
      rows.some((row) =>
        checkpointNs === ''
          ? row.checkpointId === checkpointId
          : row.tasks.some(({ namespace }) => namespace === outermost),
      ),
    ...(runLogs === undefined ? {} : { events: { connectionId, logs: runLogs, runIds: null } }),
  });
}

export function executionsAt(
  record: ThreadRecord,
  checkpointId: string,
  taskId: string,
): readonly Execution[] {
  return record.executions.filter((one) => one.before === checkpointId && one.taskId === taskId);
}

// The failure that a checkpoint of the root graph stands at; that of a task that it aborted is not one.
export function errorAt(record: ThreadRecord, checkpointId: string): string | null {
  const open = indexRecord(record).executions.thatRead('', checkpointId);
  return open.find(({ status }) => status === 'failed')?.error ?? null;
}

// Whether the questions of a state of the root graph are those that runs stopped with at its checkpoint: of several
// such runs servers report only the last one's questions, and may forget answered ones. `runId: null`: those of any run.
export function hasExpectedQuestions(
  record: ThreadRecord,
  checkpointId: string,
  runId: string | null,
  hasQuestions: boolean,
): boolean {
  const askingRuns = record.runs.filter(
    (run) => run.ending?.kind === 'interrupted' && newestCheckpointOf(record, run.runId) === checkpointId,
  );
  if (askingRuns.length === 0) return true;
  return hasQuestions && (runId === null || askingRuns.at(-1)?.runId === runId);
}

export function runStatusText(record: ThreadRecord, run: RecordedRun): string {
  const { executions } = indexRecord(record);
  return run.ending === null
    ? statusLabels[recordedRunStatus(run)]
    : endingText(run.ending, (executionId) => executions.get(executionId)?.nodeId ?? null);
}
