import type { RunEnd, RunFrame } from '../../../shared/model/runs/run.ts';
import { createAttemptReader, type TaskFrame, taskErrorOf } from '../frames/task-frame.ts';
import { nodeIdOf } from '../frames/namespace.ts';
import { createSupersteps } from './supersteps.ts';

/** A task as a bar. Times are milliseconds since the run's first frame. */
export interface TimelineRow {
  readonly taskId: string;
  readonly nodeId: string;
  readonly label: string;
  /** Nesting depth in subgraphs. */
  readonly depth: number;
  /** The task of the enclosing subgraph. */
  readonly parentId: string | null;
  /** The superstep of its own graph, from 1. */
  readonly superstep: number;
  /** When its superstep could start; it waits from here to `startMs`. */
  readonly readyMs: number;
  readonly startMs: number;
  /** `null` while it runs; the last event of the run where nobody knows when it ended. */
  readonly endMs: number | null;
  readonly status: 'running' | 'finished' | 'failed' | 'waiting' | 'stopped' | 'unknown';
  /** More than one if the server retried it. */
  readonly attempts: number;
  /** It contains other rows. */
  readonly container: boolean;
  /** The server's error message. */
  readonly error: string | null;
  /** The frames of its newest start and of its result; `null` if they were not seen. */
  readonly startSeq: number | null;
  readonly resultSeq: number | null;
  /** Shared by the tasks of one node in one superstep of one graph; `Send` can make many. */
  readonly siblings: TaskSiblings;
}

/** The tasks of one node in one superstep of one graph. The object stays the same while tasks are added. */
export interface TaskSiblings {
  readonly id: string;
  readonly count: number;
}

/** A line across all bars: the start of a superstep of the root graph, or a restart of the run by the server. */
export interface TimelineMark {
  readonly kind: 'superstep' | 'attempt';
  readonly number: number;
  readonly atMs: number;
}

export interface TimelineReducer {
  add(frame: RunFrame, task: TaskFrame | null): void;
  /** Removes the bar of a task that an earlier run finished and this one only repeats. */
  drop(task: TaskFrame): void;
  end(end: RunEnd): void;
  /** All bars in order of their start, each followed by its children. Returns the same object for an unchanged row. */
  rows(): readonly TimelineRow[];
  /** The newest bars of one node in order of their start. Returns the same array until one of its bars changes. */
  rowsOf(nodeId: string): readonly TimelineRow[];
  /** The number of all bars of one node. */
  countOf(nodeId: string): number;
  rowOf(taskId: string): TimelineRow | null;
  /** The bars directly inside a task. Returns the same array until one of them changes. */
  rowsInside(taskId: string): readonly TimelineRow[];
  marks(): readonly TimelineMark[];
}

interface Bar {
  row: TimelineRow;
  /** Known only from tasks inside it. */
  implied: boolean;
  doubtful: boolean;
  /** The call of its subgraph, see `callKey` of {@link TaskFrame}. Each retry of a subgraph is a new call. */
  readonly call: string;
  /** The index of its result among all results; 0 before it. */
  reported: number;
  readonly inside: Bar[];
  /** The last started call of its subgraph; `null` before the first. */
  newestCall: string | null;
}

/** A loop may run a node many thousand times, and each of its events changes the list. */
const mostRowsOfNode = 500;

export function createTimelineReducer(): TimelineReducer {
  const bars = new Map<string, Bar>();
  const roots: Bar[] = [];
  const siblings = new Map<string, { readonly id: string; count: number }>();
  const supersteps = createSupersteps();
  const attempts: TimelineMark[] = [];
  const attemptOf = createAttemptReader();
  let lastMs = 0;
  let results = 0;
  /** The run streams updates from subgraphs, so a doubtful task there failed. */
  let hasInnerUpdates = false;
  let rows: readonly TimelineRow[] | null = null;
  const barsOfNode = new Map<string, Bar[]>();
  const rowsOfNode = new Map<string, readonly TimelineRow[]>();
  const rowsOfParent = new Map<string, readonly TimelineRow[]>();

  const change = (bar: Bar, next: Partial<TimelineRow>): void => {
    bar.row = { ...bar.row, ...next };
    forget(bar.row);
  };
  /** Lists that contain a row are made again when they are read next. */
  const forget = ({ nodeId, parentId }: Pick<TimelineRow, 'nodeId' | 'parentId'>): void => {
    rows = null;
    rowsOfNode.delete(nodeId);
    if (parentId !== null) rowsOfParent.delete(parentId);
  };

  const siblingsOf = (parentId: string | null, superstep: number, nodeId: string): TaskSiblings => {
    const id = `${superstep} ${parentId ?? ''} ${nodeId}`;
    const known = siblings.get(id) ?? { id, count: 0 };
    known.count += 1;
    siblings.set(id, known);
    return known;
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
    const known = bars.get(taskId);
    if (known) {
      if (!implied) beginAgain(known, startMs);
      return known;
    }
    const parentId = parent?.row.taskId ?? null;
    const { superstep, readyMs } = supersteps.begin(parentId, taskId, startMs, parent?.row.startMs ?? 0);
    const row: TimelineRow = {
      taskId,
      nodeId,
      label,
      depth: parent === null ? 0 : parent.row.depth + 1,
      parentId,
      superstep,
      readyMs,
      startMs,
      endMs: null,
      status: 'running',
      attempts: 1,
      container: false,
      error: null,
      startSeq: null,
      resultSeq: null,
      siblings: siblingsOf(parentId, superstep, nodeId),
    };
    const bar: Bar = { row, implied, doubtful: false, call, reported: 0, inside: [], newestCall: null };
    bars.set(taskId, bar);
    const ofNode = barsOfNode.get(nodeId);
    if (ofNode) ofNode.push(bar);
    else barsOfNode.set(nodeId, [bar]);
    (parent?.inside ?? roots).push(bar);
    if (parent && !parent.row.container) change(parent, { container: true });
    forget(row);
    return bar;
  };
  /** The server retries a task. */
  const beginAgain = (bar: Bar, startMs: number): void => {
    if (bar.implied) {
      bar.implied = false;
      return;
    }
    supersteps.begin(bar.row.parentId, bar.row.taskId, startMs, startMs);
    change(bar, { attempts: bar.row.attempts + 1, endMs: null, status: 'running', error: null });
  };

  const stopOpen = (all: Iterable<Bar>, atMs: number): void => {
    for (const bar of all) {
      if (bar.row.status !== 'running') continue;
      supersteps.finish(bar.row.parentId, bar.row.taskId, atMs);
      change(bar, { endMs: atMs, status: 'stopped' });
      stopOpen(bar.inside, atMs);
    }
  };
  /**
   * Ends a failed and retried call of a subgraph, as with a retry policy: the task without an update failed
   * and cancelled the ones after it. A JavaScript server reports all of them as finished.
   */
  const endFailedCall = (own: readonly Bar[], atMs: number): void => {
    const doubtful = own
      .filter((bar) => hasInnerUpdates && bar.doubtful && bar.row.status === 'finished')
      .toSorted((a, b) => a.reported - b.reported);
    const isReported = own.some(({ row }) => row.status === 'failed');
    for (const [at, bar] of doubtful.entries())
      change(bar, { status: at === 0 && !isReported ? 'failed' : 'stopped' });
    if (isReported || doubtful.length > 0) stopOpen(own, atMs);
  };
  const beginCall = (caller: Bar, call: string, atMs: number): void => {
    const before = caller.newestCall;
    if (before === call) return;
    caller.newestCall = call;
    if (before !== null)
      endFailedCall(
        caller.inside.filter((bar) => bar.call === before),
        atMs,
      );
  };
  /** Ends everything inside a finished task, even if the server didn't report each end. */
  const endCalls = ({ inside, newestCall }: Bar, atMs: number): void => {
    // Checks all calls again, because updates may have been noticed only later.
    const calls = new Map<string, Bar[]>();
    for (const bar of inside) {
      const own = calls.get(bar.call);
      if (own) own.push(bar);
      else calls.set(bar.call, [bar]);
    }
    calls.delete(newestCall ?? '');
    for (const own of calls.values()) endFailedCall(own, atMs);
    stopOpen(inside, atMs);
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
      for (const [at, { name, taskId }] of task.around.entries()) {
        const nodeId = nodeIdOf(task.around.slice(0, at + 1));
        parent = startBar(parent, taskId ?? nodeId, nodeId, name, task.atMs, '', true);
      }
      if (task.kind === 'result') {
        const bar: Bar =
          bars.get(task.taskId) ??
          startBar(parent, task.taskId, task.nodeId, task.name, task.atMs, task.callKey, true);
        supersteps.finish(bar.row.parentId, task.taskId, task.atMs);
        bar.doubtful = task.doubtful;
        bar.reported = results += 1;
        endCalls(bar, task.atMs);
        const error = task.outcome === 'failed' ? taskErrorOf(frame) : null;
        change(bar, { endMs: task.atMs, status: task.outcome, error, resultSeq: frame.seq });
      } else {
        if (parent) beginCall(parent, task.callKey, task.atMs);
        const bar = startBar(parent, task.taskId, task.nodeId, task.name, task.atMs, task.callKey, false);
        change(bar, { startSeq: frame.seq, resultSeq: null });
      }
    },
    drop({ taskId }) {
      const bar = bars.get(taskId);
      if (bar === undefined) return;
      const { parentId } = bar.row;
      const beside = parentId === null ? roots : (bars.get(parentId)?.inside ?? []);
      beside.splice(beside.indexOf(bar), 1);
      const own = siblings.get(bar.row.siblings.id);
      if (own) own.count -= 1;
      bars.delete(taskId);
      const ofNode = barsOfNode.get(bar.row.nodeId) ?? [];
      if (ofNode.includes(bar)) ofNode.splice(ofNode.indexOf(bar), 1);
      supersteps.drop(parentId, taskId);
      forget(bar.row);
    },
    end({ outcome }) {
      for (const bar of bars.values()) {
        if (outcome === 'failed' && bar.doubtful) change(bar, { status: 'failed' });
        if (bar.row.status === 'running') change(bar, { endMs: lastMs, status: endedAs(outcome) });
      }
    },
    rows() {
      rows ??= roots.flatMap(rowsOf);
      return rows;
    },
    rowsOf(nodeId) {
      const own =
        rowsOfNode.get(nodeId) ??
        barsOfNode
          .get(nodeId)
          ?.slice(-mostRowsOfNode)
          .map(({ row }) => row) ??
        [];
      rowsOfNode.set(nodeId, own);
      return own;
    },
    countOf: (nodeId) => barsOfNode.get(nodeId)?.length ?? 0,
    rowOf: (taskId) => bars.get(taskId)?.row ?? null,
    rowsInside(taskId) {
      const own = rowsOfParent.get(taskId) ?? bars.get(taskId)?.inside.map(({ row }) => row) ?? [];
      rowsOfParent.set(taskId, own);
      return own;
    },
    marks: () => [...supersteps.ofRoot(), ...attempts],
  };
}

function endedAs(outcome: RunEnd['outcome']): TimelineRow['status'] {
  if (outcome === 'failed' || outcome === 'finished') return outcome;
  if (outcome === 'lost') return 'unknown';
  return outcome === 'interrupted' ? 'waiting' : 'stopped';
}

function rowsOf(bar: Bar): TimelineRow[] {
  return bar.inside.length === 0 ? [bar.row] : [bar.row, ...bar.inside.flatMap(rowsOf)];
}
