/**
 * Whether the error of a task says that it was cancelled, because a task beside it failed or the run was stopped. The Python
 * server gives such a task an error of its own; JavaScript servers give it none (docs/protocol.md, The Python server in memory).
 */
export function isCancelledTask(error: string | null): boolean {
  return error !== null && /^CancelledError\b/.test(error);
}
