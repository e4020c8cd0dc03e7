import type { SideFacts } from '../../shared/model/comparison.ts';
import type { RunHistory } from './read-executions.ts';
import type { Attempt } from './side-content.ts';

// Work of several runs, without the wait for answers; `null` if the time of one is unknown.
export function totalMs(times: readonly (number | null)[]): number | null {
  return times.reduce((sum, time) => (sum === null || time === null ? null : sum + time), 0);
}

// By the server's records of runs: from creation to the last change, so the wait of a run for its turn counts.
export function runsDuration(durationMs: number | null): Pick<SideFacts, 'durationMs' | 'durationBound'> {
  return { durationMs, durationBound: durationMs === null ? null : 'atMost' };
}

const otherGraphNote =
  'Another graph has run on the thread since, and the server now reads the thread with that one, so it does not report everything that ran.';

// What could not be read of a history, as sentences. `cutNote`: why, where it was not another graph.
export function historyGaps({ value, problem }: Attempt<RunHistory>, cutNote: string): (string | null)[] {
  if (value === null) return [problem];
  return [value.isOtherGraph ? otherGraphNote : value.isCut ? cutNote : null];
}
