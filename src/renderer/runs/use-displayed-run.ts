import { useEffect } from 'react';
import type { Run } from '../../shared/model/run.ts';
import { useCommandHandler } from '../commands/command-queue.ts';
import { isRunActive } from '../run-state/run-state.ts';
import { useRunState } from '../run-state/run-state-store.ts';
import { isRunning, selectRun } from './model/select-run.ts';
import { useRunLog } from './model/use-run-log.ts';
import { usePlayback } from './use-playback.ts';
import { useRuns } from './queries.ts';
import { useRunSession, useSession } from './run-session.ts';

const noRuns: readonly Run[] = [];

// Which run of the thread is displayed, and what is known of it. Follows its events. Use once per window.
export function useDisplayedRun(connectionId: string, threadId: string | null) {
  const session = useRunSession();
  const chosen = useSession((state) => state.chosenRun);
  const reloadKey = useSession((state) => state.reloadKey);
  useCommandHandler(
    'show-run',
    ({ run }) => session.setState({ chosenRun: { ...run, isStarted: true } }),
    (command) => command.connectionId === connectionId,
  );
  const query = useRuns(connectionId, threadId);
  const runs = query.data ?? noRuns;
  const runId = selectRun(threadId, runs, chosen);
  const choice = chosen?.runId === runId ? chosen : null;
  const shownRun = runId === null ? null : { threadId: choice === null ? threadId : choice.threadId, runId };
  const run = runs.find((one) => one.runId === runId);
  useRememberListed(choice !== null && run !== undefined ? runId : null);

  const isThreadless = shownRun?.threadId === null;
  const { store, settled } = useRunLog(connectionId, isThreadless ? null : threadId, runId, reloadKey);
  const playback = usePlayback(store, settled);

  const state = useRunState(connectionId, threadId);
  const isStarted = choice?.isStarted === true;
  // Neither a stateless run nor a picked older run determines the thread's state.
  const isPicked = choice !== null && !isStarted;
  const isOfThread = !isThreadless && (runId === state.runId || (!isPicked && isRunActive(state.phase)));
  return {
    runs,
    isListing: query.isPending && threadId !== null,
    // Why the runs of the thread could not be listed.
    listError: query.error,
    listAgain: () => void query.refetch(),
    runId,
    run,
    // The displayed run and its thread; `threadId: null` is a stateless run.
    shownRun,
    // How the displayed run was started here, which may not be listed yet.
    origin: choice?.origin ?? null,
    store: playback.log ?? store,
    playback,
    running:
      runId !== null && runId === state.runId && !isThreadless
        ? isRunActive(state.run.phase)
        : isRunning(run, settled, isStarted),
    threadRunState: state,
    // `null` for a run that doesn't determine the thread's state.
    runState: isOfThread ? state : null,
  };
}

// A chosen run that the server has listed is gone once it is listed no more.
function useRememberListed(listedId: string | null): void {
  const session = useRunSession();
  useEffect(() => {
    if (listedId === null) return;
    session.setState(({ chosenRun }) =>
      chosenRun?.runId === listedId && chosenRun.isListed !== true
        ? { chosenRun: { ...chosenRun, isListed: true } }
        : {},
    );
  }, [session, listedId]);
}
