import type { Execution, RecordedInterrupt, ThreadRecord } from '../model/thread-record.ts';
import { branchTo, executionsOf } from './branch.ts';
import { indexRecord } from './record-index.ts';

export interface NodeExecution {
  readonly execution: Execution;
  /** Its result is in the displayed checkpoint, or it is open there. */
  readonly isOnBranch: boolean;
  /** As it asked them. */
  readonly questions: readonly RecordedInterrupt[];
}

/**
 * All executions of a node, oldest first. `checkpointId`: the displayed checkpoint, `null` for the newest one. On its branch
 * are those that led to it, with everything inside them, and those that read it.
 */
export function executionsOfNode(
  record: ThreadRecord,
  nodeId: string,
  checkpointId: string | null,
): readonly NodeExecution[] {
  const executions = record.executions.filter((execution) => execution.nodeId === nodeId);
  if (executions.length === 0) return [];
  const onBranch = new Set<string>();
  const baseId = checkpointId ?? record.headId;
  if (baseId !== null) {
    for (const { executionId } of executionsOf(record, branchTo(record, baseId))) onBranch.add(executionId);
    for (const { executionId } of indexRecord(record).executions.thatRead('', baseId))
      onBranch.add(executionId);
  }
  const questions = new Map<string, RecordedInterrupt[]>();
  for (const question of record.questions) {
    const questionsOfExecution = questions.get(question.executionId);
    if (questionsOfExecution === undefined) questions.set(question.executionId, [question]);
    else questionsOfExecution.push(question);
  }
  return executions.map((execution) => ({
    execution,
    isOnBranch: isWithin(record, execution, onBranch),
    questions: questions.get(execution.executionId) ?? noQuestions,
  }));
}

const noQuestions: readonly RecordedInterrupt[] = [];

// Whether an execution, or one around it, is among some. Those without a checkpoint are on every branch.
function isWithin(record: ThreadRecord, execution: Execution, ids: ReadonlySet<string>): boolean {
  const visited = new Set<string>();
  for (let one: Execution | undefined = execution; one !== undefined;) {
    if (ids.has(one.executionId)) return true;
    if (one.parentId === null) return one.before === null && one.made === null;
    if (visited.has(one.executionId)) return false;
    visited.add(one.executionId);
    one = indexRecord(record).executions.get(one.parentId);
  }
  return false;
}

/**
 * The execution to show first: the one of a task that was clicked, on the branch if the task ran on several, else the
 * one that the displayed checkpoint is about to run, else the last one on its branch that has started, else the last
 * one. `null` if there is none.
 */
export function chooseExecution(
  executions: readonly NodeExecution[],
  taskId: string | null,
  checkpointId: string | null,
): NodeExecution | null {
  const ofTask = ({ execution }: NodeExecution): boolean => execution.taskId === taskId;
  const clicked =
    taskId === null
      ? undefined
      : (executions.findLast((one) => one.isOnBranch && ofTask(one)) ?? executions.findLast(ofTask));
  if (clicked) return clicked;
  const isRead = ({ execution }: NodeExecution): boolean =>
    execution.namespace === '' && execution.before === checkpointId;
  const nodeExecution = checkpointId === null ? undefined : executions.findLast(isRead);
  if (nodeExecution) return nodeExecution;
  return (
    executions.findLast(({ isOnBranch, execution }) => isOnBranch && execution.status !== 'next') ??
    executions.findLast(({ isOnBranch }) => isOnBranch) ??
    executions.at(-1) ??
    null
  );
}

/**
 * Whether a node inside a subgraph may have run although the record has no execution of it: something around it ran, and
 * nothing is known of what it did inside.
 */
export function mayHaveRun(record: ThreadRecord, nodeId: string): boolean {
  if (record.gaps.some(({ kind }) => kind === 'limit' || kind === 'deleted')) return true;
  const { executions } = indexRecord(record);
  return record.executions.some(
    (around) =>
      nodeId.startsWith(`${around.nodeId}:`) &&
      around.status !== 'next' &&
      around.status !== 'queued' &&
      executions.inside(around.executionId).length === 0,
  );
}
