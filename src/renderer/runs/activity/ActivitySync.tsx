import type { NodeActivityStore } from '../../domain/node-activity.ts';
import type { RunLogStore } from '../log/run-log-store.ts';
import { useAgentActivity } from './agents/use-agent-activity.ts';
import { useNodeActivity, type ActivitySource } from './use-node-activity.ts';
import { useLiveLog } from '../log/use-run-log.ts';

export interface ActivitySyncProps {
  readonly activity: NodeActivityStore;
  readonly store: RunLogStore | null;
  readonly shown: Omit<ActivitySource, 'log'>;
}

/** Syncs the run to the canvas. Renders nothing, so that events don't re-render the dock. */
export function ActivitySync({ activity, store, shown }: ActivitySyncProps) {
  const log = useLiveLog(store);
  const nodes = useNodeActivity(activity, { ...shown, log });
  useAgentActivity(activity, { ...shown, log }, nodes);
  return null;
}
