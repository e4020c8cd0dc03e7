import type { Run, SentAnswer } from '../../../../shared/model/runs/run.ts';
import type { CheckpointSummary, ThreadTask } from '../../../../shared/model/threads/thread.ts';
import type { RunLogSnapshot } from '../../log/run-log-store.ts';
import type { NodeUpdate } from '../../model/node-updates.ts';
import type { TimelineRow } from '../../../../shared/run-events/timeline/timeline-row.ts';
import { known, unknown, type Fact, type UnknownReason } from './fact.ts';

/** The loaded checkpoints of the graph or of one call of a subgraph, newest first. */
export interface CheckpointLevel {
  /** Empty for the root graph. */
  readonly namespace: string;
  readonly checkpoints: readonly CheckpointSummary[];
  /** Older ones are not loaded. */
  readonly hasOlder: boolean;
}

/** What the events of one run tell about a node. */
export interface RunEvidence {
  readonly runId: string;
  /** The newest tasks of the node in the order of their start, and the clicked one before them. */
  readonly rows: readonly TimelineRow[];
  /** The newest tasks alone: the same array until one changes. */
  readonly newestRows: readonly TimelineRow[];
  /** The clicked task, if it is older than those. */
  readonly clicked: TimelineRow | null;
  /** There are more tasks than these. */
  readonly isCut: boolean;
  readonly updates: readonly NodeUpdate[];
  readonly hasTaskEvents: boolean;
  /** Events are missing, so that a start or an end may be. */
  readonly isIncomplete: boolean;
  /** When the first event was sent, in milliseconds since 1970 by the server's clock. */
  readonly firstEventAt: Fact<number>;
}

/** Everything that is known of a node's executions. */
export interface ExecutionSources {
  readonly nodeId: string;
  /** The levels that can contain the node. */
  readonly levels: readonly CheckpointLevel[];
  /** Runs whose events are known, oldest first. */
  readonly runs: readonly RunEvidence[];
  /** Why the events of another run are not known. */
  readonly whyNoEvents: (runId: string | null) => UnknownReason;
  /** The tasks of the newest state, which says more of them than the history does. */
  readonly headTasks: readonly ThreadTask[];
  /** The newest checkpoint of the thread; `null` while unknown. */
  readonly headId: string | null;
  /** A run of the thread is active, so that the newest checkpoint's tasks may be running. */
  readonly isActive: boolean;
  /** The checkpoint whose branch is displayed; `null` is the newest. */
  readonly checkpointId: string | null;
}

/** What a run's log tells about a node. `taskId`: a task that must be among them. Looks only at this node's tasks, whatever the length of the log. */
export function runEvidence(
  runId: string,
  log: Pick<RunLogSnapshot, 'model' | 'frames' | 'end' | 'ageAtFirstFrameMs'>,
  run: Pick<Run, 'createdAt' | 'joinedLate'> | undefined,
  nodeId: string,
  taskId: string | null = null,
): RunEvidence {
  const { model, frames, end } = log;
  const newestRows = model.timeline.rowsOf(nodeId);
  const count = model.timeline.countOf(nodeId);
  const row = taskId === null || count === newestRows.length ? null : model.timeline.rowOf(taskId);
  const isOlder = row?.nodeId === nodeId && !newestRows.includes(row);
  const clicked = isOlder ? row : null;
  const createdAt = Date.parse(run?.createdAt ?? '');
  const age = log.ageAtFirstFrameMs;
  return {
    runId,
    rows: clicked === null ? newestRows : [clicked, ...newestRows],
    newestRows,
    clicked,
    isCut: count > newestRows.length,
    updates: model.nodeUpdates.of(nodeId),
    hasTaskEvents: frames.names.some(({ mode }) => mode === 'tasks' || mode === 'debug'),
    isIncomplete: end?.incomplete === true || run?.joinedLate === true,
    firstEventAt: age === null || Number.isNaN(createdAt) ? unknown('no-clock') : known(createdAt + age),
  };
}

/** The answers of a run by interrupt. */
export function answersOf(runs: readonly Run[], runId: string | null): readonly SentAnswer[] {
  return runs.find((run) => run.runId === runId)?.answers ?? [];
}
