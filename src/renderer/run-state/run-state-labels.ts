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

/** How a phase is shown. What nobody knows any more looks different from what is only being read. */
export function statusOfPhase({ phase, by }: Verdict): Status {
  if (phase !== 'unknown') return statuses[phase];
  return by === 'stream' ? 'lost' : by === 'run' ? 'reading' : 'unknown';
}

/** The same in the words that servers have for threads; `null` where the machine knows no more than the record. */
export function threadStatusOfPhase({ phase, by }: Verdict): ThreadStatus | null {
  if (phase === 'none' || phase === 'unknown' || by === 'thread') return null;
  // Of a thread that was edited or copied its server alone says whether it is idle, whatever its state asks.
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

/** A phase in words, since when, and by whose word: `running since 12:04:31, by the events of the run`. */
export function verdictText(state: Pick<RunState, 'phase' | 'by' | 'since'>): string {
  const { word } = statusStyles[statusOfPhase(state)];
  const since = state.since === null ? '' : ` since ${new Date(state.since).toLocaleTimeString()}`;
  return state.by === null ? word : `${word}${since}, ${sources[state.by]}`;
}
