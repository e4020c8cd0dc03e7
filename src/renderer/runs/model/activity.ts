import type { RunEnd, RunFrame, RunOutcome } from '../../../shared/model/runs/run.ts';
import type { NodeActivity, NodeStatus } from '../../domain/node-activity.ts';
import { readCheckpoint } from '../../../shared/run-events/frames/checkpoint-frame.ts';
import { namespaceLevels, nodeIdOf } from '../../../shared/run-events/frames/namespace.ts';
import {
  createAttemptReader,
  isCachedUpdate,
  updatedNodes,
  type TaskFrame,
} from '../../../shared/run-events/frames/task-frame.ts';

/** Derives node activity from a run's frames. Deterministic: live and reloaded frames give the same result. */
export interface ActivityReducer {
  /** Adds the next frame with its parsed task, if any. */
  add(frame: RunFrame, task: TaskFrame | null): void;
  /** Removes the start of a task that an earlier run finished and this one only repeats. */
  drop(task: TaskFrame): void;
  /** `hasInterrupt`: an event said that the run asks something. */
  end(end: RunEnd, hasInterrupt?: boolean): void;
  /** Returns the same map until something changes. */
  snapshot(): ReadonlyMap<string, NodeActivity>;
  /** Whether a checkpoint named the next nodes. Some servers send checkpoints that don't. */
  reportsQueued(): boolean;
}

interface NodeState {
  status: NodeStatus;
  visits: number;
  ms: number | null;
  /** Running tasks with their start times. */
  readonly open: Map<string, number>;
  /** The last task may have failed; the end of the run decides. */
  doubtful: boolean;
  /** A task is interrupted. */
  waits: boolean;
  sawTasks: boolean;
  /** Visits by an earlier run. */
  cached: number;
}

/** The status of a node that was still running when the run ended; `idle` if nothing tells. */
const leftAs: Readonly<Record<RunOutcome, NodeStatus>> = {
  finished: 'finished',
  interrupted: 'idle',
  failed: 'failed',
  cancelled: 'next',
  lost: 'idle',
};

export function createActivityReducer(): ActivityReducer {
  const nodes = new Map<string, NodeState>();
  const closed = new Set<string>();
  /** Running tasks inside another one, by its id: task ids with their nodes. */
  const inside = new Map<string, Map<string, string>>();
  const attemptOf = createAttemptReader();
  /** Tasks of earlier attempts; a restart of one is not a new visit. */
  const abandoned = new Set<string>();
  let cachedSnapshot: ReadonlyMap<string, NodeActivity> | null = null;
  let tellsQueued = false;

  const nodeOf = (id: string): NodeState => {
    const known = nodes.get(id);
    if (known) return known;
    const fresh: NodeState = {
      status: 'idle',
      visits: 0,
      ms: null,
      open: new Map(),
      doubtful: false,
      waits: false,
      sawTasks: false,
      cached: 0,
    };
    nodes.set(id, fresh);
    return fresh;
  };
  const startTask = (nodeId: string, taskId: string, callerId: string | null, atMs: number): void => {
    const node = nodeOf(nodeId);
    if (node.open.has(taskId) || closed.has(taskId)) return;
    node.open.set(taskId, atMs);
    if (callerId !== null) {
      const beside = inside.get(callerId) ?? new Map<string, string>();
      inside.set(callerId, beside.set(taskId, nodeId));
    }
    // Updates are no sign of a visit beside tasks, which may come later.
    if (!node.sawTasks) node.visits = 0;
    if (!abandoned.delete(taskId)) node.visits += 1;
    node.status = 'running';
    node.sawTasks = true;
    node.doubtful = false;
  };
  const finish = (task: TaskFrame): void => {
    const node = nodeOf(task.nodeId);
    if (closed.has(task.taskId)) return;
    const callerId = task.around.at(-1)?.taskId ?? null;
    if (!node.open.has(task.taskId)) startTask(task.nodeId, task.taskId, callerId, task.atMs);
    if (task.outcome !== 'stopped')
      node.ms = (node.ms ?? 0) + task.atMs - (node.open.get(task.taskId) ?? task.atMs);
    node.open.delete(task.taskId);
    closed.add(task.taskId);
    if (callerId !== null) inside.get(callerId)?.delete(task.taskId);
    endInside(task.taskId);
    node.doubtful ||= task.doubtful;
    node.waits ||= task.outcome === 'waiting';
    if (task.outcome === 'failed') node.status = 'failed';
    else if (node.open.size > 0) node.status = 'running';
    else if (node.status !== 'failed')
      node.status = node.waits ? 'waiting' : node.ms === null ? 'idle' : 'finished';
  };
  /** Ends everything inside a finished task: a failed subgraph call may not report the ends of its tasks. */
  const endInside = (callerId: string): void => {
    for (const [taskId, nodeId] of inside.get(callerId) ?? []) {
      const node = nodeOf(nodeId);
      node.open.delete(taskId);
      closed.add(taskId);
      if (node.open.size === 0 && node.status === 'running')
        node.status = node.waits ? 'waiting' : node.ms === null ? 'idle' : 'finished';
      endInside(taskId);
    }
    inside.delete(callerId);
  };
  /** Ends everything of the previous attempt. */
  const abandon = (): void => {
    for (const taskId of closed) abandoned.add(taskId);
    closed.clear();
    inside.clear();
    for (const node of nodes.values()) {
      const isLeft = node.open.size > 0 || node.status === 'queued';
      for (const taskId of node.open.keys()) abandoned.add(taskId);
      node.open.clear();
      if (isLeft) node.status = node.ms === null ? 'idle' : 'finished';
    }
  };
  /** A checkpoint names the next nodes of its (sub)graph and replaces the previous ones that did not start. */
  const queue = (frame: RunFrame): void => {
    const checkpoint = readCheckpoint(frame);
    if (checkpoint === null) return;
    tellsQueued = true;
    const around = nodeIdOf(checkpoint.around);
    for (const [id, node] of nodes) {
      const isBeside = id.slice(0, Math.max(0, id.lastIndexOf(':'))) === around;
      if (node.status === 'queued' && isBeside) node.status = node.visits > 0 ? 'finished' : 'idle';
    }
    for (const name of checkpoint.next) {
      const node = nodeOf(nodeIdOf(checkpoint.around, name));
      if (node.open.size === 0) node.status = 'queued';
    }
  };
  /** Without task frames, an update is the only sign of a node. */
  const update = (frame: RunFrame): void => {
    for (const name of updatedNodes(frame)) {
      const node = nodeOf(nodeIdOf(namespaceLevels(frame.namespace), name));
      if (node.sawTasks) continue;
      node.status = 'finished';
      node.visits += 1;
    }
  };

  return {
    add(frame, task) {
      if (attemptOf(frame) !== null) abandon();
      const levels = namespaceLevels(frame.namespace);
      // A frame from a subgraph shows that its container is running, even if its start was missed.
      for (const [at, { taskId }] of levels.entries()) {
        const callerId = levels[at - 1]?.taskId ?? null;
        if (taskId !== null) startTask(nodeIdOf(levels.slice(0, at + 1)), taskId, callerId, frame.atMs);
      }
      if (task?.kind === 'start')
        startTask(task.nodeId, task.taskId, task.around.at(-1)?.taskId ?? null, task.atMs);
      if (task?.kind === 'result') finish(task);
      if (frame.mode === 'updates' && !isCachedUpdate(frame)) update(frame);
      queue(frame);
      cachedSnapshot = null;
    },
    drop({ taskId, nodeId }) {
      const node = nodes.get(nodeId);
      if (!node?.open.delete(taskId)) return;
      closed.add(taskId);
      cachedSnapshot = null;
      // Earlier runs decide the status of a node that did nothing else in this run; otherwise it counts as a visit.
      node.cached += 1;
      if (node.cached === node.visits) nodes.delete(nodeId);
      else if (node.open.size === 0 && node.status === 'running')
        node.status = node.waits ? 'waiting' : 'finished';
    },
    end({ outcome }, hasInterrupt = false) {
      const waiting = [...nodes].flatMap(([id, { status }]) => (status === 'waiting' ? [id] : []));
      for (const [id, node] of nodes) {
        if (node.status === 'running')
          node.status = isLeftWaiting(outcome, id, waiting) ? 'waiting' : leftAs[outcome];
        else if (node.status === 'queued') node.status = neverBegan(outcome, node.visits);
        else if (outcome === 'failed' && node.doubtful) node.status = 'failed';
        // One that finished without a result asks, and nothing tells which.
        else if (hasInterrupt && waiting.length === 0 && node.doubtful) node.status = 'idle';
      }
      cachedSnapshot = null;
    },
    snapshot() {
      cachedSnapshot ??= new Map(
        [...nodes].map(([id, { status, visits, ms }]) => [id, { status, visits, ms }]),
      );
      return cachedSnapshot;
    },
    reportsQueued: () => tellsQueued,
  };
}

/** Whether a node is still open because something inside it waits. Servers do not report the end of such a one. */
function isLeftWaiting(outcome: RunOutcome, id: string, waiting: readonly string[]): boolean {
  return outcome === 'interrupted' && waiting.some((waitingId) => waitingId.startsWith(`${id}:`));
}

/** The status of a node that was queued when the run ended. */
function neverBegan(outcome: RunOutcome, visits: number): NodeStatus {
  if (outcome === 'interrupted' || outcome === 'cancelled') return 'next';
  return visits > 0 ? 'finished' : 'idle';
}
