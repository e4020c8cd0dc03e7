import { useEffect, useState } from 'react';
import type { Run } from '../../../shared/model/run.ts';
import { recordedRunStatus } from '../../../shared/status-labels.ts';
import type { RunState, SourcedPhase } from '../../run-state/run-state.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { listedRun } from '../../run-state/listed-run.ts';
import { displayRun } from '../../run-state/run-display.ts';
import { statusOfPhase } from '../../run-state/run-state-labels.ts';
import { StatusChip } from '../../ui/display/Chip.tsx';
import { styleNameOfStatus, statusStyles, type Status } from '../../ui/display/status-styles.ts';
import { runDuration, runDurationLabel, shortRunDuration } from '../model/run-duration.ts';
import type { RunLogSnapshot } from '../model/run-log-store.ts';
import styles from './RunDock.module.css';

/** Update interval of a live run's clock, in milliseconds. */
const tickMs = 250;

export interface RunStatusSummaryProps {
  readonly connectionId: string;
  readonly threadId: string | null;
  readonly runId: string;
  readonly log: RunLogSnapshot;
  readonly run: Run | undefined;
  readonly running: boolean;
  /** How the thread stands, where this run says so; `null` for a run that somebody picked, and for one without a thread. */
  readonly runState: RunState | null;
}

export function RunStatusSummary(props: RunStatusSummaryProps) {
  const { log, run, running, runState, runId, threadId, connectionId } = props;
  const thread = useThreadRecord(connectionId, threadId);
  // The list can name a new run a moment before the run state does.
  const isKnown = runState !== null && (runState.runId !== null || runState.phase === 'starting');
  const recorded = threadId === null || running ? null : displayRun(runId, run, thread);
  const status = isKnown
    ? statusOfPhase(startingOr(runState))
    : recorded === null || recorded.status === 'unknown'
      ? followedRunStatus(log, run, running)
      : recorded.status;
  const text = recorded?.status === status ? recorded.text : statusStyles[status].label;
  const isLive = running && log.frames.length > 0;
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isLive) return;
    const timer = setInterval(() => setNow(performance.now()), tickMs);
    return () => clearInterval(timer);
  }, [isLive]);
  const duration = runDuration(run, log, isLive ? now : null);
  const time = duration === null ? null : shortRunDuration(duration);
  const { label } = statusStyles[status];
  return (
    <span
      data-testid="run-status"
      data-status={status}
      title={duration === null ? text : `${text} · ${runDurationLabel(duration)}`}
    >
      <StatusChip status={status}>
        <span className={time === null ? undefined : styles.statusLabel}>{label}</span>
        {time === null ? null : <span className={styles.statusTime}>{time}</span>}
      </StatusChip>
    </span>
  );
}

/** While a start is unconfirmed, the previous run is still displayed but no longer determines the thread's status. */
function startingOr(state: RunState): SourcedPhase {
  return state.phase === 'starting' ? state : state.run;
}

/** The status of a followed run that the thread's record does not have. */
export function followedRunStatus(
  {
    end,
    connectionState,
    problem,
    model,
  }: Pick<RunLogSnapshot, 'end' | 'connectionState' | 'problem' | 'model'>,
  run: Run | undefined,
  running: boolean,
): Status {
  if (end) return end.outcome === 'interrupted' ? (model.hasInterrupt() ? 'waiting' : 'paused') : end.outcome;
  if (connectionState === 'reconnecting') return 'reconnecting';
  if (running && (problem === null || run === undefined))
    return connectionState === 'connecting' ? 'pending' : 'running';
  // The end of the events says what the list does not: whether a run that ended well waits.
  if (run === undefined) return 'unknown';
  if (run.status === 'success' && problem === null) return 'reading';
  return styleNameOfStatus[recordedRunStatus(listedRun(run, null))];
}
