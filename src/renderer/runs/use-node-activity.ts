import { useEffect } from 'react';
import type { ThreadState } from '../../shared/model/thread.ts';
import type { NodeActivity, NodeActivityStore } from '../client/node-activity.ts';
import type { RunLogPicture } from './run-log-store.ts';
import { withState } from './state-activity.ts';

const nothing: ReadonlyMap<string, NodeActivity> = new Map();

/** Shows on the canvas what the followed run does, and while nothing runs what the state says. */
export function useNodeActivity(
  activity: NodeActivityStore,
  log: RunLogPicture | null,
  running: boolean,
  state: ThreadState | null,
): void {
  useEffect(() => {
    const run = log?.model.activity.picture() ?? nothing;
    activity.set(running ? run : withState(run, state));
  }, [activity, log, running, state]);
  useEffect(() => () => activity.set(nothing), [activity]);
}
