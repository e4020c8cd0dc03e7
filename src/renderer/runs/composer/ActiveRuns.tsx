import { Rows3, Square, Undo2 } from 'lucide-react';
import { Fragment } from 'react';
import { Button } from '../../ui/controls/Button.tsx';
import { shortId } from '../../ui/display/format.ts';
import { ErrorNotice } from '../../ui/display/ErrorNotice.tsx';
import { StatusIcon } from '../../ui/display/StatusIcon.tsx';
import type { RunCancelTarget } from '../mutations.ts';
import { useCurrentRun } from '../current-run.ts';
import { showRun } from '../chosen-run.ts';
import { changeSelection, useRunSession } from '../run-session.ts';
import { chooseOwnThread } from '../selection.ts';
import { sinceLabel } from './active-runs.ts';
import { deletedRunMessage } from './cancel-messages.ts';
import { StuckRunNotice } from './StuckRunNotice.tsx';
import type { ActiveRunsControl } from './use-active-runs.ts';
import styles from './Composer.module.css';

/**
 * The active runs of the thread, where there is more to say than that the displayed one runs: the dock shows
 * that anyway, and a list that comes and goes with each run would move everything below it.
 */
export function ActiveRuns({ control }: { readonly control: ActiveRunsControl }) {
  const session = useRunSession();
  const { connectionId, serverName, shownRun, refusedFor } = useCurrentRun();
  const { active, refused, pending, failed, notice, isStuck, cancel } = control;
  const isListed =
    active.length > 1 ||
    active.some(
      ({ runId, answered }) => runId !== shownRun?.runId || refused.has(runId) || (answered ?? null) !== null,
    );
  if (!isListed && notice === null && failed === null && !isStuck) return null;
  return (
    <div className={styles.active}>
      {(isListed ? active : []).map((run) => (
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
                  onClick={() => showRun(session, run.runId)}
                >
                  Show
                </Button>
              )}
              {active.length === 1 ? null : (
                <>
                  <Button
                    size="small"
                    variant={refused.has(run.runId) ? 'plain' : 'danger'}
                    icon={<Square size={11} aria-hidden />}
                    title="Cancels the run. Partial writes are kept."
                    disabled={pending !== null}
                    busy={isPending(pending, run.runId, 'interrupt') ? 'Stopping' : null}
                    onClick={() => cancel(run, 'interrupt')}
                  >
                    Stop
                  </Button>
                  <Button
                    size="small"
                    variant="ghost"
                    icon={<Undo2 size={12} aria-hidden />}
                    title="Cancels the run and deletes its checkpoints, if the server supports it."
                    disabled={pending !== null}
                    busy={isPending(pending, run.runId, 'rollback') ? 'Rolling back' : null}
                    onClick={() => cancel(run, 'rollback')}
                  >
                    Roll back
                  </Button>
                </>
              )}
            </span>
          </div>
          {(run.answered ?? null) === null ? null : (
            <p className={styles.message} role={run.runId === refusedFor ? 'alert' : 'status'}>
              {run.answered}
            </p>
          )}
          {run.threadId === null || !refused.has(run.runId) ? null : (
            <StuckRunNotice
              connectionId={connectionId}
              serverName={serverName}
              threadId={run.threadId}
              runId={run.runId}
              onThread={(threadId) => changeSelection(session, (before) => chooseOwnThread(before, threadId))}
              onFreed={(freed) => control.setNotice(deletedRunMessage(freed))}
            />
          )}
        </Fragment>
      ))}
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
      {failed === null ? null : <ErrorNotice action={failureMessage(failed.target)} error={failed.error} />}
    </div>
  );
}

function isPending(
  pending: RunCancelTarget | null,
  runId: string,
  action: RunCancelTarget['action'],
): boolean {
  return pending?.runId === runId && pending.action === action;
}

function failureMessage(stop: RunCancelTarget | undefined): string {
  return stop?.action === 'rollback' ? 'Rollback failed' : 'Stop failed';
}
