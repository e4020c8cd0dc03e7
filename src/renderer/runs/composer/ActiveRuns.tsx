import { Rows3, Square, Undo2 } from 'lucide-react';
import { Fragment, useState } from 'react';
import { isActive, type CancelAction, type CancelResult } from '../../../shared/model/runs/run.ts';
import { useResetOnServerReturn } from '../../domain/server-returns.ts';
import { Button } from '../../ui/controls/Button.tsx';
import { shortId } from '../../ui/display/format.ts';
import { ErrorNotice } from '../../ui/feedback/ErrorNotice.tsx';
import { StatusIcon } from '../../ui/display/StatusIcon.tsx';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { useCancelRun, type RunCancelTarget } from '../mutations.ts';
import { useThreadStatus } from '../queries.ts';
import { activeRuns, sinceLabel, type ActiveRun, useFailedCancels } from './active-runs.ts';
import type { ComposerProps } from './request/composer-props.ts';
import { deletedRunMessage, cancelAllMessage, cancelMessage } from './cancel-messages.ts';
import { StuckRunNotice } from './StuckRunNotice.tsx';
import styles from './Composer.module.css';

/** Delay before a busy thread without a run gets a notice, in milliseconds. */
const patienceMs = 3000;

type ActiveRunsProps = Pick<
  ComposerProps,
  | 'connectionId'
  | 'serverName'
  | 'threadId'
  | 'runs'
  | 'shownRun'
  | 'running'
  | 'starting'
  | 'onThread'
  | 'onShow'
>;

/**
 * The active runs of the thread, with buttons to stop them. Shows the result of a stop as the server reports
 * it (row C-15).
 */
export function ActiveRuns(props: ActiveRunsProps) {
  const { connectionId, threadId, runs, shownRun, running, starting } = props;
  const stop = useCancelRun(connectionId);
  const [notice, setNotice] = useState<string | null>(null);
  const { runIds: refused, note } = useFailedCancels();
  const active = activeRuns(runs, shownRun, running);
  const status = useThreadStatus(connectionId, threadId, active.length > 0);
  const isStuck = useDelayedFlag(status === 'busy' && active.length === 0 && !starting, patienceMs);
  // Clears the result of the last stop when another run starts.
  const [seenStarting, setSeenStarting] = useState(starting);
  if (starting !== seenStarting) {
    setSeenStarting(starting);
    if (starting) setNotice(null);
  }

  /** Remembers a run that is still active after the request. */
  const stopRun = async (
    { threadId: ofThread, runId }: ActiveRun,
    action: CancelAction,
  ): Promise<CancelResult> => {
    const result = await stop.mutateAsync({ threadId: ofThread, runId, action });
    note(runId, isActive(result.status));
    return result;
  };
  const stopOne = async (run: ActiveRun, action: CancelAction): Promise<void> => {
    setNotice(null);
    const result = await stopRun(run, action);
    // A run that continues has its own panel, which reports it.
    setNotice(isActive(result.status) && run.threadId !== null ? null : cancelMessage(action, result));
  };
  const stopAll = async (): Promise<void> => {
    setNotice(null);
    const results: (CancelResult | null)[] = [];
    // Newest first, so that no queued run starts meanwhile; one by one, so that a failure doesn't keep the
    // others running.
    for (const run of active.toReversed()) {
      results.push(await stopRun(run, 'interrupt').catch(() => null));
      setNotice(cancelAllMessage(results, active.length));
    }
  };
  useResetOnServerReturn(connectionId, stop);
  const pendingCancel = stop.isPending ? stop.variables : null;
  // Hides the error of a failed cancel once that run has ended.
  const failed = active.some(({ runId }) => runId === stop.variables?.runId) ? stop.error : null;
  if (active.length === 0 && notice === null && !isStuck) return null;
  return (
    <div className={styles.active}>
      {active.map((run) => (
        <Fragment key={run.runId}>
          <div className={styles.activeRun}>
            <StatusIcon status={run.status} size={13} label="" />
            <span className={styles.activeText} title={run.runId}>
              <code>{shortId(run.runId)}</code> {sinceLabel(run)}
            </span>
            <span className={styles.activeEnd}>
              {run.runId === shownRun?.runId ? null : (
                <Button
                  size="small"
                  variant="ghost"
                  icon={<Rows3 size={12} aria-hidden />}
                  title="Shows this run in the dock."
                  onClick={() => props.onShow(run.runId)}
                >
                  Show
                </Button>
              )}
              <Button
                size="small"
                variant={refused.has(run.runId) ? 'plain' : 'danger'}
                icon={<Square size={11} aria-hidden />}
                title="Cancels the run. Partial writes are kept."
                disabled={pendingCancel !== null}
                busy={
                  pendingCancel?.runId === run.runId && pendingCancel.action === 'interrupt'
                    ? 'Stopping'
                    : null
                }
                onClick={() => void stopOne(run, 'interrupt').catch(() => undefined)}
              >
                Stop
              </Button>
              <Button
                size="small"
                variant="ghost"
                icon={<Undo2 size={12} aria-hidden />}
                title="Cancels the run and deletes its checkpoints, if the server supports it."
                disabled={pendingCancel !== null}
                busy={
                  pendingCancel?.runId === run.runId && pendingCancel.action === 'rollback'
                    ? 'Rolling back'
                    : null
                }
                onClick={() => void stopOne(run, 'rollback').catch(() => undefined)}
              >
                Roll back
              </Button>
            </span>
          </div>
          {(run.answered ?? null) === null ? null : (
            <p className={styles.message} role="status">
              {run.answered}
            </p>
          )}
          {run.threadId === null || !refused.has(run.runId) ? null : (
            <StuckRunNotice
              {...props}
              threadId={run.threadId}
              runId={run.runId}
              onFreed={(freed) => setNotice(deletedRunMessage(freed))}
            />
          )}
        </Fragment>
      ))}
      {active.length > 1 ? (
        <Button size="small" disabled={pendingCancel !== null} onClick={() => void stopAll()}>
          Stop all {active.length}
        </Button>
      ) : null}
      {isStuck ? (
        <p className={styles.activeText}>
          The server reports this thread as busy but lists no active run. You can still run and edit it; the
          next run clears this.
        </p>
      ) : null}
      {notice === null ? null : (
        <p className={styles.message} role="status">
          {notice}
        </p>
      )}
      {failed === null ? null : <ErrorNotice action={failureMessage(stop.variables)} error={failed} />}
    </div>
  );
}

function failureMessage(stop: RunCancelTarget | undefined): string {
  return stop?.action === 'rollback' ? 'Rollback failed' : 'Stop failed';
}
