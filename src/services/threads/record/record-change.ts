import { isDeepStrictEqual } from 'node:util';
import type {
  Execution,
  RecordedCheckpoint,
  ThreadRecord,
  ThreadRecordChange,
} from '../../../shared/model/threads/thread-record.ts';

/** The newer record, with the objects of the older one where nothing changed, so that a change is found by identity. */
export function shareUnchanged(before: ThreadRecord, after: ThreadRecord): ThreadRecord {
  return {
    ...after,
    checkpoints: shared(before.checkpoints, after.checkpoints, checkpointKey),
    executions: shared(before.executions, after.executions, executionKey),
    runs: shared(before.runs, after.runs, ({ runId }) => runId),
    questions: isDeepStrictEqual(before.questions, after.questions) ? before.questions : after.questions,
    gaps: isDeepStrictEqual(before.gaps, after.gaps) ? before.gaps : after.gaps,
    copies: isDeepStrictEqual(before.copies, after.copies) ? before.copies : after.copies,
  };
}

/**
 * What leads from one record to the next, whose objects are shared; `null` if nothing does. A snapshot where something was
 * deleted, or came before what was there.
 */
export function recordChange(before: ThreadRecord | null, after: ThreadRecord): ThreadRecordChange | null {
  if (before === after) return null;
  const snapshot = { kind: 'snapshot', record: after } as const;
  if (before === null || before.threadId !== after.threadId) return snapshot;
  const checkpoints = changed(before.checkpoints, after.checkpoints, checkpointKey);
  const runs = changed(before.runs, after.runs, ({ runId }) => runId);
  const executions = changed(before.executions, after.executions, executionKey);
  if (checkpoints.removed.length > 0 || runs.removed.length > 0) return snapshot;
  // A run whose checkpoints were read before the list that has it moves to its place.
  if (isReordered(before.runs, after.runs, ({ runId }) => runId)) return snapshot;
  if (isInserted(after.checkpoints, checkpoints.added) || isInsertedAt(after.runs, runs.added))
    return snapshot;
  const order = executionOrder(before.executions, after.executions, executions);
  const isEqual =
    checkpoints.entries.length + runs.entries.length + executions.entries.length === 0 &&
    executions.removed.length === 0 &&
    order === undefined &&
    before.headId === after.headId &&
    before.questions === after.questions &&
    before.gaps === after.gaps &&
    before.copies === after.copies;
  if (isEqual) return null;
  return {
    kind: 'change',
    headId: after.headId,
    checkpoints: checkpoints.entries,
    executions: executions.entries,
    removedExecutions: executions.removed,
    ...(order === undefined ? {} : { order }),
    questions: after.questions,
    runs: runs.entries,
    gaps: after.gaps,
    copies: after.copies,
  };
}

const checkpointKey = ({ namespace, checkpointId }: RecordedCheckpoint): string =>
  `${namespace} ${checkpointId}`;
const executionKey = ({ executionId }: Execution): string => executionId;

function shared<T>(before: readonly T[], after: T[], keyOf: (entry: T) => string): T[] {
  if (before === after) return after;
  // Most entries are the same objects where they were.
  let known: ReadonlyMap<string, T> | null = null;
  return after.map((entry, index) => {
    if (before[index] === entry) return entry;
    known ??= new Map(before.map((one) => [keyOf(one), one]));
    const old = known.get(keyOf(entry));
    return old !== undefined && isDeepStrictEqual(old, entry) ? old : entry;
  });
}

/** Whether entries that were there before follow each other otherwise. */
function isReordered<T>(before: readonly T[], after: readonly T[], keyOf: (entry: T) => string): boolean {
  if (before === after) return false;
  const ranks = new Map(before.map((entry, rank) => [keyOf(entry), rank]));
  let highest = -1;
  for (const entry of after) {
    const rank = ranks.get(keyOf(entry));
    if (rank === undefined) continue;
    if (rank < highest) return true;
    highest = rank;
  }
  return false;
}

interface ChangedEntries<T> {
  /** Those that are new or differ. */
  readonly entries: T[];
  readonly added: ReadonlySet<T>;
  readonly removed: string[];
  /** The others are in their order, and what was added comes last. */
  readonly isInPlace?: true;
}

function changed<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (entry: T) => string,
): ChangedEntries<T> {
  if (before === after) return { entries: [], added: new Set(), removed: [] };
  const same = changedInPlace(before, after, keyOf);
  if (same !== null) return same;
  const known = new Map(before.map((entry) => [keyOf(entry), entry]));
  const entries: T[] = [];
  const added = new Set<T>();
  for (const entry of after) {
    const key = keyOf(entry);
    const old = known.get(key);
    known.delete(key);
    if (old === entry) continue;
    entries.push(entry);
    if (old === undefined) added.add(entry);
  }
  return { entries, added, removed: [...known.keys()] };
}

/** The usual change of a live run, found without look-ups: entries differ where they stand, or are added at the end. */
function changedInPlace<T>(
  before: readonly T[],
  after: readonly T[],
  keyOf: (entry: T) => string,
): ChangedEntries<T> | null {
  const entries: T[] = [];
  const added = new Set<T>();
  for (const [index, old] of before.entries()) {
    const entry = after[index];
    if (entry === old) continue;
    if (entry === undefined || keyOf(entry) !== keyOf(old)) return null;
    entries.push(entry);
  }
  for (const entry of after.slice(before.length)) {
    entries.push(entry);
    added.add(entry);
  }
  return { entries, added, removed: [], isInPlace: true };
}

/** Whether a checkpoint came before another one of its namespace. */
function isInserted(
  checkpoints: readonly RecordedCheckpoint[],
  added: ReadonlySet<RecordedCheckpoint>,
): boolean {
  if (added.size === 0) return false;
  const extendedNamespaces = new Set<string>();
  return checkpoints.some((checkpoint) => {
    if (added.has(checkpoint)) extendedNamespaces.add(checkpoint.namespace);
    else return extendedNamespaces.has(checkpoint.namespace);
    return false;
  });
}

function isInsertedAt<T>(entries: readonly T[], added: ReadonlySet<T>): boolean {
  const first = entries.findIndex((entry) => added.has(entry));
  return first >= 0 && entries.slice(first).some((entry) => !added.has(entry));
}

/** All ids, unless executions that are new come last, and the others are in their order. */
function executionOrder(
  before: readonly Execution[],
  after: readonly Execution[],
  { added, removed, isInPlace }: ChangedEntries<Execution>,
): string[] | undefined {
  if (isInPlace === true) return undefined;
  const ids = after.map(executionKey);
  const gone = new Set(removed);
  const kept = before.filter(({ executionId }) => !gone.has(executionId)).map(executionKey);
  const expected = [...kept, ...[...added].map(executionKey)];
  return expected.length === ids.length && expected.every((id, index) => id === ids[index]) ? undefined : ids;
}
