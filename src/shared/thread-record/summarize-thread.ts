import type { Execution, RecordedInterrupt, RecordedRun, ThreadRecord } from '../model/thread-record.ts';
import { indexRecord } from './record-index.ts';
import { questionKey, type ThreadSummary } from './thread-summary.ts';

const sortedRuns = new WeakMap<readonly RecordedRun[], readonly RecordedRun[]>();

export function summarizeThread(record: ThreadRecord): ThreadSummary {
  const { headId, questions } = record;
  const head = headId === null ? undefined : indexRecord(record).checkpoints.get('', headId);
  return {
    runs: newestFirst(record.runs),
    head:
      head === undefined
        ? null
        : {
            checkpointId: head.checkpointId,
            createdAt: head.createdAt,
            source: head.source,
            runId: head.runId,
            hasNext: head.next.length > 0,
          },
    questions: questions.filter(({ status }) => !isClosed(status)).length,
    closedQuestions: closedQuestionsOf(record),
    discardedQuestions: discardedQuestionsOf(record),
  };
}

const closedQuestions = new WeakMap<readonly RecordedInterrupt[], ReadonlySet<string>>();

function closedQuestionsOf(record: ThreadRecord): ReadonlySet<string> {
  const { questions } = record;
  const cached = closedQuestions.get(questions);
  if (cached !== undefined) return cached;
  const { executions } = indexRecord(record);
  const keysOf = (wantsClosed: boolean): string[] =>
    questions.flatMap(({ executionId, index, interruptId, status }) => {
      const execution = executions.get(executionId);
      if (execution === undefined || isClosed(status) !== wantsClosed) return [];
      return questionKey({ taskId: execution.taskId, index, id: interruptId });
    });
  const closed = new Set(keysOf(true));
  // A task that asks again does so under the same key.
  for (const key of keysOf(false)) closed.delete(key);
  closedQuestions.set(questions, closed);
  return closed;
}

type DiscardedQuestions = ThreadSummary['discardedQuestions'];

const noQuestions: DiscardedQuestions = new Map();
const discardedQuestions = new WeakMap<
  readonly RecordedInterrupt[],
  { readonly checkpoints: ThreadRecord['checkpoints']; readonly byKey: DiscardedQuestions }
>();

function discardedQuestionsOf(record: ThreadRecord): DiscardedQuestions {
  const { checkpoints, questions } = record;
  const cached = discardedQuestions.get(questions);
  if (cached?.checkpoints === checkpoints) return cached.byKey;
  const closed = closedQuestionsOf(record);
  const { executions } = indexRecord(record);
  const byKey = new Map<string, string>();
  for (const { executionId, index, interruptId, status } of questions) {
    const execution = status === 'abandoned' ? executions.get(executionId) : undefined;
    if (execution === undefined) continue;
    const key = questionKey({ taskId: execution.taskId, index, id: interruptId });
    const editedNodeId = closed.has(key) ? editedSubgraphAround(execution, record) : null;
    if (editedNodeId !== null) byKey.set(key, editedNodeId);
  }
  const isSame =
    cached?.byKey.size === byKey.size &&
    [...byKey].every(([key, nodeId]) => cached.byKey.get(key) === nodeId);
  const current = byKey.size === 0 ? noQuestions : isSame ? cached.byKey : byKey;
  discardedQuestions.set(questions, { checkpoints, byKey: current });
  return current;
}

// The outermost node around an execution whose subgraph has an edit as its newest checkpoint: what is inside it begins
// anew. `null` if there is none, and where the thread has gone on.
function editedSubgraphAround(execution: Execution, record: ThreadRecord): string | null {
  const { executions, checkpoints } = indexRecord(record);
  let nodeId: string | null = null;
  let inner = execution;
  const visited = new Set<Execution>();
  while (inner.parentId !== null && !visited.has(inner)) {
    visited.add(inner);
    const outer = executions.get(inner.parentId);
    if (outer === undefined) return null;
    const newest = checkpoints.get(inner.namespace, checkpoints.newest(inner.namespace) ?? '');
    if (newest?.source === 'update' || newest?.source === 'fork') ({ nodeId } = outer);
    inner = outer;
  }
  return inner.parentId === null && inner.before === record.headId ? nodeId : null;
}

function isClosed(status: RecordedInterrupt['status']): boolean {
  return status === 'answered' || status === 'abandoned';
}

// A run that only checkpoints name was deleted, or is that of a thread of which this one is a copy.
function newestFirst(runs: readonly RecordedRun[]): readonly RecordedRun[] {
  const cached = sortedRuns.get(runs);
  if (cached !== undefined) return cached;
  const sorted = runs
    .filter((run) => run.status !== 'unknown' || run.createdAt !== null)
    .toReversed()
    .toSorted((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
  sortedRuns.set(runs, sorted);
  return sorted;
}

/** The path of the node of an execution, as people read it. */
export function nodeNames(record: ThreadRecord): (executionId: string) => string | null {
  const { executions } = indexRecord(record);
  return (executionId) => {
    const execution: Execution | undefined = executions.get(executionId);
    return execution === undefined ? null : execution.nodeId.replaceAll(':', ' › ');
  };
}
