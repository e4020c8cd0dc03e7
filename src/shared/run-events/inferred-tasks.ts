import { memberText } from 'exact-json';
import type { RunEnd, RunFrame } from '../model/run.ts';
import { callAround, namespaceLevels, nodeIdOf, type NamespaceLevel } from '../checkpoint-namespace.ts';
import { isCachedUpdate, updatedNodes, type TaskFrame } from './task-frame.ts';
import type { TaskEvents } from './run-events.ts';
import { arrayOrEmpty } from '../narrow.ts';
import { parseJson } from '../parse-json.ts';

// Finds nodes without a task event: the next ones of a checkpoint, and those that sent an update where no tasks are sent.
export interface InferredTasks {
  add(frame: RunFrame, task: TaskFrame | null): void;
  end(end: RunEnd): void;
  // Those around others come first.
  list(): readonly TaskEvents[];
  // Whether a checkpoint named the next nodes. Some servers send checkpoints that don't.
  reportsQueued(): boolean;
}

// A hostile server may name any number of nodes.
const maxQueued = 1000;
const maxUpdated = 10_000;

const unknownTask = {
  startedAt: null,
  endedAt: null,
  attempts: null,
  error: null,
  tokens: null,
  models: [],
  from: [],
  superstep: 0,
} as const;

export function createInferredTasks(): InferredTasks {
  // By the call of a graph, the nodes that its newest checkpoint names and that have not started.
  const queued = new Map<string, Map<string, TaskEvents>>();
  const updated = new Map<string, TaskEvents[]>();
  const enclosingTasks = new Map<string, TaskEvents>();
  const withTasks = new Set<string>();
  let hasQueued = false;
  let updates = 0;

  const addAround = (frame: RunFrame): string | null => {
    const levels = namespaceLevels(frame.namespace);
    let parentTaskId: string | null = null;
    for (const [index, { name, taskId }] of levels.entries()) {
      if (taskId === null) continue;
      if (!enclosingTasks.has(taskId)) {
        const nodeId = nodeIdOf(levels.slice(0, index + 1));
        const namespace = callAround(frame.namespace, index);
        const runningTask = { taskId, nodeId, name, namespace, parentTaskId, status: 'running' as const };
        enclosingTasks.set(taskId, { ...unknownTask, ...runningTask });
      }
      parentTaskId = taskId;
    }
    return parentTaskId;
  };
  const queue = (frame: RunFrame): void => {
    const checkpoint = readCheckpoint(frame);
    if (checkpoint === null) return;
    hasQueued = true;
    const namespace = frame.namespace.join('|');
    const parentTaskId = addAround(frame);
    queued.set(
      namespace,
      new Map(
        checkpoint.next.slice(0, maxQueued).map((name) => {
          const taskId = `next ${namespace}|${name}`;
          const nodeId = nodeIdOf(checkpoint.around, name);
          const queuedTask = { taskId, nodeId, name, namespace, parentTaskId, status: 'queued' as const };
          return [name, { ...unknownTask, ...queuedTask }];
        }),
      ),
    );
  };
  // Without task frames, an update is the only sign of a node.
  const update = (frame: RunFrame): void => {
    const namespace = frame.namespace.join('|');
    for (const name of updatedNodes(frame)) {
      const nodeId = nodeIdOf(namespaceLevels(frame.namespace), name);
      queued.get(namespace)?.delete(name);
      if (withTasks.has(nodeId) || updates >= maxUpdated) continue;
      updates += 1;
      const parentTaskId = addAround(frame);
      const taskId = `update ${frame.seq} ${name}`;
      const finishedTask = { taskId, nodeId, name, namespace, parentTaskId, status: 'finished' as const };
      const tasksOfNode = updated.get(nodeId) ?? [];
      tasksOfNode.push({ ...unknownTask, ...finishedTask });
      updated.set(nodeId, tasksOfNode);
    }
  };

  return {
    add(frame, task) {
      if (task !== null) {
        withTasks.add(task.nodeId);
        // Updates are no sign beside tasks, which may come later.
        updated.delete(task.nodeId);
        queued.get(task.callKey)?.delete(task.name);
      }
      if (frame.mode === 'updates' && !isCachedUpdate(frame)) update(frame);
      queue(frame);
    },
    end({ outcome }) {
      queued.clear();
      const status = outcome === 'finished' || outcome === 'failed' ? outcome : 'unknown';
      for (const [taskId, node] of enclosingTasks) enclosingTasks.set(taskId, { ...node, status });
    },
    list: () => [
      ...enclosingTasks.values(),
      ...[...updated.values()].flat(),
      ...[...queued.values()].flatMap((nodes) => [...nodes.values()]),
    ],
    reportsQueued: () => hasQueued,
  };
}

interface CheckpointFrame {
  // The enclosing subgraphs, outermost first; empty for the root graph.
  readonly around: readonly NamespaceLevel[];
  readonly next: readonly string[];
}

// Parses a `checkpoints` frame, or the checkpoint in a `debug` frame; `null` for other frames. Skips the values.
function readCheckpoint(frame: RunFrame): CheckpointFrame | null {
  try {
    const text = checkpointText(frame);
    const nextText = text === null ? null : memberText(text, 'next');
    if (nextText === null) return null;
    const next = arrayOrEmpty(parseJson(nextText)).filter((name) => typeof name === 'string');
    return { around: namespaceLevels(frame.namespace), next: next.filter((name) => name !== '__start__') };
  } catch {
    // Not JSON.
    return null;
  }
}

function checkpointText({ mode, text }: RunFrame): string | null {
  if (mode === 'checkpoints') return text;
  if (mode !== 'debug') return null;
  return memberText(text, 'type') === '"checkpoint"' ? memberText(text, 'payload') : null;
}
