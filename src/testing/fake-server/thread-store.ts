import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { JsonText, memberText, stringifyExact } from 'exact-json';
import { applyUpdate, serializeValues, successors, type FakeValues } from './graph.ts';

export interface FakeTask {
  readonly id: string;
  readonly name: string;
  /** `id` is `null` for an interrupt without an ID. */
  readonly interrupts: { readonly id: string | null; readonly valueText: string }[];
  error: string | null;
  resultText: string | null;
}

export interface FakeCheckpoint {
  readonly id: string;
  readonly parentId: string | null;
  readonly step: number;
  readonly source: 'input' | 'loop' | 'update';
  readonly runId: string | null;
  readonly createdAt: string;
  readonly values: FakeValues;
  readonly next: readonly string[];
  readonly tasks: readonly FakeTask[];
}

export interface FakeThread {
  readonly id: string;
  readonly createdAt: string;
  updatedAt: string;
  status: 'idle' | 'busy' | 'interrupted' | 'error';
  metadata: Record<string, unknown>;
  /** Oldest first; the last one is the head. */
  readonly checkpoints: FakeCheckpoint[];
}

export function newThread(id: string, metadata: Record<string, unknown>): FakeThread {
  const now = pythonTime();
  return { id, createdAt: now, updatedAt: now, status: 'idle', metadata, checkpoints: [] };
}

/** Adds a checkpoint with this parent and makes it the head. */
export function addCheckpoint(
  thread: FakeThread,
  parent: FakeCheckpoint | null,
  facts: Pick<FakeCheckpoint, 'source' | 'values' | 'next'> & { readonly runId?: string | null },
): FakeCheckpoint {
  const tasks = facts.next.map((name) => ({
    id: randomUUID(),
    name,
    interrupts: [],
    error: null,
    resultText: null,
  }));
  const checkpoint: FakeCheckpoint = {
    id: nextCheckpointId(),
    parentId: parent?.id ?? null,
    step: (parent?.step ?? -2) + 1,
    source: facts.source,
    runId: facts.runId ?? null,
    createdAt: pythonTime(),
    values: facts.values,
    next: facts.next,
    tasks,
  };
  thread.checkpoints.push(checkpoint);
  thread.updatedAt = checkpoint.createdAt;
  return checkpoint;
}

/** Writes values as if a node had run; without a node, the position in the graph does not change. */
export function writeFakeState(
  thread: FakeThread,
  base: FakeCheckpoint | null,
  update: FakeValues,
  asNode: string | null,
): FakeCheckpoint {
  const next = asNode === null ? (base?.next ?? []) : successors(asNode);
  const values = applyUpdate(base?.values ?? new Map(), update);
  return addCheckpoint(thread, base, { source: 'update', values, next });
}

export function threadJson(thread: FakeThread): object {
  const head = thread.checkpoints.at(-1);
  const interrupts =
    head?.tasks.filter((task) => task.interrupts.length > 0 && task.resultText === null) ?? [];
  return {
    thread_id: thread.id,
    created_at: thread.createdAt,
    updated_at: thread.updatedAt,
    metadata: thread.metadata,
    status: thread.status,
    config: {},
    values: head ? new JsonText(serializeValues(head.values)) : null,
    interrupts: Object.fromEntries(interrupts.map((task) => [task.id, task.interrupts.map(interruptJson)])),
  };
}

/** A state in the format of hosted servers; a thread without runs has neither checkpoint nor metadata. */
export function stateText(thread: FakeThread, checkpoint: FakeCheckpoint | null): string {
  const reference = (id: string | null) =>
    id === null ? null : { thread_id: thread.id, checkpoint_ns: '', checkpoint_id: id };
  const tasks = checkpoint?.tasks ?? [];
  return stringifyExact({
    values: new JsonText(checkpoint ? serializeValues(checkpoint.values) : '{}'),
    next: checkpoint?.next ?? [],
    tasks: tasks.map((task) => ({
      id: task.id,
      name: task.name,
      path: ['__pregel_pull', task.name],
      error: task.error,
      interrupts: task.interrupts.map(interruptJson),
      checkpoint: null,
      state: null,
      result: task.resultText === null ? null : new JsonText(task.resultText),
    })),
    metadata: checkpoint
      ? { source: checkpoint.source, step: checkpoint.step, parents: {}, run_id: checkpoint.runId }
      : null,
    created_at: checkpoint?.createdAt ?? null,
    checkpoint: reference(checkpoint?.id ?? null),
    parent_checkpoint: reference(checkpoint?.parentId ?? null),
    interrupts: tasks.flatMap((task) => (task.resultText === null ? task.interrupts.map(interruptJson) : [])),
  });
}

export function interruptJson({ id, valueText }: FakeTask['interrupts'][number]): object {
  return { value: new JsonText(valueText), ...(id === null ? {} : { id }) };
}

/** With microseconds and an offset, as in Python. */
export function pythonTime(): string {
  return new Date().toISOString().replace('Z', '000+00:00');
}

let count = 0;

/** UUIDs that sort by time, like checkpoint IDs. */
function nextCheckpointId(): string {
  count += 1;
  return `${(0x1f000000 + count).toString(16)}-0000-6000-8000-000000000000`;
}

export function findFakeCheckpoint(thread: FakeThread, checkpointId: string): FakeCheckpoint | null {
  return thread.checkpoints.find(({ id }) => id === checkpointId) ?? null;
}

export interface FakeRun {
  readonly id: string;
  readonly threadId: string;
  readonly assistantId: string;
  readonly createdAt: string;
  readonly resumable: boolean;
  readonly metadataText: string;
  readonly inputText: string;
  status: 'pending' | 'running' | 'success' | 'error' | 'interrupted';
  /** Frames sent so far, as on the wire, with their IDs. */
  readonly frames: { readonly id: string; readonly text: string }[];
  readonly readers: Set<ServerResponse>;
  cancelled: boolean;
  /** It has a temporary thread, which is deleted with it. */
  isStateless: boolean;
  readonly bodyText: string;
  error: string | null;
}

export function newRun(thread: FakeThread, bodyText: string): FakeRun {
  return {
    id: randomUUID(),
    threadId: thread.id,
    assistantId: JSON.parse(memberText(bodyText, 'assistant_id') ?? '""') as string,
    createdAt: pythonTime(),
    resumable: memberText(bodyText, 'stream_resumable') === 'true',
    metadataText: memberText(bodyText, 'metadata') ?? '{}',
    inputText: memberText(bodyText, 'input') ?? 'null',
    status: 'pending',
    frames: [],
    readers: new Set(),
    cancelled: false,
    isStateless: false,
    bodyText,
    error: null,
  };
}
