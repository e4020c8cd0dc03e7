import type { NodeActivityStore } from '../../domain/node-activity.ts';
import type { RunLogStore } from '../log/run-log-store.ts';
import { useNodeActivity, type DisplayedRun } from './use-node-activity.ts';
import { useLiveLog } from '../log/use-run-log.ts';

export interface ActivitySyncProps {
  readonly activity: NodeActivityStore;
  readonly store: RunLogStore | null;
  readonly shown: Omit<DisplayedRun, 'log'>;
}

/** Shows the run on the canvas. A component without a picture, so that events render it and not the dock around. */
export function ActivitySync({ activity, store, shown }: ActivitySyncProps) {
  const log = useLiveLog(store);
  useNodeActivity(activity, { ...shown, log });
  return null;
}
