import type { ReactNode } from 'react';
import type { Assistant } from '../../../../shared/model/assistant.ts';
import type { RunSettings } from '../../../domain/settings/run-settings.ts';
import type { RunTrigger } from '../../../../shared/model/runs/run-request.ts';
import type { Run } from '../../../../shared/model/runs/run.ts';
import type { PendingInterrupt } from '../../../../shared/model/threads/thread.ts';
import type { WaitingReason } from '../../log/select-run.ts';
import type { ChangeOptions, ComposerOptions } from './run-options.ts';

export interface RunStart {
  readonly trigger: RunTrigger;
  readonly checkpointId: string | null;
  readonly step: boolean;
  /** The interrupts that the run answers, as displayed. */
  readonly answering?: readonly PendingInterrupt[];
  /** Repeats an earlier run, whatever the composer has. */
  readonly isRerun?: true;
  /** On top of the run's options. */
  readonly settings?: RunSettings;
}

/** A start that has not succeeded: under way (`error: null`), or failed. */
export interface StartAttempt {
  readonly start: RunStart;
  readonly error: Error | null;
}

/** A start that failed, to be named and tried again as it was. */
export interface FailedStart extends StartAttempt {
  readonly error: Error;
}

/** Whether a start continues the thread from where it waits. */
export function isResumeStart({ trigger, checkpointId }: RunStart): boolean {
  return trigger.kind !== 'input' && checkpointId === null;
}

export interface ComposerProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly assistant: Assistant | null;
  readonly threadId: string | null;
  readonly checkpointId: string | null;
  readonly waiting: WaitingReason | null;
  readonly runs: readonly Run[];
  readonly shownRun: { readonly threadId: string | null; readonly runId: string } | null;
  readonly running: boolean;
  /** Includes runs that are not displayed. */
  readonly isThreadBusy: boolean;
  readonly options: ComposerOptions;
  readonly onOptions: ChangeOptions;
  readonly starting: boolean;
  readonly failed: FailedStart | null;
  /** The active run for which an answer of this window was refused; `failed` is `null` then. */
  readonly refusedFor: string | null;
  /** Resolves to whether the run started. */
  readonly onRun: (start: RunStart) => Promise<boolean>;
  readonly onPreview: (start: RunStart) => void;
  readonly onThread: (threadId: string) => void;
  readonly onShow: (runId: string) => void;
  readonly onNewest: () => void;
  readonly recorded?: ReactNode;
  readonly resume: ReactNode;
}
