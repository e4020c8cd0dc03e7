import { useEffect, useLayoutEffect, useMemo } from 'react';
import type { GraphShape } from '../../shared/model/graph.ts';
import type { Run, RunBeginning } from '../../shared/model/run.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import type { NodeActivity, NodeActivityStore } from '../client/node-activity.ts';
import { isUnderWay, type RunState } from '../client/run-state/run-state.ts';
import { afterBranch, over, withoutStop } from './carried-activity.ts';
import { earlierRuns, forkedAt, goesOn } from './earlier-runs.ts';
import { editedFork } from './edited-fork.ts';
import type { RunLogPicture } from './run-log-store.ts';
import { withSkipped } from './skipped-nodes.ts';
import { queuedIn, withState } from './state-activity.ts';
import { useBranch } from './use-branch.ts';
import { useEarlierRuns } from './use-earlier-runs.ts';
import { useKnownHistory } from './use-known-history.ts';

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
  /** How the thread stands with its runs; `null` for a run that says nothing about it. */
  readonly runState: RunState | null;
  readonly state: ThreadState | null;
  /** It is the thread's newest state, and not one that was picked. */
  readonly isNewest: boolean;
  /** The whole graph, once it is known. */
  readonly shape: GraphShape | null;
}

/** Shows on the canvas what the followed run does, over what it goes on from, and while nothing runs what the state says. */
export function useNodeActivity(activity: NodeActivityStore, shown: ShownRun): void {
  const { connectionId, threadId, runs, runId, log, running, runState, state, isNewest, shape } = shown;
  const began = runs.find((run) => run.runId === runId)?.began ?? shown.began;
  const known = runId === null ? [] : earlierRuns(runs, runId, began);
  const beganOf = (id: string): RunBeginning | null =>
    id === runId ? began : (runs.find((run) => run.runId === id)?.began ?? null);
  const goingOn = [...(runId === null ? [] : [runId]), ...known].filter((id) => {
    const beginning = beganOf(id);
    return beginning !== null && goesOn(beginning);
  });
  const isNewestRun = runs.findIndex((run) => run.runId === runId) < 1;
  // Where the newest state was a fork, a run goes on from it without naming a checkpoint.
  const edited = editedFork(useKnownHistory(connectionId, threadId), goingOn, isNewestRun);
  const earlier = edited?.runs.slice(1) ?? known;
  const own = useEarlierRuns(connectionId, threadId, earlier, { runId, log });
  const fork = runId === null ? null : (edited?.checkpointId ?? forkedAt(runs, runId, began, earlier));
  const branch = useBranch(connectionId, threadId, fork);
  const isGoingOn = began?.kind === 'resume' || began?.kind === 'continue';

  const isStale = isNewest && runState !== null && !runState.headIsCurrent;
  const isLeft = runState !== null && isUnderWay(runState.phase) && !running;
  const continues = runState?.evidence.starting?.continues === true;

  // Before it is painted, so that the canvas never shows a run otherwise than the panes around it do.
  useLayoutEffect(() => {
    const live = log?.model.activity.picture() ?? nothing;
    const run = afterBranch(branch, over(own, live));
    if (running) {
      activity.set(live.size === 0 && isGoingOn ? queuedIn(run, state) : run);
      return;
    }
    if (isLeft) {
      const stopped = withoutStop(run);
      activity.set(continues ? queuedIn(stopped, state) : stopped);
      return;
    }
    // A state from before the end of the run would show it as it was.
    const settled = withState(run, isStale ? null : state);
    // While it is not known what led to a fork, nothing is said not to have been gone to.
    const isKnown = fork === null || branch !== null;
    const isOver = isKnown && log?.end?.outcome === 'finished' && !isStale && state?.next.length === 0;
    activity.set(isOver && shape ? withSkipped(settled, shape) : settled);
  }, [activity, log, own, running, isGoingOn, state, shape, isStale, isLeft, continues, fork, branch]);

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
