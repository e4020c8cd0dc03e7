import type { ReactNode } from 'react';
import type { Run } from '../../../shared/model/runs/run.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import type { RunSettings } from '../../domain/settings/run-settings.ts';
import type { RunLogStore } from '../log/run-log-store.ts';
import type { CheckpointLevel } from './model/execution-sources.ts';
import type { ExecutionCheckpoint, NodeExecution } from './model/node-execution.ts';

/** Views of other features, placed by the app. */
export interface NodeViewSlots {
  readonly renderTree: (text: string, label: string) => ReactNode;
  /** `keys`: only the differences below these keys of the state; `null` shows all. */
  readonly renderDiff: (before: string, after: string, keys: readonly string[] | null) => ReactNode;
  /** Settings of the assistant that belong to the node; `null` without any. */
  readonly settings: {
    readonly count: number;
    /** There are changes that are not saved. */
    readonly isEdited: boolean;
    readonly render: (execution: NodeExecution | null) => ReactNode;
  } | null;
}

/** What can be done from an execution. */
export interface ExecutionActions {
  /** Runs it again on a fork. */
  readonly runAgain: (execution: NodeExecution) => void;
  /** Runs it again on a fork, with other settings for this run alone. */
  readonly trySettings: (execution: NodeExecution, settings: RunSettings) => void;
  /** Opens the editor of the state before it. */
  readonly editInput: (execution: NodeExecution) => void;
  readonly openCheckpoint: (checkpoint: ExecutionCheckpoint) => void;
  /** Selects another task of the run. */
  readonly openTask: (nodeId: string, taskId: string) => void;
  /** `null` where no breakpoint can be set. */
  readonly breakpoint: {
    readonly isSet: boolean;
    readonly toggle: () => void;
    /** Opens its conditions. */
    readonly edit: () => void;
  } | null;
}

export interface NodeViewProps {
  readonly connectionId: string;
  /** `null`: a stateless run. */
  readonly threadId: string | null;
  readonly nodeId: string;
  /** The clicked task; `null` if only a node was. */
  readonly taskId: string | null;
  /** The displayed checkpoint; `null` is the newest. */
  readonly checkpointId: string | null;
  readonly levels: readonly CheckpointLevel[];
  /** The first load of the checkpoints is pending. */
  readonly isLoading: boolean;
  /** Newest first. */
  readonly runs: readonly Run[];
  /** The log of the run in the dock. */
  readonly log: RunLogStore | null;
  /** The newest state. */
  readonly head: ThreadState | null;
  /** The active run of the thread, if any. */
  readonly activeRunId: string | null;
  readonly isActive: boolean;
  readonly slots: NodeViewSlots;
  readonly actions: ExecutionActions;
}

export interface ExecutionViewProps extends NodeViewProps {
  readonly execution: NodeExecution;
  /** The log of a run, if its events are here. */
  readonly eventsOf: (runId: string) => RunLogStore | null;
}
