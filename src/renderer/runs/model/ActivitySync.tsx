import { useGraphShape } from '../../queries/shared-queries.ts';
import { useLiveLog } from './use-run-log.ts';
import { useCurrentRun } from '../current-run.ts';
import { useRunSession, useSession } from '../run-session.ts';
import { useAgentActivity } from './use-agent-activity.ts';
import { useNodeActivity, type ActivitySource } from './use-node-activity.ts';

/** Syncs the run to the canvas. Renders nothing, so that events don't re-render the dock. */
export function ActivitySync() {
  const session = useRunSession();
  const activity = useSession((state) => state.activity);
  const { connectionId, assistant, threadId, checkpointId, shownRun, ...current } = useCurrentRun();
  const log = useLiveLog(current.store);
  const shape = useGraphShape(connectionId, assistant?.assistantId ?? null).data ?? null;
  const isThreadless = shownRun?.threadId === null;
  // The thread's state is of now and not of the moment that is played, so that only the run's events count.
  const isPlayed = current.playback.log !== null;
  const source: ActivitySource = {
    connectionId,
    threadId: isThreadless ? null : threadId,
    runs: current.runs,
    runId: current.runId,
    origin: current.origin,
    log,
    running: isPlayed ? current.playback.isRunning : current.running,
    runState: isPlayed ? null : current.runState,
    state: isPlayed || isThreadless ? null : current.shownState,
    checkpointId,
    shape,
    isPlayed,
    onNewest: () => session.setState({ chosen: null }),
  };
  const nodes = useNodeActivity(activity, source);
  useAgentActivity(activity, source, nodes);
  return null;
}
