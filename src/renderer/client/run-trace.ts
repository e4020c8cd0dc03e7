import type { TraceStep } from '../../shared/model/threads/execution-trace.ts';

/** What the run that is on show did, step by step, for the canvas. A new object whenever something changed. */
export interface RunTrace {
  readonly threadId: string;
  readonly runId: string;
  /** Works the steps out; `null` when the run's events can't be read, and only the history tells. */
  readonly steps: () => readonly TraceStep[] | null;
  /** Changes when a run of the thread began or ended: what was read of its history is then out of date. */
  readonly version: string;
}
