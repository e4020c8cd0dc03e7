import type { ModelUsage } from '../model/model-usage.ts';
import type { RunEnd, RunOrigin } from '../model/run.ts';
import type { RecordedTime } from '../model/thread-record.ts';

export interface RunEvents {
  readonly runId: string;
  /** How it started, if that is known here. */
  readonly origin: RunOrigin;
  /** When its server created it, in milliseconds since 1970; `null` if unknown. */
  readonly createdAt: number | null;
  /** When its newest event was sent, in milliseconds since 1970; `null` if unknown. */
  readonly lastAt: number | null;
  /** `null` while more events come. */
  readonly end: RunEnd | null;
  /** An event reported an interrupt. */
  readonly hasInterrupt: boolean;
  /** Events are missing. */
  readonly isIncomplete: boolean;
  readonly tasks: readonly TaskEvents[];
  /** Without a task: nodes that are next by a checkpoint, and those that ran by an update. */
  readonly inferred: readonly TaskEvents[];
}

// What the events of a run say about one of its tasks. The same object until it changes.
export interface TaskEvents {
  readonly taskId: string;
  readonly nodeId: string;
  readonly name: string;
  // Of the graph that it is a task of, as in `checkpoint_ns`; empty for the root graph.
  readonly namespace: string;
  readonly parentTaskId: string | null;
  // `cancelled`: because of a task beside it, or with the run.
  readonly status: 'queued' | 'running' | 'finished' | 'interrupted' | 'failed' | 'cancelled' | 'unknown';
  // Of its first attempt; `null` if unknown.
  readonly startedAt: RecordedTime | null;
  // Of its last attempt; `null` while it runs, and if no event reports it.
  readonly endedAt: RecordedTime | null;
  // `null` if no event reports a second one: servers do not report those of a retry policy.
  readonly attempts: number | null;
  readonly error: string | null;
  // Without those of tasks inside it; `null` if its messages report none.
  readonly tokens: number | null;
  readonly models: readonly ModelUsage[];
  readonly from: readonly string[];
  // Of its call of its graph, from 1.
  readonly superstep: number;
}
