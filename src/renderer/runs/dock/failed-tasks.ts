import type { ThreadState } from '../../../shared/model/thread.ts';
import type { TimelineRow } from '../../../shared/run-events/timeline-row.ts';

export interface FailedTask {
  readonly nodeId: string;
  readonly message: string;
}

/**
 * The failed tasks with their errors: from the task's event if the server sends it there, else from the
 * thread's state (the only source on JavaScript servers). Excludes containers, which fail because of a task
 * inside.
 */
export function failedTasks(
  rows: readonly TimelineRow[],
  state: ThreadState | null,
  runError: string | null,
): readonly FailedTask[] {
  const failed = new Map<string, string>();
  for (const { nodeId, status, container, error } of rows) {
    if (status === 'failed' && !container) failed.set(nodeId, error ?? failed.get(nodeId) ?? '');
  }
  for (const { nodeId, error } of state?.tasks ?? []) {
    if (error !== null) failed.set(nodeId, failed.get(nodeId) || error);
  }
  return [...failed].map(([nodeId, message]) => ({
    nodeId,
    message: message === '' || isSame(message, runError) ? 'failed with this error.' : message,
  }));
}

// Some servers prefix the run's error, but not the task's, with the error type.
function isSame(message: string, runError: string | null): boolean {
  return (
    runError !== null && runError.endsWith(message) && /^(\w+: )?$/.test(runError.slice(0, -message.length))
  );
}
