import type { Execution, ExecutionStatus } from '../model/thread-record.ts';
import type { TokenSum } from './sum-tokens.ts';
import type { WorkedTime } from './worked-time.ts';

/** The status of an execution that has started. `unanswered`: it asked, and the thread went on without an answer. */
export type TaskStatus = Exclude<ExecutionStatus, 'next'> | 'unanswered';

// The time in which one run worked at a task, on the axis.
export interface TimelineSpan {
  // The index of the run among those of the timeline; `null` if it is unknown.
  readonly run: number | null;
  readonly startMs: number;
  readonly endMs: number | null;
  // It worked somewhere between the two, and not necessarily all that time.
  readonly isBound: boolean;
}

// From a question until it was answered, or until the thread went on otherwise.
export interface TimelineWait {
  readonly fromMs: number;
  readonly toMs: number | null;
}

/** An execution as a row of the timeline. The same object while nothing of it changes. */
export interface TimelineTask {
  readonly executionId: string;
  readonly taskId: string;
  readonly nodeId: string;
  readonly label: string;
  readonly depth: number;
  /** The row that it is below: the execution around it or, for an aborted one, the one whose error aborted it. */
  readonly parentId: string | null;
  readonly callerId: string | null;
  readonly step: number | null;
  /** When it could start: it waited from here to `startMs`. */
  readonly readyMs: number;
  readonly startMs: number;
  readonly endMs: number | null;
  /** Oldest first; at least one. */
  readonly spans: readonly TimelineSpan[];
  readonly waits: readonly TimelineWait[];
  readonly status: TaskStatus;
  /** How long it worked; `null` if unknown, and while it runs. */
  readonly time: WorkedTime | null;
  readonly attempts: number | null;
  readonly container: boolean;
  readonly error: string | null;
  readonly abortedBy: string | null;
  /** With those of everything inside it; `null` if none is known. */
  readonly tokens: TokenSum | null;
  readonly siblings: TaskSiblings;
}

// The tasks of one node in one superstep of one call of a graph.
export interface TaskSiblings {
  readonly id: string;
  readonly count: number;
  // How often the node ran in this call of its graph, with this superstep: from 1.
  readonly visit: number;
  readonly visits: number;
}

/** From how many parallel tasks of one node on they are shown as a group. */
export const minGroupSize = 5;

// Counts the tasks that belong together, and how often each node ran in a loop.
export function countSiblings(executions: readonly Execution[]): (execution: Execution) => TaskSiblings {
  const groups = new Map<string, { count: number; visit: number; readonly loop: { visits: number } }>();
  const loops = new Map<string, { visits: number }>();
  for (const execution of executions) {
    const key = groupKey(execution);
    const existing = groups.get(key);
    if (existing) {
      existing.count += 1;
      continue;
    }
    const loopKey = JSON.stringify([execution.parentId, execution.nodeId]);
    const loop = loops.get(loopKey) ?? { visits: 0 };
    loops.set(loopKey, loop);
    loop.visits += 1;
    groups.set(key, { count: 1, visit: loop.visits, loop });
  }
  return (execution) => {
    const id = groupKey(execution);
    const { count, visit, loop } = groups.get(id) ?? { count: 1, visit: 1, loop: { visits: 1 } };
    return { id, count, visit, visits: loop.visits };
  };
}

function groupKey({
  parentId,
  namespace,
  before,
  step,
  superstep: counted,
  spans,
  nodeId,
}: Execution): string {
  const superstep = before ?? [step, counted, spans[0]?.runId ?? null];
  return JSON.stringify([parentId, namespace, superstep, nodeId]);
}
