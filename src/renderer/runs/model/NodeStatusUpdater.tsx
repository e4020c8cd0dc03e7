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
import {
  nodeStatuses,
  type CanvasTarget,
  type NodeStatusEntry,
} from '../../../shared/thread-record/node-statuses.ts';
import { skippedNodes } from '../../../shared/thread-record/skipped-nodes.ts';
import type { NodeActivity, NodeActivityStore } from '../../shared-ui/node-activity.ts';
import { isRunActive, type RunState } from '../../run-state/run-state.ts';
import { useShownRecord, type ShownRun } from './use-shown-record.ts';

/**
 * Highlights the active nodes of the canvas: computes the status of each node from the thread's record, into which
 * `merge-events.ts` has put the events, and writes it to the store that the nodes read. Renders nothing, so that events don't re-render the dock.
 */
export function NodeStatusUpdater() {
  const session = useRunSession();
  const activityStore = useSession((state) => state.activity);
  const { connectionId, assistant, threadId, checkpointId, shownRun, ...current } = useCurrentRun();
  const log = useLiveLog(current.store);
  const shape = useGraphShape(connectionId, assistant?.assistantId ?? null).data ?? null;
  const isThreadless = shownRun?.threadId === null;
  // The thread's state is of now and not of the moment that is played, so that only the run's events count.
  const isPlayed = current.playback.log !== null;
  const input: NodeActivityInput = {
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
    showNewest: () => session.setState({ chosenRun: null }),
  };
  const nodes = useNodeStatuses(activityStore, input);
  useAgentActivity(activityStore, input, nodes);
  return null;
}

type ActivityMap = ReadonlyMap<string, NodeActivity>;

const noActivities: ActivityMap = new Map();

interface NodeActivityInput extends ShownRun {
  readonly running: boolean;
  readonly runState: RunState | null;
  readonly state: ThreadState | null;
  readonly checkpointId: string | null;
  readonly shape: GraphShape | null;
  readonly showNewest: () => void;
}

// Writes the status of each node, its visits and its time to the store that the canvas reads, and returns them. They
// are those of the viewed checkpoint; without one of the picked run; otherwise of the newest state.
function useNodeStatuses(activityStore: NodeActivityStore, input: NodeActivityInput): ActivityMap {
  const { threadId, runs, runId, runState, shape, checkpointId, isPlayed } = input;
  const { record, isOfEvents } = useShownRecord(input);
  const origin = runs.find((run) => run.runId === runId)?.origin ?? input.origin;
  const isOlder = runId !== null && runs.findIndex((run) => run.runId === runId) > 0;
  const isPicked = isOlder && runState === null;
  const showNewest = useEffectEvent(input.showNewest);
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
  const isRunListed = record?.runs.some(({ status }) => status === 'running') === true;
  const continues =
    runState?.reports.starting?.continues === true ||
    (input.running && (origin?.kind === 'resume' || origin?.kind === 'continue'));
  const activities = useMemo(() => {
    if (recorded === null) return noActivities;
    return isStarting && !isRunListed ? withStartingRun(recorded, continues) : recorded;
  }, [recorded, isStarting, isRunListed, continues]);

  // Runs before paint, so that the canvas and the panes show the same frame.
  useLayoutEffect(() => activityStore.set(activities), [activityStore, activities]);

  const baseId = viewedId ?? record?.headId ?? null;
  const isTurnIncomplete = useMemo(
    () => record !== null && baseId !== null && turnOf(branchTo(record, baseId)).isCut,
    [record, baseId],
  );
  useEffect(() => activityStore.setCut(isTurnIncomplete), [activityStore, isTurnIncomplete]);
  useEffect(() => {
    const run = { runId, checkpointId, showNewest: isPicked ? () => showNewest() : null };
    activityStore.setRun(threadId === null ? null : { threadId, ...run });
  }, [activityStore, threadId, runId, checkpointId, isPicked]);
  useEffect(
    () => () => {
      activityStore.set(noActivities);
      activityStore.setRun(null);
      activityStore.setCut(false);
    },
    [activityStore],
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
  const nodes = nodeStatuses(record, target);
  if (shape !== null && hasLostCheckpoints(record)) return unknownActivities(shape);
  if (nodes === null) return null;
  const activities = new Map(toActivities(nodes));
  if (shape === null || !hasEnded(record, nodes)) return activities;
  for (const id of skippedNodes(shape, nodes))
    if (!activities.has(id)) activities.set(id, { status: 'skipped', visits: 0, ms: null });
  return activities;
}

// Nothing is left to run, so a branch that was not taken was skipped.
function hasEnded(record: ThreadRecord, nodes: NonNullable<ReturnType<typeof nodeStatuses>>): boolean {
  if (nodes.size === 0 || record.gaps.some(({ kind }) => kind !== 'runs')) return false;
  if (record.runs.some(({ status }) => status === 'running')) return false;
  return [...nodes.values()].every(({ status }) => status === 'finished');
}

export function toActivities(nodes: ReadonlyMap<string, NodeStatusEntry>): ActivityMap {
  return new Map([...nodes].map(([id, node]) => [id, toActivity(node)]));
}

function toActivity({ status, visits, time }: NodeStatusEntry): NodeActivity {
  return {
    status: status === 'interrupted' ? 'waiting' : status,
    visits,
    ms: time?.ms ?? null,
    ...(time === null || time.bound === 'exact' ? {} : { bound: time.bound }),
  };
}

// The activity while a run starts that the server does not list yet. The nodes at which the thread stopped are queued if the
// run continues from them; else they lose their mark.
export function withStartingRun(activities: ActivityMap, continues: boolean): ActivityMap {
  const merged = new Map<string, NodeActivity>();
  for (const [id, activity] of activities) {
    const isOver = activity.status === 'finished' || activity.status === 'idle';
    merged.set(id, isOver ? activity : { ...activity, status: continues ? 'queued' : 'idle' });
  }
  return merged;
}

// A killed server may restart with the runs of a thread but without its checkpoints.
export function hasLostCheckpoints({ checkpoints, executions, runs }: ThreadRecord): boolean {
  if (checkpoints.length + executions.length > 0) return false;
  return runs.length > 0 && runs.every(({ ending }) => ending?.kind === 'unknown');
}

function unknownActivities({ nodes }: GraphShape): ActivityMap {
  const executableNodes = nodes.filter(({ kind }) => kind !== 'start' && kind !== 'end');
  return new Map(executableNodes.map(({ id }) => [id, { status: 'unknown', visits: 0, ms: null }]));
}
