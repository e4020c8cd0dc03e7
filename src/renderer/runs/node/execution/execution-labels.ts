import type { Status } from '../../../ui/display/status-styles.ts';
import { durationText, shortId } from '../../../ui/display/format.ts';
import type { ExecutionStatus, NodeExecution } from '../model/node-execution.ts';

/** The status that an execution looks like, and its label. */
export const executionStatuses: Readonly<
  Record<ExecutionStatus, { readonly status: Status; readonly label: string }>
> = {
  next: { status: 'next', label: 'not run yet' },
  running: { status: 'running', label: 'running' },
  finished: { status: 'finished', label: 'finished' },
  failed: { status: 'failed', label: 'failed' },
  waiting: { status: 'waiting', label: 'interrupted' },
  stopped: { status: 'cancelled', label: 'stopped' },
  unknown: { status: 'unknown', label: 'unknown outcome' },
};

/** `step 4 · finished`, for a list of executions. */
export function executionLabel({ step, status }: NodeExecution): string {
  const { label } = executionStatuses[status];
  return step.known ? `step ${step.value} · ${label}` : label;
}

/** What tells executions of one step apart. */
export function executionDetail({ runId, taskId, ms, isOnBranch }: NodeExecution): string {
  return [
    taskId === null ? '' : `task ${shortId(taskId)}`,
    runId === null ? '' : `run ${shortId(runId)}`,
    ms.known ? durationText(ms.value) : '',
    isOnBranch ? '' : 'other branch',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

/** `14:03:07.123`, in local time. */
export function clockText(atMs: number): string {
  const date = new Date(atMs);
  const milliseconds = String(date.getMilliseconds()).padStart(3, '0');
  return `${date.toLocaleTimeString('en-GB')}.${milliseconds}`;
}
