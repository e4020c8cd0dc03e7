import { isDeepStrictEqual } from 'node:util';
import type { ListPart, ThreadRecord, ThreadRecordChange } from '../../../shared/model/thread-record.ts';

// What identifies an entry of each long list of a record.
const idsOf = {
  checkpoints: ({ namespace, checkpointId }: ThreadRecord['checkpoints'][number]) =>
    `${namespace} ${checkpointId}`,
  executions: ({ executionId }: ThreadRecord['executions'][number]) => executionId,
  questions: ({ executionId, index }: ThreadRecord['questions'][number]) => `${executionId} ${index}`,
  runs: ({ runId }: ThreadRecord['runs'][number]) => runId,
};

// The newer record, with the objects of the older one where nothing changed, so that a change is found by identity.
export function shareUnchanged(before: ThreadRecord, after: ThreadRecord): ThreadRecord {
  return {
    ...after,
    checkpoints: shareUnchangedEntries(before.checkpoints, after.checkpoints, idsOf.checkpoints),
    executions: shareUnchangedEntries(before.executions, after.executions, idsOf.executions),
    questions: shareUnchangedEntries(before.questions, after.questions, idsOf.questions),
    runs: shareUnchangedEntries(before.runs, after.runs, idsOf.runs),
    gaps: isDeepStrictEqual(before.gaps, after.gaps) ? before.gaps : after.gaps,
    copies: isDeepStrictEqual(before.copies, after.copies) ? before.copies : after.copies,
  };
}

// What leads from one record to the next, whose objects are shared; `null` if nothing does.
export function recordChange(before: ThreadRecord | null, after: ThreadRecord): ThreadRecordChange | null {
  if (before === null || before.threadId !== after.threadId) return { kind: 'snapshot', record: after };
  const isEqual =
    before.headId === after.headId &&
    before.checkpoints === after.checkpoints &&
    before.executions === after.executions &&
    before.questions === after.questions &&
    before.runs === after.runs &&
    before.gaps === after.gaps &&
    before.copies === after.copies;
  if (isEqual) return null;
  return {
    kind: 'change',
    headId: after.headId,
    checkpoints: listParts(before.checkpoints, after.checkpoints, idsOf.checkpoints),
    executions: listParts(before.executions, after.executions, idsOf.executions),
    questions: listParts(before.questions, after.questions, idsOf.questions),
    runs: listParts(before.runs, after.runs, idsOf.runs),
    gaps: after.gaps,
    copies: after.copies,
  };
}

function shareUnchangedEntries<T>(before: T[], after: T[], idOf: (entry: T) => string): T[] {
  if (before === after) return before;
  // Most entries are the same objects where they were; look-ups are for those that follow one that is not.
  let moved: ReadonlyMap<string, T> | null = null;
  let isSame = before.length === after.length;
  const list = after.map((entry, index) => {
    const entryBefore = before[index];
    if (entryBefore === entry) return entry;
    if (entryBefore !== undefined && idOf(entryBefore) !== idOf(entry))
      moved ??= new Map(before.slice(index).map((one) => [idOf(one), one]));
    const old = moved === null ? entryBefore : moved.get(idOf(entry));
    const merged = old !== undefined && isDeepStrictEqual(old, entry) ? old : entry;
    isSame &&= merged === entryBefore;
    return merged;
  });
  return isSame ? before : list;
}

function listParts<T>(before: readonly T[], after: readonly T[], idOf: (entry: T) => string): ListPart<T>[] {
  const parts: ListPart<T>[] = [];
  let range: [number, number] | null = null;
  let positions: ReadonlyMap<T, number> | null = null;
  // Where the entry that follows was before, unless others come between.
  let nextPosition = 0;
  for (const entry of after) {
    const entryBefore = before[nextPosition];
    let position = entryBefore === entry ? nextPosition : undefined;
    if (
      entryBefore !== undefined &&
      entryBefore !== entry &&
      (positions !== null || idOf(entryBefore) !== idOf(entry))
    ) {
      positions ??= new Map(before.map((one, index) => [one, index]));
      position = positions.get(entry);
    }
    if (position === undefined) {
      parts.push(entry);
      range = null;
      // It replaces the one that was there.
      if (entryBefore !== undefined && idOf(entryBefore) === idOf(entry)) nextPosition += 1;
      continue;
    }
    nextPosition = position + 1;
    if (range?.[1] === position) range[1] = nextPosition;
    else {
      range = [position, nextPosition];
      parts.push(range);
    }
  }
  return parts;
}
