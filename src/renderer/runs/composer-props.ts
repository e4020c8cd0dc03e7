import type { ReactNode } from 'react';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { RunBegin } from '../../shared/model/run-request.ts';
import type { CancelResult } from '../../shared/model/run.ts';
import type { Waiting } from './followed-run.ts';
import type { RunOptions } from './run-options.ts';

/** What the composer and its tabs show and do. */
export interface ComposerProps {
  readonly connectionId: string;
  readonly assistant: Assistant | null;
  readonly threadId: string | null;
  readonly checkpointId: string | null;
  readonly waiting: Waiting | null;
  readonly running: boolean;
  readonly options: RunOptions;
  readonly onOptions: (next: Partial<RunOptions>) => void;
  readonly starting: boolean;
  readonly problem: Error | null;
  readonly stopping: boolean;
  readonly stopped: CancelResult | null;
  readonly stopProblem: Error | null;
  /** Begins a run from a checkpoint, or from the newest state with `null`. */
  readonly onRun: (begin: RunBegin, checkpointId: string | null) => void;
  readonly onStop: () => void;
  /** Leaves the selected checkpoint. */
  readonly onNewest: () => void;
  /** The pane that lets a waiting thread go on. */
  readonly resume: ReactNode;
}
