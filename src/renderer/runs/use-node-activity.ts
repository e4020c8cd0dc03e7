import { useEffect } from 'react';
import type { ThreadState } from '../../shared/model/thread.ts';
import type { NodeActivity, NodeActivityStore } from '../client/node-activity.ts';
import { over } from './carried-activity.ts';
import type { RunLogPicture } from './run-log-store.ts';
import { withState } from './state-activity.ts';

const nothing: ReadonlyMap<string, NodeActivity> = new Map();

/** Shows on the canvas what the followed run does, and while nothing runs what the state says. */
export function useNodeActivity(
  activity: NodeActivityStore,
  log: RunLogPicture | null,
  /** What the runs that this one goes on from had finished. */
  before: ReadonlyMap<string, NodeActivity> | null,
  running: boolean,
  state: ThreadState | null,
): void {
  useEffect(() => {
    const run = over(before, log?.model.activity.picture() ?? nothing);
    activity.set(running ? run : withState(run, state));
  }, [activity, log, before, running, state]);
  useEffect(() => () => activity.set(nothing), [activity]);
}
