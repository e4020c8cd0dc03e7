import { changedMembers, elementTexts, memberText } from 'exact-json';
import { readInterrupts } from '../../../shared/read-interrupts.ts';
import type { CheckpointSummary, CheckpointTask, HistoryPage } from '../../../shared/model/thread.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { taskFailure } from './task-error.ts';
import { answerLine, inputLine } from './thread-mapper.ts';
import { subgraphOf } from './task-mapper.ts';
import { readRawMembers } from '../../common/raw-members.ts';
import { missingMembers } from './missing-members.ts';
import { readCheckpointHeader, withoutMembers, type CheckpointHeader } from './state-mapper.ts';
import { arrayOrEmpty } from '../../../shared/narrow.ts';

interface Row extends CheckpointHeader {
  readonly valuesText: string | null;
  readonly missing: readonly string[];
  readonly tasks: readonly TaskRow[];
}

// `checkpointNs`: Namespace of the subgraph that it ran. `inputLine`: The input, if it is the task that takes it in.
interface TaskRow {
  readonly id: string | null;
  readonly name: string | null;
  readonly failed: boolean;
  readonly interruptIds: readonly (string | null)[];
  readonly hasResult: boolean;
  readonly isSent: boolean;
  readonly checkpointNs: string | null;
  readonly inputLine: string | null;
}

const startTask = '__start__';

/**
 * Parses a page of history, newest first, with one extra row, so that the last row finds its parent. Of the
 * values only the names of changed keys are kept.
 */
export function toHistoryPage(listText: string, limit: number, threadId?: string): HistoryPage {
  const rows = elementTexts(listText).map(toRow);
  const listed = rows.slice(0, limit);
  const isOwn = (row: Row): boolean => threadId === undefined || (row.threadId ?? threadId) === threadId;
  const foreign = listed.filter((row) => !isOwn(row)).length;
  const checkpointRows = distinctCheckpoints(listed.filter(isOwn), null);
  const byId = new Map(rows.map((row) => [row.checkpointId, row]));
  const checkpoints = checkpointRows.flatMap((row) => {
    const { checkpointId, parentId } = row;
    // Without it the list would end here, or look empty.
    if (checkpointId === null) throw withoutMembers('history of the thread', ['checkpoint']);
    return [summary(checkpointId, row, parentId === null ? null : (byId.get(parentId) ?? null))];
  });
  const last = listed.findLast(({ checkpointId }) => checkpointId !== null)?.checkpointId ?? null;
  const missing = [...new Set(rows.filter(isOwn).flatMap((row) => row.missing))];
  return {
    checkpoints,
    before: rows.length > limit ? last : null,
    ...(foreign > 0 ? { foreign } : {}),
    ...(missing.length > 0 ? { missing } : {}),
  };
}

/**
 * Checkpoints without repetitions, and without those of other threads that a server mixes in. A list that is all of
 * another thread is taken as it is: copies may keep the name of their origin.
 */
export function distinctCheckpoints<T extends Pick<CheckpointHeader, 'checkpointId' | 'threadId'>>(
  rows: readonly T[],
  threadId: string | null,
): T[] {
  const isMixed = threadId !== null && rows.some((row) => row.threadId === threadId);
  const ids = new Set<string>();
  return rows.filter(({ checkpointId, threadId: rowThreadId }) => {
    if (isMixed && rowThreadId !== null && rowThreadId !== threadId) return false;
    if (checkpointId === null) return true;
    const isNew = !ids.has(checkpointId);
    ids.add(checkpointId);
    return isNew;
  });
}

/** Top-level keys that differ between two states, in the newer one's order, removed ones last. */
export function changedKeys(before: string, after: string): string[] {
  const { changed, removed } = changedMembers(before, after);
  return [...changed.map(({ key }) => key), ...removed];
}

function toRow(text: string): Row {
  const state = readRawMembers(text);
  const tasks = elementTexts(state.text('tasks') ?? '').map(toTaskRow);
  return {
    ...readCheckpointHeader(state),
    valuesText: state.has('values') ? (state.text('values') ?? '{}') : null,
    missing: missingMembers(state),
    tasks,
  };
}

function toTaskRow(text: string): TaskRow {
  const task = readRawMembers(text);
  return {
    id: nonEmptyStringOrNull(task.value('id')),
    name: nonEmptyStringOrNull(task.value('name')),
    failed: taskFailure(task.value('error')) !== null,
    interruptIds: readInterrupts(task.text('interrupts')).map(({ id }) => id),
    hasResult: task.text('result') !== null,
    isSent: arrayOrEmpty(task.value('path'))[0] === '__pregel_push',
    checkpointNs: subgraphOf(task)?.checkpointNs ?? null,
    inputLine: task.value('name') === startTask ? inputLine(task.text('result')) : null,
  };
}

function summary(checkpointId: string, row: Row, parent: Row | null): CheckpointSummary {
  const { parentId, createdAt, step, source, runId, next, valuesText, tasks } = row;
  const isFirst = parentId === null && !row.missing.includes('parent_checkpoint');
  const beforeText = isFirst ? '{}' : (parent?.valuesText ?? null);
  const changed = beforeText === null || valuesText === null ? null : changedKeys(beforeText, valuesText);
  return {
    checkpointId,
    parentId,
    createdAt,
    step,
    source,
    runId,
    writers: source === 'loop' ? writersOf(parent) : [],
    next,
    ...inputOf(row),
    ...outputOf(row, changed),
    changedKeys: changed,
    interrupts: interruptCount(tasks),
    ...failedOf(tasks),
    ...(source === 'loop' && parent?.source === 'input' ? { start: true as const } : {}),
    ...subgraphsOf(tasks),
    ...listedTasks(tasks),
  };
}

function inputOf({ source, tasks }: Row): Pick<CheckpointSummary, 'inputLine'> {
  const line = source === 'input' ? (tasks.find((task) => task.inputLine !== null)?.inputLine ?? null) : null;
  return line === null ? {} : { inputLine: line };
}

function outputOf(
  { source, next, tasks, valuesText }: Row,
  changed: readonly string[] | null,
): Pick<CheckpointSummary, 'outputLine'> {
  const isEnd = source === 'loop' && next.length === 0 && tasks.length === 0;
  if (!isEnd || valuesText === null || changed?.includes('messages') === false) return {};
  const last = elementTexts(memberText(valuesText, 'messages') ?? '').at(-1);
  const line = last === undefined ? null : answerLine(last);
  return line === null ? {} : { outputLine: line };
}

const maxTasks = 1000;

function listedTasks(rows: readonly TaskRow[]): Pick<CheckpointSummary, 'tasks' | 'tasksCut'> {
  const tasks = rows.flatMap(({ id, name, isSent, checkpointNs, ...row }): CheckpointTask[] => {
    if (id === null || name === null || name === startTask) return [];
    const status = taskStatus(row);
    return [
      {
        id,
        name,
        ...(status === null ? {} : { status }),
        ...(isSent ? { sent: true as const } : {}),
        ...(checkpointNs === null ? {} : { checkpointNs }),
      },
    ];
  });
  if (tasks.length === 0) return {};
  return tasks.length > maxTasks ? { tasks: tasks.slice(0, maxTasks), tasksCut: true } : { tasks };
}

// An answered task keeps its interrupts and has its result as well.
function taskStatus({
  failed,
  hasResult,
  interruptIds,
}: Pick<TaskRow, 'failed' | 'hasResult' | 'interruptIds'>): CheckpointTask['status'] | null {
  if (failed) return 'failed';
  if (hasResult) return 'finished';
  return interruptIds.length > 0 ? 'waiting' : null;
}

function failedOf(tasks: readonly TaskRow[]): Pick<CheckpointSummary, 'failed' | 'failedNodes'> {
  const names = tasks.flatMap(({ name, failed }) => (failed ? (name ?? '?') : []));
  return names.length === 0 ? { failed: false } : { failed: true, failedNodes: [...new Set(names)] };
}

function subgraphsOf(tasks: readonly TaskRow[]): Pick<CheckpointSummary, 'subgraphs'> {
  const subgraphs = tasks.flatMap(({ name, checkpointNs }) =>
    checkpointNs === null || name === null ? [] : { nodeId: name, checkpointNs },
  );
  return subgraphs.length === 0 ? {} : { subgraphs };
}

// The parent's tasks made this checkpoint. The start node does no work of the graph's.
function writersOf(parent: Row | null): string[] {
  const names = (parent?.tasks ?? []).flatMap(({ name }) =>
    name === null || name === startTask ? [] : name,
  );
  return [...new Set(names)];
}

function interruptCount(tasks: readonly TaskRow[]): number {
  const ids = tasks.flatMap(({ interruptIds }) => interruptIds);
  return new Set(ids.map((id, index) => id ?? index)).size;
}
