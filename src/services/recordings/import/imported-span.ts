import type { ModelUsage } from '../../../shared/model/model-usage.ts';
import type { ExecutionStatus, RecordedTime } from '../../../shared/model/thread-record.ts';

/** What a span of another tool says, in the terms of a record. What it does not say is `null`. */
export interface ImportedSpan {
  readonly id: string;
  readonly traceId: string;
  readonly parentId: string | null;
  readonly name: string;
  /** `node`: an execution of a graph's node; `run`: one of the whole graph; `other`: anything in between. */
  readonly kind: 'run' | 'node' | 'model' | 'tool' | 'other';
  readonly threadId: string | null;
  readonly runId: string | null;
  readonly assistantId: string | null;
  readonly nodeName: string | null;
  /** With the names of the nodes around it; `null` if only its place says so. */
  readonly nodeId: string | null;
  readonly taskId: string | null;
  readonly step: number | null;
  readonly startedAt: RecordedTime | null;
  readonly endedAt: RecordedTime | null;
  readonly error: string | null;
  readonly status: ExecutionStatus;
  /** How its run ended, as this studio exports it; `null` if no tool says so. */
  readonly runEnding: string | null;
  readonly attempts: number | null;
  readonly usage: ModelUsage | null;
  readonly toolCallId: string | null;
  readonly toolName: string | null;
  readonly previousNodes: readonly string[];
  /** JSON, of runs and nodes; `null` if no tool says it. */
  readonly input: string | null;
  readonly output: string | null;
}

/** Spans that can't be in memory together are refused. */
export const importLimits = {
  bytes: 256 * 2 ** 20,
  spans: 50_000,
  depth: 200,
  threads: 20,
  nameLength: 300,
  // The names of the nodes around a node are in its own, so that a deep chain of them is long in its square.
  nodeIdLength: 4_000,
  textLength: 2_000,
};
