import type { ExecutionRef } from '../../../shared/model/comparison.ts';
import type { TraceLevel } from '../../threads/execution-trace/read-levels.ts';
import {
  listSupersteps,
  msBetween,
  type TracedSuperstep,
} from '../../threads/execution-trace/trace-steps.ts';
import type { ExecutionChange } from './state-change.ts';
import { hashText, type ComparedRow, type ComparedTask } from './compared-row.ts';

/** What is compared of an execution of a node. Hashes are of JSON, without the IDs of messages. */
export interface ListedExecution {
  readonly node: string;
  /** The subgraph nodes above it, outermost first. */
  readonly path: readonly string[];
  readonly ref: ExecutionRef;
  /** The whole state before it; `null` if it had an input of its own. */
  readonly input: string | null;
  /** Its result, error or questions; `null` if none is stored. */
  readonly output: string | null;
  /** The server's message of its failure. */
  readonly error: string | null;
  /** What its superstep changed in the state, if no other task ran in it. */
  readonly change: ExecutionChange | null;
  /** What nodes in it ran is listed, too, so that its result only repeats theirs. */
  readonly hasInner: boolean;
}

/** Most executions that are listed of a side. */
const mostExecutions = 10_000;

/**
 * What runs executed, in the order in which it ran; of concurrent tasks, by name. What a subgraph ran follows its
 * node. `runIds: null`: all runs of the thread.
 */
export function listExecutions(
  levels: readonly TraceLevel<ComparedRow>[],
  runIds: ReadonlySet<string> | null,
): { readonly executions: readonly ListedExecution[]; readonly isCut: boolean } {
  const byNamespace = new Map(levels.map((level) => [level.scope.namespace, level]));
  const listed = new Set<string | null>();
  const executions: ListedExecution[] = [];
  let isCut = false;

  const isRead = ({ namespace }: ComparedTask): boolean =>
    namespace !== null && (byNamespace.get(namespace)?.rows.length ?? 0) > 0;

  const visit = (namespace: string | null, path: readonly string[], above: string | null): void => {
    const level = byNamespace.get(namespace);
    // Only the first of several executions of a task owns the history of its subgraph: it has all of them.
    if (level === undefined || listed.has(namespace)) return;
    listed.add(namespace);
    for (const superstep of listSupersteps(level.rows)) {
      for (const task of superstep.tasks.toSorted(byName)) {
        const owners = runsOf(superstep, task, above);
        const owner = owners.find(({ runId }) => runIds === null || (runId !== null && runIds.has(runId)));
        if (owner && executions.length === mostExecutions) isCut = true;
        else if (owner)
          executions.push({
            ...toExecution(superstep, task, { ...owner, namespace, path }),
            hasInner: isRead(task),
          });
        if (task.namespace !== null) {
          visit(task.namespace, [...path, task.name], owners[0]?.runId ?? above);
        }
      }
    }
  };
  visit(null, [], null);
  return { executions, isCut };
}

interface Owner {
  readonly runId: string | null;
  readonly hasEnded: boolean;
}

/**
 * The runs that ran a task, the one that ended it first. One that waited for an answer was also run by the run that
 * asked.
 */
function runsOf(
  { before, after }: TracedSuperstep<ComparedRow>,
  task: ComparedTask,
  above: string | null,
): readonly Owner[] {
  if (after === null) return [{ runId: before.runId ?? above, hasEnded: false }];
  const ended = { runId: after.runId ?? above, hasEnded: true };
  const hasAsked = task.questionHash !== null && before.source === 'loop' && before.runId !== after.runId;
  return hasAsked ? [ended, { runId: before.runId, hasEnded: false }] : [ended];
}

function toExecution(
  superstep: TracedSuperstep<ComparedRow>,
  task: ComparedTask,
  own: Owner & { readonly namespace: string | null; readonly path: readonly string[] },
): Omit<ListedExecution, 'hasInner'> {
  const { before, after, tasks } = superstep;
  const status = statusOf(task, own.hasEnded);
  return {
    node: task.name,
    path: own.path,
    ref: {
      checkpointId: before.checkpointId ?? '',
      checkpointNs: own.namespace ?? '',
      taskId: task.id,
      runId: own.runId,
      step: after?.step ?? (before.step === null ? null : before.step + 1),
      durationMs: after === null || !own.hasEnded ? null : msBetween(before, after),
      status,
    },
    input: task.isSent ? null : stateHash(before.values),
    output: outputOf(task, status),
    error: status === 'failed' ? task.error : null,
    change: own.hasEnded && after !== null && tasks.length === 1 ? changeOf(before, after) : null,
  };
}

function statusOf(task: ComparedTask, hasEnded: boolean): ExecutionRef['status'] {
  if (hasEnded) return 'finished';
  if (task.error !== null) return 'failed';
  if (task.resultHash !== null) return 'finished';
  return task.questionHash === null ? 'unknown' : 'waiting';
}

function outputOf(task: ComparedTask, status: ExecutionRef['status']): string | null {
  if (status === 'failed') return hashText(task.error ?? '');
  return status === 'waiting' ? task.questionHash : task.resultHash;
}

function stateHash(values: ReadonlyMap<string, string>): string {
  return hashText(JSON.stringify([...values].toSorted(([a], [b]) => (a < b ? -1 : 1))));
}

function changeOf(before: ComparedRow, after: ComparedRow): ExecutionChange {
  return { before: before.values, after: after.values, appended: after.appended };
}

function byName(a: ComparedTask, b: ComparedTask): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
