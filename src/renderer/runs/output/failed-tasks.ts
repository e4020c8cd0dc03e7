import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import type { TimelineRow } from '../model/timeline.ts';

export interface FailedTask {
  readonly nodeId: string;
  readonly message: string;
}

/**
 * The tasks that failed, each with what it said: its own event where the server sends the error along, else the
 * thread's state (JavaScript servers tell it only there). Containers fail because of what is inside of them.
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
  return [...failed].map(([nodeId, words]) => ({
    nodeId,
    message: words === '' || isSame(words, runError) ? 'failed with this error.' : words,
  }));
}

/** Some servers put the kind of the error before the run's words, and not before the task's. */
function isSame(words: string, runError: string | null): boolean {
  return runError !== null && runError.endsWith(words) && /^(\w+: )?$/.test(runError.slice(0, -words.length));
}
