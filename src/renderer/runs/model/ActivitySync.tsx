import { useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react';
import { useGraphShape } from '../../queries/shared-queries.ts';
import { useLiveLog } from './use-run-log.ts';
import { useCurrentRun } from '../current-run.ts';
import { useRunSession, useSession } from '../run-session.ts';
import { useAgentActivity } from './agent-activity.ts';
import type { GraphShape } from '../../../shared/model/graph.ts';
import type { ThreadRecord } from '../../../shared/model/thread-record.ts';
import type { ThreadState } from '../../../shared/model/thread.ts';
import { branchTo, turnOf } from '../../../shared/thread-record/branch.ts';
import { canvasNodes, type CanvasTarget, type CanvasNode } from '../../../shared/thread-record/canvas.ts';
import { skippedNodes } from '../../../shared/thread-record/skipped-nodes.ts';
import type { NodeActivity, NodeActivityStore } from '../../shared-ui/node-activity.ts';
import { isRunActive, type RunState } from '../../run-state/run-state.ts';
import { useShownRecord, type ShownRun } from './use-shown-record.ts';

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

type ActivityMap = ReadonlyMap<string, NodeActivity>;

const nothing: ActivityMap = new Map();

interface ActivitySource extends ShownRun {
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
function useNodeActivity(activity: NodeActivityStore, activitySource: ActivitySource): ActivityMap {
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
    runState?.reports.starting?.continues === true ||
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
  if (shape === null || !hasEnded(record, nodes)) return activities;
  for (const id of skippedNodes(shape, nodes))
    if (!activities.has(id)) activities.set(id, { status: 'skipped', visits: 0, ms: null });
  return activities;
}

/** Nothing is left to run, so a branch that was not taken was skipped. */
function hasEnded(record: ThreadRecord, nodes: NonNullable<ReturnType<typeof canvasNodes>>): boolean {
  if (nodes.size === 0 || record.gaps.some(({ kind }) => kind !== 'runs')) return false;
  if (record.runs.some(({ status }) => status === 'running')) return false;
  return [...nodes.values()].every(({ status }) => status === 'finished');
}

export function toActivities(nodes: ReadonlyMap<string, CanvasNode>): ActivityMap {
  return new Map([...nodes].map(([id, node]) => [id, toActivity(node)]));
}

function toActivity({ status, visits, time }: CanvasNode): NodeActivity {
  return {
    status: status === 'interrupted' ? 'waiting' : status,
    visits,
    ms: time?.ms ?? null,
    ...(time === null || time.bound === 'exact' ? {} : { bound: time.bound }),
  };
}

/**
 * While a run is being started of which the server says nothing yet: what the state stopped at is queued if the run goes on
 * from it, and else not marked any more.
 */
export function withStartingRun(state: ActivityMap, continues: boolean): ActivityMap {
  const merged = new Map<string, NodeActivity>();
  for (const [id, activity] of state) {
    const isOver = activity.status === 'finished' || activity.status === 'idle';
    merged.set(id, isOver ? activity : { ...activity, status: continues ? 'queued' : 'idle' });
  }
  return merged;
}

/** A server that was killed may come back with the runs of a thread and without its checkpoints. */
export function hasLostCheckpoints({ checkpoints, executions, runs }: ThreadRecord): boolean {
  if (checkpoints.length + executions.length > 0) return false;
  return runs.length > 0 && runs.every(({ ending }) => ending?.kind === 'unknown');
}

function unknownActivities({ nodes }: GraphShape): ActivityMap {
  const ran = nodes.filter(({ kind }) => kind !== 'start' && kind !== 'end');
  return new Map(ran.map(({ id }) => [id, { status: 'unknown', visits: 0, ms: null }]));
}
