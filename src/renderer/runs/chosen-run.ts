import type { RunOrigin, StartedRun } from '../../shared/model/run.ts';
import { selectCheckpoint, type RunSession } from './run-session.ts';

/** Displays a run of the selected thread, or reads the displayed one again. */
export function showRun(session: RunSession, runId: string): void {
  session.setState(({ selection: { threadId }, reloadKey }) => ({
    chosenRun: threadId === null ? null : { threadId, runId },
    reloadKey: reloadKey + 1,
  }));
}

/** Displays a run that was started for the selected thread. One in the background does not replace the displayed run. */
export function showStartedRun(
  session: RunSession,
  run: StartedRun,
  origin: RunOrigin,
  isBackground: boolean,
): void {
  session.setState(({ selection: { threadId: beside }, followedLog }) => {
    if (!isBackground) return { chosenRun: { ...run, beside, origin, isStarted: true } };
    const { threadId, runId } = followedLog?.key ?? run;
    return { chosenRun: { threadId, runId, beside } };
  });
  selectCheckpoint(session, null);
}

/** Displays the run with which the studio continues one that was started here and stopped at no breakpoint that holds. */
export function showContinuation(session: RunSession, runId: string, continuedBy: string): void {
  session.setState(({ chosenRun }) =>
    chosenRun?.isStarted === true && chosenRun.runId === runId
      ? { chosenRun: { ...chosenRun, runId: continuedBy, origin: continuation, isListed: false } }
      : {},
  );
}

const continuation: RunOrigin = { kind: 'continue', checkpointId: null };
