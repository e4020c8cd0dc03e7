import { isCancelledTask } from '../../../shared/model/cancelled-task.ts';

export function hasFailed(error: string | null): boolean {
  return error !== null && !isAborted(error) && !isStopped(error);
}

// Whether an error says that its run was cancelled or rolled back, as the JavaScript server says it.
export function isStopped(error: string): boolean {
  return error === 'interrupt' || error === 'rollback';
}

// Whether an error says that something else ended the task: an error beside it, or a cancelled run.
export function isAborted(error: string): boolean {
  return isCancelledTask(error) || /^(AbortError: )?This operation was aborted$|^AbortError\b/.test(error);
}
