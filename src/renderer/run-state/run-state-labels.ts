import type { ThreadStatus } from '../../shared/model/threads/thread.ts';
import { statusStyles, type Status } from '../ui/display/status-styles.ts';
import type { ReportSource } from './evidence.ts';
import { isRunActive, type RunPhase, type RunState, type Verdict } from './run-state.ts';

const statuses: Readonly<Record<RunPhase, Status>> = {
  none: 'idle',
  starting: 'starting',
  queued: 'pending',
  running: 'running',
  reconnecting: 'reconnecting',
  interrupted: 'waiting',
  paused: 'paused',
  succeeded: 'finished',
  failed: 'failed',
  cancelled: 'cancelled',
  'timed-out': 'timeout',
  unknown: 'unknown',
};

/** The status of a phase. Unknown differs from loading. */
export function statusOfPhase({ phase, by }: Verdict): Status {
  if (phase !== 'unknown') return statuses[phase];
  return by === 'stream' ? 'lost' : by === 'run' ? 'reading' : 'unknown';
}

/** The phase as a thread status; `null` if nothing is known beyond the record. */
export function threadStatusOfPhase({ phase, by }: Verdict): ThreadStatus | null {
  if (phase === 'none' || phase === 'unknown' || by === 'thread') return null;
  // After an edit or a copy, only the server knows whether the thread is idle.
  if (by === 'checkpoint') return null;
  if (isRunActive(phase)) return 'busy';
  if (phase === 'interrupted' || phase === 'paused') return 'interrupted';
  return phase === 'failed' || phase === 'timed-out' ? 'error' : 'idle';
}

const sources: Readonly<Record<ReportSource, string>> = {
  window: 'from this window',
  stream: 'from the events of the run',
  run: 'from the list of runs',
  thread: 'from the thread',
  checkpoint: 'from the latest checkpoint',
  connection: 'because the server is not responding',
};

/** A phase as text, with time and source: `running since 12:04:31, by the events of the run`. */
export function verdictText(state: Pick<RunState, 'phase' | 'by' | 'since'>): string {
  const { word } = statusStyles[statusOfPhase(state)];
  const since = state.since === null ? '' : ` since ${new Date(state.since).toLocaleTimeString()}`;
  return state.by === null ? word : `${word}${since}, ${sources[state.by]}`;
}
