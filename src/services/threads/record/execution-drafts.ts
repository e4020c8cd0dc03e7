import { checkpointNsLevels, nodeIdOf } from '../../../shared/checkpoint-namespace.ts';
import type { RecordEvidence } from './evidence.ts';
import { subgraphNamespace, type RecordRow, type RecordTask } from './checkpoint-row.ts';
import { readListedTasks } from './listed-tasks.ts';
import type { RootRuns } from './root-runs.ts';
import { hasFailed } from './task-errors.ts';

// An execution while a record is built: the task of a checkpoint, together with the checkpoint that a run made of it.
export interface ExecutionDraft {
  readonly executionId: string;
  readonly namespace: string;
  readonly task: RecordTask;
  readonly before: RecordRow;
  readonly made: RecordRow | null;
  // It is listed beside those that made a checkpoint, and may not have run with them.
  readonly isLeftOver: boolean;
  // A run came back after another one had continued from there. What is listed may be of either.
  readonly isRevisited: boolean;
  // Whether a run gave its task the result that it lists, and no edit; `null` if that is not known.
  readonly hasOwnResult: boolean | null;
  readonly superstep: Superstep;
  readonly parent: ExecutionDraft | null;
  readonly nodeId: string;
  readonly inner: ExecutionDraft[];
  // The namespace that its subgraph wrote to.
  innerNamespace: string | null;
}

// What ran at the same time. A server may list any number of tasks, so what all of them need is computed once.
export interface Superstep {
  readonly executions: readonly ExecutionDraft[];
  // Number of its tasks, at least: more than are listed where the server no longer lists all.
  readonly size: number;
  readonly hasAsked: boolean;
  readonly hasError: boolean;
  // One of its tasks lists an error of its own.
  readonly hasFailed: boolean;
  // Runs that ran these tasks on another branch: their time is not of this one.
  readonly otherRuns: ReadonlySet<string>;
}

export interface DraftedExecutions {
  // In the order of the levels: those of outer graphs before those of inner ones, oldest first.
  readonly drafts: readonly ExecutionDraft[];
  readonly isCut: boolean;
}

// The task that takes in the input; not a node of the graph.
const startTask = '__start__';

const maxExecutions = 100_000;

// What ran in each namespace. A checkpoint's tasks ran once for each child that a run made of it, several after a rerun; without
// a child they wait, failed, run, or would run next.
export function draftExecutions(
  { levels, hasResultsOfEdits }: Pick<RecordEvidence, 'levels' | 'hasResultsOfEdits'>,
  rootRuns: Pick<RootRuns, 'runs' | 'workedAt'>,
): DraftedExecutions {
  const drafts: ExecutionDraft[] = [];
  const ids = new Set<string>();
  // By the namespace that a task lists for its subgraph. Only of outer levels, so that no namespace is inside itself.
  const owners = new Map<string, ExecutionDraft[]>();
  for (const { namespace, rows } of levels) {
    const executionDrafts: ExecutionDraft[] = [];
    const listed = readListedTasks({ namespace, rows, rootRuns, hasResultsOfEdits });
    const ownerById = new Map<string, string>();
    for (const checkpointBefore of rows.toReversed()) {
      if (checkpointBefore.checkpointId === null) continue;
      const tasks = checkpointBefore.tasks.filter(({ name }) => name !== startTask);
      if (tasks.length === 0) continue;
      // An edit does not name the task whose subgraph it is in, or names the subgraph without the task.
      const named =
        checkpointBefore.source === 'update' && !owners.has(checkpointBefore.owner ?? '')
          ? null
          : checkpointBefore.owner;
      const owner = named ?? ownerById.get(checkpointBefore.parentId ?? '') ?? checkpointBefore.owner;
      if (owner !== null) ownerById.set(checkpointBefore.checkpointId, owner);
      const parent = ownerOf(checkpointBefore, owner, namespace, owners);
      const hasAsked = tasks.some(({ questions }) => questions.length > 0);
      const hasError = tasks.some(({ error }) => error !== null);
      const failed = tasks.some(({ error }) => hasFailed(error));
      const children = listed.madeOf(checkpointBefore);
      const isOpen = children.length === 0 || listed.isRunAgain(checkpointBefore);
      for (const checkpointAfter of isOpen ? [...children, null] : children) {
        const executions: ExecutionDraft[] = [];
        const superstep = {
          executions,
          size: tasks.length + (checkpointBefore.isOtherGraph ? 1 : 0),
          hasAsked,
          hasError,
          hasFailed: failed,
          otherRuns: otherRunsOf(checkpointAfter, children),
        };
        for (const [index, task] of tasks.entries()) {
          if (drafts.length + executionDrafts.length >= maxExecutions) {
            for (const draft of executionDrafts) drafts.push(draft);
            return { drafts, isCut: true };
          }
          const isLeftOver = checkpointAfter !== null && listed.mayBeLeftOut(checkpointBefore, task);
          const draft: ExecutionDraft = {
            executionId: uniqueId(ids, task, checkpointBefore, checkpointAfter, index),
            namespace,
            task,
            before: checkpointBefore,
            made: isLeftOver ? null : checkpointAfter,
            isLeftOver,
            isRevisited: checkpointAfter === null && children.length > 0,
            hasOwnResult:
              checkpointAfter === null ? listed.hasOwnResult(checkpointBefore, task) : task.hasResult,
            superstep,
            parent,
            nodeId: parent === null ? nodePath(namespace, task.name) : `${parent.nodeId}:${task.name}`,
            inner: [],
            innerNamespace: null,
          };
          executions.push(draft);
          executionDrafts.push(draft);
          if (parent !== null) {
            parent.inner.push(draft);
            parent.innerNamespace ??= namespace;
          }
        }
      }
    }
    for (const draft of executionDrafts) {
      drafts.push(draft);
      const inner = subgraphNamespace(namespace, draft.task);
      if (inner === null) continue;
      const draftsOfNamespace = owners.get(inner);
      if (draftsOfNamespace) draftsOfNamespace.push(draft);
      else owners.set(inner, [draft]);
    }
  }
  return { drafts, isCut: false };
}

const noRuns: ReadonlySet<string> = new Set();

function otherRunsOf(checkpointAfter: RecordRow | null, children: readonly RecordRow[]): ReadonlySet<string> {
  if (children.every((child) => child === checkpointAfter)) return noRuns;
  return new Set(
    children.flatMap(({ runId }) => (runId === null || runId === checkpointAfter?.runId ? [] : runId)),
  );
}

// The execution whose subgraph wrote a checkpoint. Of several with one task id, the one that was not done before.
function ownerOf(
  row: RecordRow,
  owner: string | null,
  namespace: string,
  owners: ReadonlyMap<string, readonly ExecutionDraft[]>,
): ExecutionDraft | null {
  if (namespace === '') return null;
  const executionDrafts = owners.get(owner ?? namespace) ?? owners.get(namespace) ?? [];
  if (executionDrafts.length < 2) return executionDrafts[0] ?? null;
  const createdAt = row.createdMs ?? 0;
  return (
    executionDrafts.find(({ made }) => made === null || (made.createdMs ?? 0) >= createdAt) ??
    executionDrafts.at(-1) ??
    null
  );
}

// Names along a namespace: `write:4014|draft:8f1a` with the node `x` is `write:draft:x`.
function nodePath(namespace: string, name: string): string {
  return nodeIdOf(checkpointNsLevels(namespace), name);
}

// Task ids are unique on a thread, except where a task ran several times. The first keeps its id, whether it is done or not, so
// that it is the same execution while it runs and afterwards.
function uniqueId(
  ids: Set<string>,
  { id }: RecordTask,
  checkpointBefore: RecordRow,
  checkpointAfter: RecordRow | null,
  index: number,
): string {
  const isNew = (candidate: string): boolean => {
    if (ids.has(candidate)) return false;
    ids.add(candidate);
    return true;
  };
  // Most are the first.
  if (id !== null && isNew(id)) return id;
  const candidates = [
    ...(id === null ? [] : [`${id}@${checkpointAfter?.checkpointId ?? checkpointBefore.checkpointId ?? ''}`]),
    `${checkpointBefore.checkpointId ?? ''}#${index}`,
    `${checkpointBefore.checkpointId ?? ''}#${index}@${checkpointAfter?.checkpointId ?? ''}`,
  ];
  const newId = candidates.find(isNew) ?? `${ids.size}`;
  ids.add(newId);
  return newId;
}
