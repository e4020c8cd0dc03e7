/** A task as a bar. Times are milliseconds since the run's first frame. */
export interface TimelineRow {
  readonly taskId: string;
  readonly nodeId: string;
  readonly label: string;
  /** The sub-agent that it starts, else the only tool that it calls; `null` for other tasks. */
  readonly calls: string | null;
  readonly depth: number;
  readonly parentId: string | null;
  /** The superstep of its own graph, from 1. */
  readonly superstep: number;
  /** When its superstep could start; it waits from here to `startMs`. */
  readonly readyMs: number;
  readonly startMs: number;
  /** `null` while it runs; the last event of the run where nobody knows when it ended. */
  readonly endMs: number | null;
  readonly status: 'running' | 'finished' | 'failed' | 'waiting' | 'stopped' | 'unknown';
  /** More than one if the server retried it. */
  readonly attempts: number;
  /** When each attempt before the newest one ran, if the server reports it. */
  readonly earlierAttempts: readonly AttemptSpan[];
  readonly container: boolean;
  readonly error: string | null;
  readonly written: string | null;
  /** The frames of its newest start and of its result; `null` if they were not seen. */
  readonly startSeq: number | null;
  readonly resultSeq: number | null;
  /** Shared by the tasks of one node in one superstep of one graph; `Send` can make many. */
  readonly siblings: EventTaskSiblings;
}

// An attempt that the server gave up, and when the next one started.
export interface AttemptSpan {
  readonly startMs: number;
  readonly endMs: number;
  readonly nextMs: number;
}

// The tasks of one node in one superstep of one graph. The object stays the same while tasks are added.
export interface EventTaskSiblings {
  readonly id: string;
  readonly count: number;
  // How often the node ran in this call of its graph, with this superstep: from 1.
  readonly visit: number;
  readonly loop: NodeLoop;
}

// All supersteps of one call of a graph in which one node ran. The object stays the same while it grows.
export interface NodeLoop {
  readonly id: string;
  readonly visits: number;
}

// A line across all bars: the start of a superstep of the root graph, or a restart of the run by the server.
export interface EventTimelineMark {
  readonly kind: 'superstep' | 'attempt';
  readonly number: number;
  readonly atMs: number;
}
