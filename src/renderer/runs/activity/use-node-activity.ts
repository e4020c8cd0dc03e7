import { useMemo, useEffect, useLayoutEffect } from 'react';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { useCachedHistory } from '../../queries/cached-history.ts';
import type { GraphShape } from '../../../shared/model/graph.ts';
import type { Run, RunOrigin } from '../../../shared/model/runs/run.ts';
import type { NodeActivity, NodeActivityStore } from '../../domain/node-activity.ts';
import { isRunActive, type RunState } from '../../run-state/run-state.ts';
import { addBranchActivity, overlayActivity, withoutStopMarks } from './merge-activity.ts';
import { continuesFromHead } from '../../../shared/model/runs/continues-from-head.ts';
import { precedingRuns, forkCheckpointOf, hasOlderRuns } from './preceding-runs.ts';
import { findEditFork } from './find-edit-fork.ts';
import type { RunLogSnapshot } from '../log/run-log-store.ts';
import { markSkipped } from './skipped-nodes.ts';
import { withQueuedNodes, withStateActivity } from './state-activity.ts';
import { useActivityAt } from './activity-at.ts';
import { useBranchActivity } from './branch-activity.ts';
import { usePrecedingRuns } from './use-preceding-runs.ts';

const nothing: ReadonlyMap<string, NodeActivity> = new Map();

export interface ActivitySource {
  readonly connectionId: string;
  readonly threadId: string | null;
  /** Newest first. */
  readonly runs: readonly Run[];
  readonly runId: string | null;
  /** The origin of a run started in this window, which may not be listed yet. */
  readonly began: RunOrigin | null;
  readonly log: RunLogSnapshot | null;
  readonly running: boolean;
  /** `null` for a run that doesn't determine the thread's state. */
  readonly runState: RunState | null;
  readonly state: ThreadState | null;
  /** The viewed checkpoint; `null` for the newest. */
  readonly checkpointId: string | null;
  /** `null` while loading. */
  readonly shape: GraphShape | null;
}

/**
 * Shows the followed run's activity on the canvas, on top of the runs it continues; shows the state while
 * nothing runs, and what led to the viewed checkpoint if that is an older one.
 */
export function useNodeActivity(activity: NodeActivityStore, shown: ActivitySource): void {
  const { connectionId, threadId, runs, runId, log, running, runState, state, shape } = shown;
  const began = runs.find((run) => run.runId === runId)?.origin ?? shown.began;
  const known = runId === null ? [] : precedingRuns(runs, runId, began);
  const beganOf = (id: string): RunOrigin | null =>
    id === runId ? began : (runs.find((run) => run.runId === id)?.origin ?? null);
  const goingOn = [...(runId === null ? [] : [runId]), ...known].filter((id) => {
    const beginning = beganOf(id);
    return beginning !== null && continuesFromHead(beginning);
  });
  const isNewestRun = runs.findIndex((run) => run.runId === runId) < 1;
  // If the newest state is a fork, a run continues from it without naming a checkpoint.
  const edited = findEditFork(useCachedHistory(connectionId, threadId).checkpoints, goingOn, isNewestRun);
  const earlier = edited?.runs.slice(1) ?? known;
  const own = usePrecedingRuns(connectionId, threadId, earlier, { runId, log });
  const fork =
    runId === null ? null : (edited?.checkpointId ?? forkCheckpointOf(runs, runId, began, earlier));
  const branch = useBranchActivity(connectionId, threadId, fork);
  const viewed = useActivityAt(connectionId, threadId, shown.checkpointId, state);
  const hasOlder =
    runId !== null && edited === null && viewed === null && hasOlderRuns(runs, runId, began, earlier);
  const isGoingOn = began?.kind === 'resume' || began?.kind === 'continue';

  const isStale = shown.checkpointId === null && runState !== null && !runState.headIsCurrent;
  const isLeft = runState !== null && isRunActive(runState.phase) && !running;
  const continues = runState?.evidence.starting?.continues === true;

  // Runs before paint, so that the canvas and the panes show the same frame.
  useLayoutEffect(() => {
    if (viewed !== null) {
      activity.set(viewed);
      return;
    }
    const live = log?.model.activity.snapshot() ?? nothing;
    const run = addBranchActivity(branch, overlayActivity(own, live));
    if (running) {
      activity.set(live.size === 0 && isGoingOn ? withQueuedNodes(run, state) : run);
      return;
    }
    if (isLeft) {
      const stopped = withoutStopMarks(run);
      activity.set(continues ? withQueuedNodes(stopped, state) : stopped);
      return;
    }
    // A state from before the end of the run would show outdated statuses.
    const settled = withStateActivity(run, isStale ? null : state);
    // Nodes are marked as skipped only once the branch before the fork is known.
    const isKnown = fork === null || branch !== null;
    const isOver = isKnown && log?.end?.outcome === 'finished' && !isStale && state?.next.length === 0;
    activity.set(isOver && shape ? markSkipped(settled, shape) : settled);
  }, [
    activity,
    log,
    own,
    running,
    isGoingOn,
    state,
    shape,
    isStale,
    isLeft,
    continues,
    fork,
    branch,
    viewed,
  ]);

  const joined = hasOlder ? earlier.length + 1 : null;
  useEffect(() => activity.setCutPass(joined), [activity, joined]);

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
      activity.setCutPass(null);
    },
    [activity],
  );
}
