import type { Execution, RecordedCheckpoint, ThreadRecord } from '../model/threads/thread-record.ts';

/** Look-ups in a record. Each is made once for each list of the record, which a change shares where it is the same. */
export interface RecordIndex {
  readonly record: ThreadRecord;
  readonly checkpoints: CheckpointIndex;
  readonly executions: ExecutionIndex;
  /** Where the state of a subgraph was copied from, by its namespace. */
  readonly copies: ReadonlyMap<string, ThreadRecord['copies'][number]['of']>;
}

export interface CheckpointIndex {
  get(namespace: string, checkpointId: string): RecordedCheckpoint | undefined;
  /** The checkpoints that follow one, with copies of it. */
  after(namespace: string, checkpointId: string): readonly RecordedCheckpoint[];
  /** The id of the newest checkpoint of a namespace. */
  newest(namespace: string): string | undefined;
}

export interface ExecutionIndex {
  get(executionId: string): Execution | undefined;
  /** The executions inside another one, in the order of the record. */
  inside(executionId: string): readonly Execution[];
  /** The executions that made a checkpoint. */
  thatMade(namespace: string, checkpointId: string): readonly Execution[];
  /** The executions that read a checkpoint. */
  thatRead(namespace: string, checkpointId: string): readonly Execution[];
}

const checkpointIndexes = new WeakMap<readonly RecordedCheckpoint[], CheckpointIndex>();
const executionIndexes = new WeakMap<readonly Execution[], ExecutionIndex>();
const copyIndexes = new WeakMap<ThreadRecord['copies'], RecordIndex['copies']>();

export function indexRecord(record: ThreadRecord): RecordIndex {
  return {
    record,
    checkpoints: cached(checkpointIndexes, record.checkpoints, indexCheckpoints),
    executions: cached(executionIndexes, record.executions, indexExecutions),
    copies: cached(
      copyIndexes,
      record.copies,
      (copies) => new Map(copies.map(({ namespace, of }) => [namespace, of])),
    ),
  };
}

/** The checkpoint that led to another one: of a copy, its original, which holds the same results. */
export function predecessorOf({ copyOf, parentId }: RecordedCheckpoint): string | null {
  return copyOf ?? parentId;
}

function indexCheckpoints(checkpoints: readonly RecordedCheckpoint[]): CheckpointIndex {
  const byKey = new Map<string, RecordedCheckpoint>();
  const followers = new Map<string, RecordedCheckpoint[]>();
  const newest = new Map<string, string>();
  for (const checkpoint of checkpoints) {
    const { namespace, checkpointId } = checkpoint;
    byKey.set(keyOf(namespace, checkpointId), checkpoint);
    newest.set(namespace, checkpointId);
    const before = predecessorOf(checkpoint);
    if (before !== null) append(followers, keyOf(namespace, before), checkpoint);
  }
  return {
    get: (namespace, checkpointId) => byKey.get(keyOf(namespace, checkpointId)),
    after: (namespace, checkpointId) => followers.get(keyOf(namespace, checkpointId)) ?? [],
    newest: (namespace) => newest.get(namespace),
  };
}

function indexExecutions(executions: readonly Execution[]): ExecutionIndex {
  const byId = new Map<string, Execution>();
  const inside = new Map<string, Execution[]>();
  const made = new NamespaceLists();
  const read = new NamespaceLists();
  for (const execution of executions) {
    byId.set(execution.executionId, execution);
    if (execution.parentId !== null) append(inside, execution.parentId, execution);
    if (execution.made !== null) made.add(execution.made, execution);
    if (execution.before !== null) read.add(execution.before, execution);
  }
  return {
    get: (executionId) => byId.get(executionId),
    inside: (executionId) => inside.get(executionId) ?? [],
    thatMade: (namespace, checkpointId) => made.get(namespace, checkpointId),
    thatRead: (namespace, checkpointId) => read.get(namespace, checkpointId),
  };
}

/** Executions by a checkpoint of their namespace. Live runs change them often, and joining both ids took most of the time. */
class NamespaceLists {
  readonly #lists = new Map<string, Map<string, Execution[]>>();

  add(checkpointId: string, execution: Execution): void {
    const { namespace } = execution;
    const lists = this.#lists.get(namespace) ?? new Map<string, Execution[]>();
    if (lists.size === 0) this.#lists.set(namespace, lists);
    append(lists, checkpointId, execution);
  }

  get(namespace: string, checkpointId: string): readonly Execution[] {
    return this.#lists.get(namespace)?.get(checkpointId) ?? [];
  }
}

function keyOf(namespace: string, checkpointId: string): string {
  return `${namespace} ${checkpointId}`;
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}

function cached<K extends object, V>(cache: WeakMap<K, V>, key: K, make: (key: K) => V): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  cache.set(key, made);
  return made;
}
