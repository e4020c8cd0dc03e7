import { useMemo } from 'react';
import type { Assistant } from '../../shared/model/assistant.ts';
import { useThreadState } from '../queries/thread-state-query.ts';
import { isRefusedFor } from '../run-state/answer-guard.ts';
import { isBusyWithoutRun, isRunActive } from '../run-state/run-state.ts';
import { activeRuns } from './composer/active-runs.ts';
import { useForgetBusyFailure, useLaunchRun } from './composer/use-launch-run.ts';
import { findWaitingReason, isThreadBusy } from './model/select-run.ts';
import { useSession } from './run-session.ts';
import { useDisplayedRun } from './use-displayed-run.ts';

/** Works out once for the whole dock what its parts show. They read it by `useCurrentRun`. */
export function useDeriveCurrentRun(assistant: Assistant | null, serverName: string) {
  const selection = useSession((state) => state.selection);
  const { threadId, checkpointId } = selection;
  const connectionId = selection.connectionId ?? '';
  const displayed = useDisplayedRun(connectionId, threadId);
  const { runs, runId, shownRun, running, threadRunState: state } = displayed;
  const { start, ...launch } = useLaunchRun(connectionId, assistant);
  const headState = useThreadState({ connectionId, threadId, checkpointId: null }).data ?? null;
  const shownState = useThreadState({ connectionId, threadId, checkpointId }).data ?? null;

  const isStarting = state.phase === 'starting';
  const isBusy =
    (isRunActive(state.phase) && !isStarting && !isBusyWithoutRun(state)) ||
    isThreadBusy(runs, runId, running && shownRun?.threadId !== null);
  useForgetBusyFailure(isBusy, start);
  // While the run that answered first is active, its row says that the answer was refused.
  const winner = activeRuns(runs, shownRun, running).find((one) => isRefusedFor(start.error, one));
  // Keeps the answered interrupts in place until the start is confirmed.
  const ending = state.ending?.kind === state.phase ? state.ending : null;
  const { summary } = state.reports;
  const isCurrent = state.headIsCurrent || isStarting;
  const waiting = useMemo(
    () => findWaitingReason(headState ?? undefined, { summary, ending }, isCurrent, isBusy),
    [headState, summary, ending, isCurrent, isBusy],
  );
  return {
    ...displayed,
    ...launch,
    connectionId,
    serverName,
    assistant,
    threadId,
    checkpointId,
    isThreadBusy: isBusy,
    isStarting: start.isPending,
    failed: winner === undefined ? start.failed : null,
    /** The active run for which an answer of this window was refused; `failed` is `null` then. */
    refusedFor: winner?.runId ?? null,
    headState,
    shownState,
    waiting,
    /** The newest state is another one than the selected one. */
    isViewingOlder: checkpointId !== null && checkpointId !== headState?.checkpointId,
  };
}
