import type { ReactNode } from 'react';
import type { AppError } from '../../../shared/app-error.ts';
import type { Run } from '../../../shared/model/run.ts';
import type { Execution, RecordedRun, ThreadRecord } from '../../../shared/model/thread-record.ts';
import type { ExecutionFacts } from '../../../shared/thread-record/execution-facts.ts';
import type { NodeExecution } from '../../../shared/thread-record/node.ts';
import type { RunSettings } from '../../shared-ui/run-settings.ts';
import type { RunLogStore } from '../model/run-log-store.ts';

/** Views of other features, placed by the app. */
export interface NodeViewSlots {
  /** Where the node is in its project. */
  readonly source: ReactNode;
  readonly renderTree: (text: string, label: string) => ReactNode;
  /** `keys`: only the differences below these keys of the state; `null` shows all. */
  readonly renderDiff: (before: string, after: string, keys: readonly string[] | null) => ReactNode;
  /** Settings of the assistant that belong to the node; `null` without any. */
  readonly settings: {
    readonly count: number;
    readonly isEdited: boolean;
    readonly render: (execution: Execution | null) => ReactNode;
  } | null;
}

/** What can be done from an execution. */
export interface ExecutionActions {
  /** Runs it again on a fork. */
  readonly runAgain: (execution: Execution) => void;
  /** Runs it again on a fork, with other settings for this run alone. */
  readonly trySettings: (execution: Execution, settings: RunSettings) => void;
  /** Opens the editor of the state before it. */
  readonly editInput: (execution: Execution) => void;
  readonly openCheckpoint: (execution: Execution, checkpointId: string) => void;
  readonly openTask: (nodeId: string, taskId: string) => void;
  /** `null` where no breakpoint can be set. */
  readonly breakpoint: {
    readonly isSet: boolean;
    readonly toggle: () => void;
    readonly edit: () => void;
  } | null;
  /** `null` where no output can be pinned. */
  readonly pin: {
    readonly isPinned: boolean;
    readonly put: (execution: Execution, outputText: string) => void;
    readonly edit: () => void;
  } | null;
}

export interface NodeViewProps {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly nodeId: string;
  readonly taskId: string | null;
  readonly checkpointId: string | null;
  readonly record: ThreadRecord | null;
  readonly problem: AppError | null;
  readonly onRetry: () => void;
  /** `null`: not read. */
  readonly runs: readonly Run[] | null;
  readonly log: RunLogStore | null;
  readonly slots: NodeViewSlots;
  readonly actions: ExecutionActions;
  /** Why the results of a run are older than what made them; `null` if they are not known to be. */
  readonly staleReason: (run: RecordedRun) => string | null;
}

export interface ExecutionViewProps extends NodeViewProps, NodeExecution {
  readonly record: ThreadRecord;
  readonly facts: ExecutionFacts;
  readonly eventsOf: (runId: string) => RunLogStore | null;
}
