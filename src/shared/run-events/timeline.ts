import type { RunEnd, RunFrame } from '../model/run.ts';
import { createAttemptReader, taskErrorOf, type TaskFrame } from './task-frame.ts';
import { callAround, nodeIdOf } from '../checkpoint-namespace.ts';
import { barsInside, barsOfCall, nestedRows, newBar, ensureSubgraph, type Bar } from './timeline-bar.ts';
import { createSupersteps } from './supersteps.ts';
import type {
  AttemptSpan,
  EventTimelineMark,
  TimelineRow,
  NodeLoop,
  EventTaskSiblings,
} from './timeline-row.ts';

export interface TimelineReducer {
  add(frame: RunFrame, task: TaskFrame | null): void;
  // Removes the bar of a task that an earlier run finished and this one only repeats.
  drop(task: TaskFrame): void;
  // `hasInterrupt`: an event reported an interrupt.
  end(end: RunEnd, hasInterrupt?: boolean): void;
  // All bars in order of their start, each followed by its children. Returns the same object for an unchanged row.
  rows(): readonly TimelineRow[];
  rowOf(taskId: string): TimelineRow | null;
  marks(): readonly EventTimelineMark[];
}

// A server may restart a run again and again.
const maxAttempts = 100;

const none: readonly AttemptSpan[] = [];

export function createTimelineReducer(): TimelineReducer {
  const bars = new Map<string, Bar>();
  const roots: Bar[] = [];
  const siblings = createTaskSiblings();
  const supersteps = createSupersteps();
  const attempts: EventTimelineMark[] = [];
  const attemptOf = createAttemptReader();
  let lastMs = 0;
  let results = 0;
  // The run streams updates from subgraphs, so a doubtful task there failed.
  let hasInnerUpdates = false;
  let rows: readonly TimelineRow[] | null = null;

  const change = (bar: Bar, next: Partial<TimelineRow>): void => {
    bar.row = { ...bar.row, ...next };
    rows = null;
  };

  const startBar = (
    parent: Bar | null,
    taskId: string,
    nodeId: string,
    label: string,
    startMs: number,
    call: string,
    implied: boolean,
  ): Bar => {
    const existing = bars.get(taskId);
    if (existing) {
      if (!implied) restart(existing, startMs);
      return existing;
    }
    const parentId = parent?.row.taskId ?? null;
    const { superstep, readyMs } = supersteps.start(call, taskId, startMs, parent?.row.startMs ?? 0);
    const row: TimelineRow = {
      taskId,
      nodeId,
      label,
      calls: null,
      depth: parent === null ? 0 : parent.row.depth + 1,
      parentId,
      superstep,
      readyMs,
      startMs,
      endMs: null,
      status: 'running',
      attempts: 1,
      earlierAttempts: none,
      container: false,
      error: null,
      written: null,
      startSeq: null,
      resultSeq: null,
      siblings: siblings.add(call, superstep, nodeId),
    };
    const bar = newBar(row, call, implied);
    bars.set(taskId, bar);
    (parent === null ? roots : barsOfCall(parent, call)).push(bar);
    if (parent && !parent.row.container) change(parent, { container: true });
    rows = null;
    return bar;
  };
  const restart = (bar: Bar, startMs: number): void => {
    if (bar.implied) {
      bar.implied = false;
      return;
    }
    supersteps.start(bar.call, bar.row.taskId, startMs, startMs);
    const { attempts: count, earlierAttempts, endMs } = bar.row;
    const before = {
      startMs: earlierAttempts.at(-1)?.nextMs ?? bar.row.startMs,
      endMs: endMs ?? startMs,
      nextMs: startMs,
    };
    change(bar, {
      attempts: count + 1,
      earlierAttempts: [...earlierAttempts, before].slice(-maxAttempts),
      endMs: null,
      status: 'running',
      error: null,
      written: null,
    });
  };

  const stopOpen = (all: Iterable<Bar>, atMs: number): void => {
    for (const bar of all) {
      if (bar.row.status !== 'running') continue;
      supersteps.finish(bar.call, bar.row.taskId, atMs);
      change(bar, { endMs: atMs, status: 'stopped' });
      stopOpen(barsInside(bar), atMs);
    }
  };
  // Ends a failed and retried call of a subgraph, as with a retry policy: the task without an update failed
  // and cancelled the ones after it. A JavaScript server reports all of them as finished.
  const endFailedCall = (callBars: readonly Bar[], atMs: number): void => {
    const doubtful = callBars
      .filter((bar) => hasInnerUpdates && bar.doubtful && bar.row.status === 'finished')
      .toSorted((a, b) => a.reported - b.reported);
    const isReported = callBars.some(({ row }) => row.status === 'failed');
    for (const [index, bar] of doubtful.entries()) {
      bar.presumed = true;
      change(bar, { status: index === 0 && !isReported ? 'failed' : 'stopped' });
    }
    if (isReported || doubtful.length > 0) stopOpen(callBars, atMs);
  };
  const startCall = (caller: Bar, call: string, atMs: number): void => {
    const subgraph = ensureSubgraph(caller);
    const before = subgraph.newestCall;
    if (before === call) return;
    subgraph.newestCall = call;
    if (!subgraph.startedCalls.has(call)) {
      subgraph.startedCalls.add(call);
      if (before !== null && !subgraph.parallelCalls.has(before))
        endFailedCall(barsOfCall(caller, before), atMs);
      return;
    }
    // It was not given up: it runs beside the other one.
    subgraph.parallelCalls.add(call);
    for (const bar of barsOfCall(caller, call)) {
      if (bar.presumed) change(bar, { status: 'finished' });
      bar.presumed = false;
    }
  };
  // Ends everything inside a finished task, even if the server didn't report each end.
  const endCalls = (caller: Bar, atMs: number): void => {
    if (caller.subgraph === null) return;
    const { bars: innerBars, newestCall, parallelCalls } = caller.subgraph;
    for (const [call, callBars] of innerBars) {
      // Checks all calls again, because updates may have been noticed only later.
      if (call !== newestCall && !parallelCalls.has(call)) endFailedCall(callBars, atMs);
    }
    stopOpen(barsInside(caller), atMs);
  };

  return {
    add(frame, task) {
      const attempt = attemptOf(frame);
      if (attempt !== null) {
        // Open tasks of the previous attempt ended with it, at its last frame.
        stopOpen(bars.values(), lastMs);
        attempts.push({ kind: 'attempt', number: attempt, atMs: frame.atMs });
      }
      lastMs = frame.atMs;
      hasInnerUpdates ||= frame.mode === 'updates' && frame.namespace.length > 0;
      if (!task) return;
      let parent: Bar | null = null;
      for (const [index, { name, taskId }] of task.around.entries()) {
        const nodeId = nodeIdOf(task.around.slice(0, index + 1));
        const call = callAround(frame.namespace, index);
        parent = startBar(parent, taskId ?? nodeId, nodeId, name, task.atMs, call, true);
      }
      if (task.kind === 'result') {
        const bar: Bar =
          bars.get(task.taskId) ??
          startBar(parent, task.taskId, task.nodeId, task.name, task.atMs, task.callKey, true);
        supersteps.finish(bar.call, task.taskId, task.atMs);
        bar.presumed = false;
        bar.doubtful = task.doubtful;
        bar.reported = results += 1;
        endCalls(bar, task.atMs);
        const error = task.outcome === 'failed' ? taskErrorOf(frame) : null;
        const { atMs: endMs, outcome: status, written } = task;
        change(bar, { endMs, status, error, written, resultSeq: frame.seq });
      } else {
        if (parent) startCall(parent, task.callKey, task.atMs);
        const bar = startBar(parent, task.taskId, task.nodeId, task.name, task.atMs, task.callKey, false);
        change(bar, { startSeq: frame.seq, resultSeq: null, calls: task.calls ?? bar.row.calls });
      }
    },
    drop({ taskId }) {
      const bar = bars.get(taskId);
      if (bar === undefined) return;
      const { parentId } = bar.row;
      const parent = parentId === null ? undefined : bars.get(parentId);
      const siblingBars = parent === undefined ? roots : barsOfCall(parent, bar.call);
      if (siblingBars.includes(bar)) siblingBars.splice(siblingBars.indexOf(bar), 1);
      siblings.drop(bar.row.siblings);
      bars.delete(taskId);
      supersteps.drop(bar.call, taskId);
      rows = null;
    },
    end({ outcome }, hasInterrupt = false) {
      const hasWaiting = [...bars.values()].some(({ row }) => row.status === 'waiting');
      for (const bar of bars.values()) {
        if (outcome === 'failed' && bar.doubtful) change(bar, { status: 'failed' });
        // One that finished without a result has interrupted; it is unknown which.
        if (hasInterrupt && !hasWaiting && bar.doubtful) change(bar, { status: 'unknown' });
        if (bar.row.status !== 'running') continue;
        const waits = outcome === 'interrupted' && nestedRows(bar).some(({ status }) => status === 'waiting');
        change(bar, { endMs: lastMs, status: waits ? 'waiting' : endedAs(outcome) });
      }
    },
    rows() {
      if (rows !== null) return rows;
      const all: TimelineRow[] = [];
      for (const bar of roots) nestedRows(bar, all);
      return (rows = all);
    },
    rowOf: (taskId) => bars.get(taskId)?.row ?? null,
    marks: () => [...supersteps.ofRoot(), ...attempts],
  };
}

function endedAs(outcome: RunEnd['outcome']): TimelineRow['status'] {
  if (outcome === 'failed' || outcome === 'finished') return outcome;
  // A task that waits for an answer says so.
  return outcome === 'lost' || outcome === 'interrupted' ? 'unknown' : 'stopped';
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };
interface Own extends Writable<Omit<EventTaskSiblings, 'loop'>> {
  readonly loop: Writable<NodeLoop>;
}

function createTaskSiblings() {
  const all = new Map<string, Own>();
  const loops = new Map<string, Writable<NodeLoop>>();
  return {
    add(call: string, superstep: number, nodeId: string): EventTaskSiblings {
      const id = `${superstep} ${call} ${nodeId}`;
      const existing = all.get(id);
      if (existing) {
        existing.count += 1;
        return existing;
      }
      const loopId = `${call} ${nodeId}`;
      const loop = loops.get(loopId) ?? { id: loopId, visits: 0 };
      loops.set(loopId, loop);
      loop.visits += 1;
      const siblings: Own = { id, count: 1, visit: loop.visits, loop };
      all.set(id, siblings);
      return siblings;
    },
    drop({ id }: EventTaskSiblings): void {
      const group = all.get(id);
      if (!group) return;
      group.count -= 1;
      if (group.count > 0) return;
      all.delete(id);
      group.loop.visits -= 1;
    },
  };
}
