import type { RunOrigin, RunSource, RunStatus } from '../../../shared/model/run.ts';
import type { RecordGap } from '../../../shared/model/thread-record.ts';
import type { ThreadState } from '../../../shared/model/thread.ts';
import type { RecordRow } from './checkpoint-row.ts';

// The checkpoints of one namespace, newest first; empty for the root graph.
export interface EvidenceLevel {
  readonly namespace: string;
  readonly rows: readonly RecordRow[];
}

// A run as its record describes it. Times are milliseconds since 1970, by the server's clock.
export interface RunEvidence {
  readonly runId: string;
  readonly assistantId: string | null;
  readonly graphId: string | null;
  readonly assistantVersion?: number;
  readonly status: RunStatus;
  readonly origin: RunOrigin;
  readonly source: RunSource;
  readonly createdAt: number | null;
  // The last change of its record; `null` while it is active.
  readonly endedAt: number | null;
  // Nodes before and after which it was to stop; `*` stands for all.
  readonly interruptBefore: readonly string[];
  readonly interruptAfter: readonly string[];
  readonly recursionLimit: number | null;
  readonly error: string | null;
  // Ids of the interrupts that it answered; `null` for an answer that names none, or is none.
  readonly answeredIds: readonly string[] | null;
  // A command sent it to nodes, whatever was next.
  readonly hasGoto: boolean;
}

// What is known of the newest state: which of its tasks wait, and which are finished.
export type HeadEvidence = Pick<ThreadState, 'checkpointId' | 'next' | 'tasks' | 'interrupts' | 'answered'>;

// What only the thread itself says about its newest run.
export interface ThreadEvidence {
  readonly threadError: string | null;
  // The thread is interrupted, although its newest checkpoint lists no task.
  readonly isInterrupted: boolean;
}

// Everything that a record is made of. Of the same evidence it is the same.
export interface RecordEvidence extends ThreadEvidence {
  readonly threadId: string;
  // The root graph first, then subgraphs, each after the one that holds it.
  readonly levels: readonly EvidenceLevel[];
  readonly runs: readonly RunEvidence[];
  // `null` if the server does not report it.
  readonly head: HeadEvidence | null;
  // Whether the server is one of LangGraph's own, on which an `interrupted` run is a cancelled one.
  readonly isOfficial: boolean;
  // Whether a run that comes back to a superstep of a subgraph runs its finished tasks again.
  readonly repeatsInSubgraphs: boolean;
  // Whether the result of a task may be what an edit wrote in the name of its node.
  readonly hasResultsOfEdits: boolean;
  readonly gaps: readonly RecordGap[];
}
