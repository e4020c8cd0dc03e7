import type { NodeExecution } from './node-execution.ts';

/**
 * The execution to show first: the one that was clicked, else the one that the displayed checkpoint is about
 * to run, else the last one on its branch that has run, else the last one. `null` if there is none.
 */
export function chooseExecution(
  executions: readonly NodeExecution[],
  taskId: string | null,
  checkpointId: string | null,
): NodeExecution | null {
  const clicked = taskId === null ? undefined : executions.findLast((one) => one.taskId === taskId);
  if (clicked) return clicked;
  const isOfCheckpoint = ({ before }: NodeExecution): boolean =>
    before.known && before.value.namespace === '' && before.value.checkpoint.checkpointId === checkpointId;
  const own = checkpointId === null ? undefined : executions.findLast(isOfCheckpoint);
  if (own) return own;
  const onBranch = executions.filter(({ isOnBranch }) => isOnBranch);
  const ran = onBranch.findLast(({ status }) => status !== 'next');
  return ran ?? onBranch.at(-1) ?? executions.at(-1) ?? null;
}
