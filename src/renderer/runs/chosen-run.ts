import type { RunOrigin, StartedRun } from '../../shared/model/run.ts';
import { selectCheckpoint, type RunSession } from './run-session.ts';

/** Displays a run of the selected thread, or reads the displayed one again. */
export function showRun(session: RunSession, runId: string): void {
  session.setState(({ selection: { threadId }, attempt }) => ({
    chosen: threadId === null ? null : { threadId, runId },
    attempt: attempt + 1,
  }));
}

/** Displays a run that was started for the selected thread. One in the background does not replace the displayed run. */
export function showStartedRun(
  session: RunSession,
  run: StartedRun,
  origin: RunOrigin,
  isBackground: boolean,
): void {
  session.setState(({ selection: { threadId: beside }, followed }) => {
    if (!isBackground) return { chosen: { ...run, beside, origin, isStarted: true } };
    const { threadId, runId } = followed?.key ?? run;
    return { chosen: { threadId, runId, beside } };
  });
  selectCheckpoint(session, null);
}

/** Displays the run with which the studio continues one that was started here and stopped at no breakpoint that holds. */
export function showContinuation(session: RunSession, runId: string, continuedBy: string): void {
  session.setState(({ chosen }) =>
    chosen?.isStarted === true && chosen.runId === runId
      ? { chosen: { ...chosen, runId: continuedBy, origin: continuation, isListed: false } }
      : {},
  );
}

const continuation: RunOrigin = { kind: 'continue', checkpointId: null };
