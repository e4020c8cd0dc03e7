import type { CheckpointSummary, CheckpointTask } from '../../../../shared/model/threads/thread.ts';
import type { NodeUpdate } from '../../model/node-updates.ts';
import type { TimelineRow } from '../../../../shared/run-events/timeline/timeline-row.ts';
import type { Fact } from './fact.ts';

/**
 * What became of an execution. `next`: would run if the thread continued; `stopped`: its run was cancelled or
 * restarted meanwhile.
 */
export type ExecutionStatus = 'next' | 'running' | 'finished' | 'failed' | 'waiting' | 'stopped' | 'unknown';

/** A checkpoint of the graph or subgraph that the node is in. `namespace`: empty for the root graph. */
export interface ExecutionCheckpoint {
  readonly namespace: string;
  readonly checkpoint: CheckpointSummary;
}

/** What one run did of an execution. A task that waited has a part in each run that went on with it. */
export interface ExecutionPart {
  readonly runId: string;
  readonly row: TimelineRow;
}

/** Where the text of an input or output is. */
export type TextSource =
  /** The `input` of a task's start, or the `result` of its end: exactly what the node got or returned. */
  | { readonly from: 'event'; readonly runId: string; readonly seq: number }
  /** A node's update, in a run without task events. */
  | { readonly from: 'update'; readonly runId: string; readonly seq: number }
  /** The whole state before the execution. A node with an input schema of its own reads only a part of it. */
  | { readonly from: 'state' }
  /** The result that the checkpoint before it stores. */
  | { readonly from: 'checkpoint'; readonly taskId: string };

/** One execution of a node: a task, from its input to its output, over all runs that it took. */
export interface NodeExecution {
  /** Unique within the node. */
  readonly key: string;
  readonly nodeId: string;
  /** `null` for a run without task events. */
  readonly taskId: string | null;
  readonly status: ExecutionStatus;
  /** The run that ended it, or has it now. */
  readonly runId: string | null;
  /** Oldest first; empty if its runs' events are not known. */
  readonly parts: readonly ExecutionPart[];
  /** Parts in earlier runs are missing, so that times count only the last one. */
  readonly isPartial: boolean;
  readonly update: NodeUpdate | null;
  /** As the checkpoint before it lists it. */
  readonly task: CheckpointTask | null;
  readonly step: Fact<number>;
  /** Milliseconds since 1970, by the server's clock. */
  readonly startedAt: Fact<number>;
  /** Milliseconds from the first event of its first run to its start. */
  readonly startedAfterMs: Fact<number>;
  /** Milliseconds that it worked, without the time that it waited for answers. */
  readonly ms: Fact<number>;
  /** Milliseconds between its checkpoints: all tasks of its superstep together. */
  readonly stepMs: number | null;
  /** How often it was started, if more than once. Servers report all tries of a retry policy as one start. */
  readonly attempts: Fact<number>;
  /** The server's message of its failure; `null` without one in the events. */
  readonly error: string | null;
  readonly input: Fact<TextSource>;
  readonly output: Fact<TextSource>;
  readonly before: Fact<ExecutionCheckpoint>;
  readonly after: Fact<ExecutionCheckpoint>;
  /** On the branch of the displayed checkpoint; `true` where nothing else is known. */
  readonly isOnBranch: boolean;
}
