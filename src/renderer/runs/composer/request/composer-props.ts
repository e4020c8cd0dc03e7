import type { ReactNode } from 'react';
import type { Assistant } from '../../../../shared/model/assistant.ts';
import type { RunTrigger } from '../../../../shared/model/runs/run-request.ts';
import type { Run } from '../../../../shared/model/runs/run.ts';
import type { PendingInterrupt } from '../../../../shared/model/threads/thread.ts';
import type { WaitingReason } from '../../log/select-run.ts';
import type { ChangeOptions, ComposerOptions } from './run-options.ts';

/** Where a run begins and how far it goes. */
export interface RunStart {
  readonly trigger: RunTrigger;
  /** `null`: the newest state. */
  readonly checkpointId: string | null;
  /** Stops after the next superstep. */
  readonly step: boolean;
  /** The questions that it answers, as they are shown. */
  readonly answering?: readonly PendingInterrupt[];
}

/** What the composer and its tabs show and do. */
export interface ComposerProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly assistant: Assistant | null;
  readonly threadId: string | null;
  readonly checkpointId: string | null;
  readonly waiting: WaitingReason | null;
  readonly runs: readonly Run[];
  /** The run that is shown, with its thread. */
  readonly shownRun: { readonly threadId: string | null; readonly runId: string } | null;
  /** Whether the shown run goes on. */
  readonly running: boolean;
  /** Whether a run of the thread goes on, shown or not. */
  readonly isThreadBusy: boolean;
  readonly options: ComposerOptions;
  readonly onOptions: ChangeOptions;
  readonly starting: boolean;
  readonly problem: Error | null;
  /** Gives whether the run was taken. */
  readonly onRun: (start: RunStart) => Promise<boolean>;
  /** Shows the request that would start this. */
  readonly onPreview: (start: RunStart) => void;
  /** Shows another thread. */
  readonly onThread: (threadId: string) => void;
  /** Shows a run of the thread in place of the shown one. */
  readonly onShow: (runId: string) => void;
  /** Leaves the selected checkpoint. */
  readonly onNewest: () => void;
  /** The pane that lets a waiting thread go on. */
  readonly resume: ReactNode;
}
