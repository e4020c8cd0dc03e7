import type { Execution, RecordedCheckpoint, ThreadRecord } from '../model/thread-record.ts';
import { ListIndex, type ListKeys } from './list-index.ts';
import { lookUpsIn } from './list-look-ups.ts';

// Look-ups in a record, to be used at once: those of a record that is followed belong to the newest version.
export interface RecordIndex {
  readonly record: ThreadRecord;
  readonly checkpoints: CheckpointIndex;
  readonly executions: ExecutionIndex;
  // Where the state of a subgraph was copied from, by its namespace.
  readonly copies: ReadonlyMap<string, ThreadRecord['copies'][number]['of']>;
}

type CheckpointGroup = 'before' | 'namespace' | 'run';

class CheckpointIndex extends ListIndex<RecordedCheckpoint, CheckpointGroup> {
  constructor(checkpoints: readonly RecordedCheckpoint[]) {
    super(checkpointKeys, checkpoints);
  }

  get(namespace: string, checkpointId: string): RecordedCheckpoint | undefined {
    return this.byId(keyOf(namespace, checkpointId));
  }

  // The checkpoints that follow one, with copies of it.
  after(namespace: string, checkpointId: string): readonly RecordedCheckpoint[] {
    return this.inGroup('before', keyOf(namespace, checkpointId));
  }

  newest(namespace: string): string | undefined {
    return this.lastInGroup('namespace', namespace)?.checkpointId;
  }

  newestOfRun(runId: string): RecordedCheckpoint | undefined {
    return this.lastInGroup('run', runId);
  }
}

type ExecutionGroup = 'inside' | 'made' | 'read' | 'run' | 'unplaced';

class ExecutionIndex extends ListIndex<Execution, ExecutionGroup> {
  constructor(executions: readonly Execution[]) {
    super(executionKeys, executions);
  }

  get(executionId: string): Execution | undefined {
    return this.byId(executionId);
  }

  inside(executionId: string): readonly Execution[] {
    return this.inGroup('inside', executionId);
  }

  thatMade(namespace: string, checkpointId: string): readonly Execution[] {
    return this.inGroup('made', keyOf(namespace, checkpointId));
  }

  thatRead(namespace: string, checkpointId: string): readonly Execution[] {
    return this.inGroup('read', keyOf(namespace, checkpointId));
  }

  lastOfRun(runId: string, isWanted?: (execution: Execution) => boolean): Execution | undefined {
    return this.lastInGroup('run', runId, isWanted);
  }

  // The executions of the root graph that no checkpoint lists.
  unplaced(): readonly Execution[] {
    return this.inGroup('unplaced', '');
  }
}

// Nothing that most executions have in common is a key, so that a group is as small as what asks for it.
const executionKeys: ListKeys<Execution, ExecutionGroup> = {
  idOf: ({ executionId }) => executionId,
  groups: {
    inside: ({ parentId }) => (parentId === null ? [] : [parentId]),
    made: ({ namespace, made }) => (made === null ? [] : [keyOf(namespace, made)]),
    read: ({ namespace, before }) => (before === null ? [] : [keyOf(namespace, before)]),
    run: ({ namespace, spans }) => (namespace === '' ? spans.flatMap(({ runId }) => runId ?? []) : []),
    unplaced: ({ parentId, before, made }) =>
      parentId === null && before === null && made === null ? [''] : [],
  },
};

const checkpointKeys: ListKeys<RecordedCheckpoint, CheckpointGroup> = {
  idOf: ({ namespace, checkpointId }) => keyOf(namespace, checkpointId),
  groups: {
    before: (checkpoint) => {
      const before = predecessorOf(checkpoint);
      return before === null ? [] : [keyOf(checkpoint.namespace, before)];
    },
    namespace: ({ namespace }) => [namespace],
    run: ({ namespace, source, runId }) =>
      namespace === '' && source !== 'update' && runId !== null ? [runId] : [],
  },
};

const copyIndexes = new WeakMap<ThreadRecord['copies'], RecordIndex['copies']>();

export function indexRecord(record: ThreadRecord): RecordIndex {
  return {
    record,
    checkpoints: lookUpsIn(record.checkpoints, CheckpointIndex),
    executions: lookUpsIn(record.executions, ExecutionIndex),
    copies: getCached(
      copyIndexes,
      record.copies,
      (copies) => new Map(copies.map(({ namespace, of }) => [namespace, of])),
    ),
  };
}

// The run of the checkpoint that an execution made; `null` if it made none, or the server does not report the run.
export function runThatMade(
  { checkpoints }: Pick<RecordIndex, 'checkpoints'>,
  { namespace, made }: Pick<Execution, 'namespace' | 'made'>,
): string | null {
  return made === null ? null : (checkpoints.get(namespace, made)?.runId ?? null);
}

// The checkpoint that led to another one: of a copy, its original, which holds the same results.
export function predecessorOf({ copyOf, parentId }: RecordedCheckpoint): string | null {
  return copyOf ?? parentId;
}

function keyOf(namespace: string, checkpointId: string): string {
  return namespace === '' ? checkpointId : `${namespace} ${checkpointId}`;
}

function getCached<K extends object, V>(cache: WeakMap<K, V>, key: K, make: (key: K) => V): V {
  const existing = cache.get(key);
  if (existing !== undefined) return existing;
  const value = make(key);
  cache.set(key, value);
  return value;
}
