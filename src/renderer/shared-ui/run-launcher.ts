import type { RunSettings } from './run-settings.ts';
import type { RunTrigger } from '../../shared/model/run-request.ts';
import type { PendingInterrupt } from '../../shared/model/thread.ts';

export interface RunFrom {
  readonly threadId: string;
  readonly checkpointId: string | null;
  readonly trigger: RunTrigger;
  /** The interrupts that the run answers, as displayed. */
  readonly answering?: readonly PendingInterrupt[];
}

/**
 * Lets other panes start runs with the options and breakpoints of the run dock, which then follows the run.
 * `step`: the run pauses after one superstep.
 */
export interface RunLauncher {
  /**
   * Continues from a checkpoint, with settings of its own. Rejects if the run was not accepted, or if the dock
   * shows another thread by now.
   */
  readonly runFromCheckpoint: (
    threadId: string,
    checkpointId: string,
    step: boolean,
    settings?: RunSettings,
  ) => Promise<unknown>;
  /** Starts at a checkpoint, or at the newest (`null`). */
  readonly launch: (from: RunFrom, step: boolean) => Promise<unknown>;
}
