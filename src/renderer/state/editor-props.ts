import type { StartedRun } from '../../shared/model/run.ts';
import type { ThreadState } from '../../shared/model/thread.ts';

export interface StateEditorProps {
  readonly connectionId: string;
  readonly threadId: string;
  readonly assistantId: string | null;
  readonly state: ThreadState;
  /** The state is the thread's newest, so that saving goes on from it instead of forking. */
  readonly isHead: boolean;
  readonly writers: readonly string[];
  readonly onCheckpoint: (checkpointId: string | null) => void;
  readonly onStarted: (run: StartedRun) => void;
}

/** What an edit started from. It stays while the user types, whatever happens to the thread meanwhile (row D-7). */
export interface EditBase {
  readonly checkpointId: string;
  readonly valuesText: string;
  readonly startText: string;
  readonly isHead: boolean;
}
