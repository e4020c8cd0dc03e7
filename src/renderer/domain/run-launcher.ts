import type { RunTrigger } from '../../shared/model/runs/run-request.ts';

/** How other panes start runs: with the options and breakpoints of the run dock, which then follows the run. */
export interface RunLauncher {
  /** Goes on from a checkpoint with what it says is next. Rejects when the run was not taken. */
  readonly runFromCheckpoint: (checkpointId: string) => Promise<unknown>;
  /** Begins as it is told, at a checkpoint or (`null`) at the newest. */
  readonly launch: (from: {
    readonly checkpointId: string | null;
    readonly trigger: RunTrigger;
  }) => Promise<unknown>;
}
