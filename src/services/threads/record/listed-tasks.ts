import type { RecordRow, RecordTask } from './checkpoint-row.ts';
import type { RecordEvidence, RunEvidence } from './evidence.ts';
import type { RootRuns } from './root-runs.ts';

// What the tasks that the checkpoints of one namespace list prove.
export interface ListedTasks {
  // The checkpoints that runs made of one, oldest first.
  madeOf(before: RecordRow): readonly RecordRow[];
  // Whether a run came to a superstep after others had continued from there, without making a checkpoint itself.
  isRunAgain(before: RecordRow): boolean;
  // Whether a run gave a task of an open superstep the result that it lists, and no edit; `null` if that is not known.
  hasOwnResult(before: RecordRow, task: RecordTask): boolean | null;
  // Whether a task that is listed beside those which made a checkpoint may not have run with them.
  mayBeLeftOut(before: RecordRow, task: RecordTask): boolean;
}

export interface ListedTasksContext extends Pick<RecordEvidence, 'hasResultsOfEdits'> {
  readonly namespace: string;
  readonly rows: readonly RecordRow[];
  readonly rootRuns: Pick<RootRuns, 'runs' | 'workedAt'>;
}

export function readListedTasks({
  namespace,
  rows,
  rootRuns,
  hasResultsOfEdits,
}: ListedTasksContext): ListedTasks {
  const madeOf = childrenOf(rows, 'loop');
  const editsOf = childrenOf(rows, 'update');
  const isRoot = namespace === '';
  const children = (before: RecordRow): readonly RecordRow[] => madeOf.get(before.checkpointId ?? '') ?? [];
  const visitors = ({ checkpointId }: RecordRow): readonly RunEvidence[] =>
    isRoot ? (rootRuns.workedAt.get(checkpointId ?? '') ?? []) : [];
  return {
    madeOf: children,
    isRunAgain(before) {
      const lastMs = children(before).at(-1)?.createdMs ?? Infinity;
      // Any other run that names a checkpoint begins with a copy of it.
      return visitors(before).some(
        ({ origin, createdAt }) => origin.kind === 'resume' && (createdAt ?? -Infinity) >= lastMs,
      );
    },
    hasOwnResult(before, { hasResult, questions }) {
      const edits = hasResultsOfEdits ? (editsOf.get(before.checkpointId ?? '') ?? []) : [];
      if (!hasResult || edits.length === 0) return hasResult;
      // Of an answered task such a server lists no question any more.
      if (questions.length > 0) return false;
      // A run makes a checkpoint of the result of a lone task, unless a command sent it to others, too.
      if (before.tasks.length === 1 && !visitors(before).some(({ hasGoto }) => hasGoto)) return false;
      // Each edit gives one task a result.
      const ofEdits = before.tasks.filter((task) => task.hasResult && task.questions.length > 0).length;
      return ofEdits >= edits.length ? true : null;
    },
    mayBeLeftOut(before, task) {
      if (hasTrace(task)) return false;
      // What was next before an input is listed beside it, as is where a command sent a run that names the checkpoint.
      const isNamed = ({ hasGoto, origin }: RunEvidence): boolean =>
        hasGoto && origin.checkpointId === before.checkpointId;
      return before.source === 'input' || (isRoot && rootRuns.runs.some(isNamed));
    },
  };
}

function hasTrace({ hasResult, error, questions }: RecordTask): boolean {
  return hasResult || error !== null || questions.length > 0;
}

// The checkpoints of a source that follow each one, oldest first.
function childrenOf(
  rows: readonly RecordRow[],
  source: RecordRow['source'],
): ReadonlyMap<string, readonly RecordRow[]> {
  const children = new Map<string, RecordRow[]>();
  for (const row of rows.toReversed()) {
    if (row.source !== source || row.parentId === null || row.parentId === row.checkpointId) continue;
    const siblings = children.get(row.parentId);
    if (siblings) siblings.push(row);
    else children.set(row.parentId, [row]);
  }
  return children;
}
