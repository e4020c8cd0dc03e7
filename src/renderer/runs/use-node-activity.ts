import { useEffect, useMemo } from 'react';
import type { GraphShape } from '../../shared/model/graph.ts';
import type { Run, RunBeginning } from '../../shared/model/run.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import type { NodeActivity, NodeActivityStore } from '../client/node-activity.ts';
import { over } from './carried-activity.ts';
import { earlierRuns } from './earlier-runs.ts';
import type { RunLogPicture } from './run-log-store.ts';
import { withSkipped } from './skipped-nodes.ts';
import { queuedIn, withState } from './state-activity.ts';
import { useEarlierRuns } from './use-earlier-runs.ts';

const nothing: ReadonlyMap<string, NodeActivity> = new Map();

export interface ShownRun {
  readonly connectionId: string;
  readonly threadId: string | null;
  /** The thread's runs, newest first. */
  readonly runs: readonly Run[];
  readonly runId: string | null;
  /** How the run was begun, when that happened here: it may not be in the list yet. */
  readonly began: RunBeginning | null;
  readonly log: RunLogPicture | null;
  readonly running: boolean;
  readonly state: ThreadState | null;
  /** The whole graph, once it is known. */
  readonly shape: GraphShape | null;
}

/** Shows on the canvas what the followed run does, over what it goes on from, and while nothing runs what the state says. */
export function useNodeActivity(activity: NodeActivityStore, shown: ShownRun): void {
  const { connectionId, threadId, runs, runId, log, running, state, shape } = shown;
  const began = runs.find((run) => run.runId === runId)?.began ?? shown.began;
  const earlier = runId === null ? [] : earlierRuns(runs, runId, began);
  const before = useEarlierRuns(connectionId, threadId, earlier, { runId, log });
  const goesOn = began?.kind === 'resume' || began?.kind === 'continue';

  useEffect(() => {
    const own = log?.model.activity.picture() ?? nothing;
    const run = over(before, own);
    if (running) {
      activity.set(own.size === 0 && goesOn ? queuedIn(run, state) : run);
      return;
    }
    const settled = withState(run, state);
    const isOver = log?.end?.outcome === 'finished' && state?.next.length === 0;
    activity.set(isOver && shape ? withSkipped(settled, shape) : settled);
  }, [activity, log, before, running, goesOn, state, shape]);

  const version = useMemo(() => runs.map((run) => `${run.runId} ${run.status}`).join(' '), [runs]);
  const isInput = began?.kind === 'input' && began.checkpointId === null;
  useEffect(() => {
    if (threadId === null || runId === null || log === null) {
      activity.setTrace(null);
      return;
    }
    const { model, problem, end } = log;
    activity.setTrace({
      threadId,
      runId,
      steps: () => (problem !== null || end?.incomplete === true ? null : model.steps(runId, isInput)),
      version,
    });
  }, [activity, threadId, runId, log, isInput, version]);
  useEffect(
    () => () => {
      activity.set(nothing);
      activity.setTrace(null);
    },
    [activity],
  );
}
