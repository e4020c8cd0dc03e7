import { useEffect, useEffectEvent, useLayoutEffect, useMemo } from 'react';
import type { GraphShape } from '../../../shared/model/graph.ts';
import type { Run, RunOrigin } from '../../../shared/model/runs/run.ts';
import type { ThreadRecord } from '../../../shared/model/threads/thread-record.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { branchTo, turnOf } from '../../../shared/thread-record/branch.ts';
import { canvasNodes, nodesBeforeRun, type CanvasTarget } from '../../../shared/thread-record/canvas.ts';
import { skippedNodes } from '../../../shared/thread-record/skipped-nodes.ts';
import type { NodeActivity, NodeActivityStore } from '../../domain/node-activity.ts';
import { useThreadRecord } from '../../queries/thread-record.ts';
import { isRunActive, type RunState } from '../../run-state/run-state.ts';
import type { RunLogSnapshot } from '../log/run-log-store.ts';
import { toActivities, withLiveRun, withStartingRun } from './record-activity.ts';

type ActivityMap = ReadonlyMap<string, NodeActivity>;

const nothing: ActivityMap = new Map();

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
  /** The run is played back: only its events up to the displayed moment count. */
  readonly isPlayed: boolean;
  readonly onNewest: () => void;
}

/**
 * Shows on the canvas what the thread's record tells of the viewed checkpoint, of a run that was picked, or of the newest
 * state. Until the record has the end of the followed run, the run's events tell what it does.
 */
export function useNodeActivity(activity: NodeActivityStore, shown: ActivitySource): void {
  const { connectionId, threadId, runs, runId, log, runState, shape, checkpointId, isPlayed } = shown;
  const { record } = useThreadRecord(connectionId, threadId);
  const origin = runs.find((run) => run.runId === runId)?.origin ?? shown.began;
  const isOlder = runId !== null && runs.findIndex((run) => run.runId === runId) > 0;
  const isPicked = isOlder && runState === null;
  const onNewest = useEffectEvent(shown.onNewest);
  const target = useMemo(
    () => targetOf(checkpointId, isPicked ? runId : null),
    [checkpointId, isPicked, runId],
  );
  const isLive = isPlayed || (checkpointId === null && isFollowed(record, runId, log));
  const before = useMemo(
    () =>
      isLive && record !== null && runId !== null
        ? toActivities(nodesBeforeRun(record, runId, origin))
        : nothing,
    [isLive, record, runId, origin],
  );
  const recorded = useMemo(
    () => (isLive || record === null ? null : recordedActivities(record, target, shape)),
    [isLive, record, target, shape],
  );

  const isStarting =
    checkpointId === null && recorded !== null && runState !== null && isRunActive(runState.phase);
  const isKnown = record?.runs.some(({ status }) => status === 'running') === true;
  const continues =
    runState?.evidence.starting?.continues === true ||
    (shown.running && (origin?.kind === 'resume' || origin?.kind === 'continue'));

  // Runs before paint, so that the canvas and the panes show the same frame.
  useLayoutEffect(() => {
    const live = log?.model.activity.snapshot() ?? nothing;
    if (isLive) activity.set(withLiveRun(before, live));
    // A thread whose record can't be read.
    else if (recorded === null) activity.set(checkpointId === null ? live : nothing);
    else activity.set(isStarting && !isKnown ? withStartingRun(recorded, continues) : recorded);
  }, [activity, log, isLive, before, recorded, checkpointId, isStarting, isKnown, continues]);

  const baseId = checkpointId ?? record?.headId ?? null;
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
}

function targetOf(checkpointId: string | null, runId: string | null): CanvasTarget {
  if (checkpointId !== null) return { kind: 'checkpoint', checkpointId };
  return runId === null ? { kind: 'head' } : { kind: 'run', runId };
}

/** Whether a run has events here which the record may not have yet. */
function isFollowed(record: ThreadRecord | null, runId: string | null, log: RunLogSnapshot | null): boolean {
  if (runId === null || log === null || log.frames.length === 0) return false;
  if (record === null) return true;
  const status = record.runs.find((run) => run.runId === runId)?.status ?? 'unknown';
  if (status !== 'unknown' || log.end === null) return status !== 'ended';
  // A server that does not list its runs never tells of the end.
  return !record.gaps.some(({ kind }) => kind === 'runs');
}

function recordedActivities(
  record: ThreadRecord,
  target: CanvasTarget,
  shape: GraphShape | null,
): ActivityMap | null {
  const nodes = canvasNodes(record, target);
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
  return [...nodes.values()].every(({ status }) => status === 'finished');
}
