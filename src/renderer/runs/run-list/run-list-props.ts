/** Props shared by the run list, its rows and their details. */
export interface RunListProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threadId: string;
  /** The run displayed in the other views. */
  readonly runId: string | null;
  /** Opens the events of a run. */
  readonly onRun: (runId: string) => void;
  /** Loads an input into the composer. */
  readonly onRerun: (inputText: string) => void;
  /** Runs an input unchanged; `null` while that isn't possible. */
  readonly onRunAgain: ((inputText: string) => void) | null;
}
