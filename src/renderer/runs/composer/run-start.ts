import type { RunSettings } from '../../shared-ui/run-settings.ts';
import type { RunTrigger } from '../../../shared/model/run-request.ts';
import type { PendingInterrupt } from '../../../shared/model/thread.ts';

export interface RunStart {
  readonly trigger: RunTrigger;
  /** `null`: the newest state. */
  readonly checkpointId: string | null;
  /** Stops after the next superstep. */
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
