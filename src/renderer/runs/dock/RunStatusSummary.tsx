import { useEffect, useState } from 'react';
import type { Run } from '../../../shared/model/runs/run.ts';
import type { RunState, Verdict } from '../../run-state/run-state.ts';
import { statusOfPhase } from '../../run-state/run-state-labels.ts';
import { StatusChip } from '../../ui/display/Chip.tsx';
import { statusStyles, type Status } from '../../ui/display/status-styles.ts';
import { durationText } from '../../ui/display/format.ts';
import { runDuration, runDurationLabel } from '../log/run-duration.ts';
import type { RunLogSnapshot } from '../log/run-log-store.ts';
import styles from './RunDock.module.css';

/** Update interval of a live run's clock, in milliseconds. */
const tickMs = 250;

export interface RunStatusSummaryProps {
  readonly log: RunLogSnapshot;
  /** `undefined` for a run that is not listed yet. */
  readonly run: Run | undefined;
  readonly running: boolean;
  /** How the thread stands, where this run says so; `null` for a run that somebody picked, and for one without a thread. */
  readonly runState: RunState | null;
}

/** How the run stands and how long it took so far. */
export function RunStatusSummary({ log, run, running, runState }: RunStatusSummaryProps) {
  // The list can name a new run a moment before the run state does.
  const isKnown = runState !== null && (runState.runId !== null || runState.phase === 'starting');
  const status = isKnown ? statusOfPhase(startingOr(runState)) : followedRunStatus(log, run, running);
  const isLive = running && log.frames.length > 0;
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setNow(performance.now()), tickMs);
    return () => clearInterval(timer);
  }, [isLive]);
  const duration = runDuration(run, log, isLive ? now : null);
  const time = duration === null ? null : durationText(duration.ms);
  const { word } = statusStyles[status];
  return (
    <span
      data-testid="run-status"
      data-status={status}
      title={duration === null ? word : `${word} · ${runDurationLabel(duration)}`}
    >
      <StatusChip status={status}>
        <span className={time === null ? undefined : styles.statusLabel}>{word}</span>
        {time === null ? null : <span className={styles.statusTime}>{time}</span>}
      </StatusChip>
    </span>
  );
}

/** While a start is unconfirmed, the previous run is still displayed but no longer determines the thread's status. */
function startingOr(state: RunState): Verdict {
  return state.phase === 'starting' ? state : state.run;
}

/** The known status of a followed run that is not the thread's current one. */
export function followedRunStatus(
  { end, link, problem }: Pick<RunLogSnapshot, 'end' | 'link' | 'problem'>,
  run: Run | undefined,
  running: boolean,
): Status {
  if (end) return end.outcome === 'interrupted' ? 'waiting' : end.outcome;
  if (link === 'reconnecting') return 'reconnecting';
  if (running && (problem === null || run === undefined))
    return link === 'connecting' ? 'pending' : 'running';
  // If the events of a run are unreachable, only the server's list is left. It reports an interrupted run as
  // a success; the end of the events tells which one it was.
  if (run?.status === 'success' && problem === null) return 'reading';
  if (run?.status !== 'interrupted') return run?.status ?? 'unknown';
  const { interruptedBy = 'cancel' } = run;
  return { cancel: 'cancelled', question: 'waiting', unknown: 'unknown' }[interruptedBy] as Status;
}
