import type { ThreadState } from '../../../shared/model/threads/thread.ts';

/** What the list of runs, its rows and their details are given. */
export interface RunListProps {
  readonly connectionId: string;
  readonly serverName: string;
  readonly threadId: string;
  /** The run that the other views show. */
  readonly runId: string | null;
  /** The newest state of the thread, where it is known. */
  readonly state: ThreadState | null;
  /** Shows the events of a run. */
  readonly onRun: (runId: string) => void;
  /** Puts an input where it can be edited before it runs. */
  readonly onRerun: (inputText: string) => void;
  /** Runs an input as it is; `null` while that can't be done. */
  readonly onRunAgain: ((inputText: string) => void) | null;
}
