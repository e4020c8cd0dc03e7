export interface RunListProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threadId: string;
  readonly runId: string | null;
  readonly onRun: (runId: string) => void;
  readonly onRerun: (inputText: string) => void;
  /** Runs an input unchanged; `null` while that isn't possible. */
  readonly onRunAgain: ((inputText: string) => void) | null;
}
