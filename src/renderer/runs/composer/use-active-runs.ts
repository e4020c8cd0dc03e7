import { isActive } from '../../../shared/model/is-active.ts';
import type { CancelAction, CancelResult } from '../../../shared/model/run.ts';
import { useResetOnReconnect } from '../../shared-ui/use-on-reconnect.ts';
import { useDelayedFlag } from '../../ui/use-delayed-flag.ts';
import { useCancelRun, type RunCancelTarget } from '../mutations.ts';
import { useThreadStatus } from '../queries.ts';
import { activeRuns, type ActiveRun } from './active-runs.ts';
import { cancelAllMessage, cancelMessage } from './cancel-messages.ts';
import { useCurrentRun } from '../current-run.ts';
import { useRunSession, useSession, type RunSession } from '../run-session.ts';

/** Delay before a busy thread without a run gets a notice, in milliseconds. */
const noticeDelayMs = 3000;

export interface ActiveRunsControl {
  /** Oldest first. */
  readonly active: readonly ActiveRun[];
  /** Runs that their servers failed to cancel. */
  readonly refused: ReadonlySet<string>;
  readonly pending: RunCancelTarget | null;
  /** The request that failed, until its run has ended. */
  readonly failed: { readonly target: RunCancelTarget | undefined; readonly error: Error } | null;
  readonly notice: string | null;
  readonly setNotice: (notice: string | null) => void;
  /** The server reports a busy thread without a run. */
  readonly isStuck: boolean;
  readonly cancel: (run: ActiveRun, action: CancelAction) => void;
  readonly stopAll: () => void;
}

/** The active runs of a thread, and how to stop them, with the result as the server reports it. */
export function useActiveRuns(): ActiveRunsControl {
  const { connectionId, threadId, runs, shownRun, running, isStarting, refusedFor } = useCurrentRun();
  const stop = useCancelRun(connectionId);
  const active = activeRuns(runs, shownRun, running, refusedFor);
  const status = useThreadStatus(connectionId, threadId, active.length > 0);
  const isStuck = useDelayedFlag(status === 'busy' && active.length === 0 && !isStarting, noticeDelayMs);
  const session = useRunSession();
  const runsNotCancelled = useSession(({ failedCancels }) => failedCancels);
  const notice = useSession(({ stopNotice }) =>
    stopNotice?.threadId === threadId ? stopNotice.message : null,
  );
  const setNotice = (message: string | null): void =>
    session.setState({ stopNotice: message === null ? null : { threadId, message } });

  /** Remembers a run that is still active after the request. */
  const cancelRun = async (
    { threadId: ofThread, runId }: ActiveRun,
    action: CancelAction,
  ): Promise<CancelResult> => {
    const result = await stop.mutateAsync({ threadId: ofThread, runId, action });
    setFailedCancel(session, runId, isActive(result.status));
    return result;
  };
  const cancelOne = async (run: ActiveRun, action: CancelAction): Promise<void> => {
    setNotice(null);
    const result = await cancelRun(run, action);
    // A run that continues has its own panel, which reports it.
    setNotice(isActive(result.status) && run.threadId !== null ? null : cancelMessage(action, result));
  };
  const stopAll = async (): Promise<void> => {
    setNotice(null);
    const results: (CancelResult | null)[] = [];
    // Newest first, so that no queued run starts meanwhile; one by one, so that a failure doesn't keep the
    // others running.
    for (const run of active.toReversed()) {
      results.push(await cancelRun(run, 'interrupt').catch(() => null));
      setNotice(cancelAllMessage(results, active.length));
    }
  };
  useResetOnReconnect(connectionId, stop);
  // Hides the error of a failed cancel once that run has ended.
  const isFailed = stop.error !== null && active.some(({ runId }) => runId === stop.variables?.runId);
  return {
    active,
    refused: runsNotCancelled,
    pending: stop.isPending ? stop.variables : null,
    failed: isFailed ? { target: stop.variables, error: stop.error } : null,
    notice,
    setNotice,
    isStuck,
    cancel: (run, action) => void cancelOne(run, action).catch(() => undefined),
    stopAll: () => void stopAll(),
  };
}

function setFailedCancel(session: RunSession, runId: string, hasFailed: boolean): void {
  session.setState(({ failedCancels }) => {
    const next = new Set(failedCancels);
    if (hasFailed) next.add(runId);
    else next.delete(runId);
    return { failedCancels: next };
  });
}
