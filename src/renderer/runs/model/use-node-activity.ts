import { useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react';
import type { GraphShape } from '../../../shared/model/graph.ts';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import type { ThreadState } from '../../../shared/model/thread.ts';
import { branchTo, turnOf } from '../../../shared/thread-record/branch.ts';
import { canvasNodes, type CanvasTarget } from '../../../shared/thread-record/canvas.ts';
import { skippedNodes } from '../../../shared/thread-record/skipped-nodes.ts';
import type { NodeActivity, NodeActivityStore } from '../../shared-ui/node-activity.ts';
import { isRunActive, type RunState } from '../../run-state/run-state.ts';
import { useShownRecord, type ShownRun } from './use-shown-record.ts';
import { hasLostCheckpoints, toActivities, unknownActivities, withStartingRun } from './record-activity.ts';

type ActivityMap = ReadonlyMap<string, NodeActivity>;

const nothing: ActivityMap = new Map();

export interface ActivitySource extends ShownRun {
  readonly running: boolean;
  readonly runState: RunState | null;
  readonly state: ThreadState | null;
  readonly checkpointId: string | null;
  readonly shape: GraphShape | null;
  readonly onNewest: () => void;
}

/**
 * Shows on the canvas what the record says about the viewed checkpoint, a run that was picked, or the newest state. Returns
 * the same.
 */
export function useNodeActivity(activity: NodeActivityStore, activitySource: ActivitySource): ActivityMap {
  const { threadId, runs, runId, runState, shape, checkpointId, isPlayed } = activitySource;
  const { record, isOfEvents } = useShownRecord(activitySource);
  const origin = runs.find((run) => run.runId === runId)?.origin ?? activitySource.origin;
  const isOlder = runId !== null && runs.findIndex((run) => run.runId === runId) > 0;
  const isPicked = isOlder && runState === null;
  const onNewest = useEffectEvent(activitySource.onNewest);
  const viewedId = isPlayed ? null : checkpointId;
  const target = useMemo(
    () => targetOf(viewedId, isPicked || isOfEvents ? runId : null),
    [viewedId, isPicked, isOfEvents, runId],
  );
  const recorded = useMemo(
    () => (record === null ? null : recordedActivities(record, target, shape)),
    [record, target, shape],
  );

  const isStarting = viewedId === null && !isPlayed && runState !== null && isRunActive(runState.phase);
  const isKnown = record?.runs.some(({ status }) => status === 'running') === true;
  const continues =
    runState?.evidence.starting?.continues === true ||
    (activitySource.running && (origin?.kind === 'resume' || origin?.kind === 'continue'));
  const activities = useMemo(() => {
    if (recorded === null) return nothing;
    return isStarting && !isKnown ? withStartingRun(recorded, continues) : recorded;
  }, [recorded, isStarting, isKnown, continues]);

  // Runs before paint, so that the canvas and the panes show the same frame.
  useLayoutEffect(() => activity.set(activities), [activity, activities]);

  const baseId = viewedId ?? record?.headId ?? null;
  const isCut = useMemo(
    () => record !== null && baseId !== null && turnOf(branchTo(record, baseId)).isCut,
    [record, baseId],
  );
  useEffect(() => activity.setCut(isCut), [activity, isCut]);
  useEffect(() => {
    const run = { runId, checkpointId, showNewest: isPicked ? () => onNewest() : null };
    activity.setRun(threadId === null ? null : { threadId, ...run });
  }, [activity, threadId, runId, checkpointId, isPicked]);
  useEffect(
    () => () => {
      activity.set(nothing);
      activity.setRun(null);
      activity.setCut(false);
    },
    [activity],
  );
  return activities;
}

function targetOf(checkpointId: string | null, runId: string | null): CanvasTarget {
  if (checkpointId !== null) return { kind: 'checkpoint', checkpointId };
  return runId === null ? { kind: 'head' } : { kind: 'run', runId };
}

function recordedActivities(
  record: ThreadRecord,
  target: CanvasTarget,
  shape: GraphShape | null,
): ActivityMap | null {
  const nodes = canvasNodes(record, target);
  if (shape !== null && hasLostCheckpoints(record)) return unknownActivities(shape);
  if (nodes === null) return null;
  const activities = new Map(toActivities(nodes));
  if (shape === null || !isOver(record, nodes)) return activities;
  for (const id of skippedNodes(shape, nodes))
    if (!activities.has(id)) activities.set(id, { status: 'skipped', visits: 0, ms: null });
  return activities;
}

/** Nothing is left to run, so a branch that was not taken was skipped. */
function isOver(record: ThreadRecord, nodes: NonNullable<ReturnType<typeof canvasNodes>>): boolean {
  if (nodes.size === 0 || record.gaps.some(({ kind }) => kind !== 'runs')) return false;
  if (record.runs.some(({ status }) => status === 'running')) return false;
  return [...nodes.values()].every(({ status }) => status === 'finished');
}
