import { elementTexts } from '../../../exact-json/scan/object-members.ts';
import type { PendingInterrupt, ThreadTask } from '../../../shared/model/threads/thread.ts';
import { arrayOrEmpty, recordOrEmpty, nonEmptyStringOrNull } from '../../parsing/narrow.ts';
import { finishedTasks, type AnswerEvidence, type OpenTask } from './finished-tasks.ts';
import { taskErrorMessage } from './task-error.ts';
import { readRawMembers, type RawMembers } from '../../parsing/raw-members.ts';

/** Levels of subgraphs that are read. */
const deepestSubgraph = 100;

/** Facts of a checkpoint's tasks over all levels of subgraphs in the response. */
export interface TaskFacts {
  readonly tasks: ThreadTask[];
  readonly interrupts: PendingInterrupt[];
  /** Interrupts whose task is answered and waits for others of the same step. */
  readonly answered?: PendingInterrupt[];
}

/** An interrupt and the task that reported it. */
interface Found {
  readonly interrupt: PendingInterrupt;
  readonly taskId: string;
  readonly answered: boolean;
}

/**
 * Parses a state's tasks (docs/protocol.md, Tasks). With `subgraphs: true` a subgraph's task holds its state,
 * which is parsed in turn; a node's id joins the names along the path with `:`. An interrupt is reported at
 * every level above the asking node and kept once, at its deepest level. Of two interrupts below a task the
 * JavaScript server reports only one above, so no level is skipped.
 */
export function parseTasks(state: RawMembers, evidence: AnswerEvidence): TaskFacts {
  const tasks: ThreadTask[] = [];
  const found: Found[] = [];
  collect(state, { path: [], pending: true }, evidence, tasks, found);
  const positions = placesById(found);
  const remaining = found.filter((own, at) => {
    const rivals = positions.get(own.interrupt.id) ?? [];
    return !rivals.some(({ other, otherAt }) => replaces(other, otherAt, own, at));
  });
  const interrupts = remaining.filter((one) => !one.answered).map(({ interrupt }) => interrupt);
  const answered = remaining.filter((one) => one.answered).map(({ interrupt }) => interrupt);
  // Without pending interrupts, answered ones are history.
  return { tasks, interrupts, ...(interrupts.length > 0 && answered.length > 0 ? { answered } : {}) };
}

/** A state's position: the names down to it, and whether the task that holds it still waits. */
interface Level {
  readonly path: readonly string[];
  readonly pending: boolean;
  /** Set below the root graph: its superstep is done. */
  readonly isPast?: boolean;
}

function collect(
  state: RawMembers,
  level: Level,
  evidence: AnswerEvidence,
  tasks: ThreadTask[],
  found: Found[],
): void {
  const listed = elementTexts(state.text('tasks') ?? '').map((text) => readTask(readRawMembers(text)));
  const { finished, unclear } = finishedOf(state, listed, evidence);
  // In a past state all tasks may have results, whose effect is in another state.
  const isPast = level.isPast ?? listed.every((task) => finished.has(task));
  for (const own of listed) {
    const { id, name, error, wire } = own;
    const path = [...level.path, name];
    const nodeId = path.join(':');
    const isFinished = finished.has(own);
    const pending = level.pending && !isFinished;
    const interrupts = interruptsOf(wire, nodeId, pending && unclear.has(name));
    const subgraph = subgraphOf(wire);
    tasks.push({
      id,
      nodeId,
      error,
      waiting: pending && interrupts.length > 0,
      ...(isFinished && !isPast && error === null ? { finished: true as const } : {}),
      ...(subgraph ? { subgraph } : {}),
    });
    for (const interrupt of interrupts) found.push({ interrupt, taskId: id, answered: !pending });
    // Each level is parsed from its own text, so nested states cost depth times length.
    if (path.length < deepestSubgraph) {
      collect(readRawMembers(wire.text('state') ?? ''), { path, pending, isPast }, evidence, tasks, found);
    }
  }
}

/** A task of one level, with the facts that tell whether it is finished. */
interface ListedTask extends OpenTask {
  readonly name: string;
  readonly error: string | null;
  readonly hasResult: boolean;
  readonly wire: RawMembers;
}

function readTask(wire: RawMembers): ListedTask {
  const interrupts = elementTexts(wire.text('interrupts') ?? '').map(readRawMembers);
  return {
    id: nonEmptyStringOrNull(wire.value('id')) ?? '',
    name: nonEmptyStringOrNull(wire.value('name')) ?? '?',
    error: taskErrorMessage(wire.value('error')),
    hasResult: wire.text('result') !== null,
    interruptIds: interrupts.map(interruptId),
    wire,
  };
}

/**
 * Finished tasks of a level, and nodes with further ones. A task is finished if it has a result or is no
 * longer next: an answered one keeps its interrupts and has no result until the superstep is done.
 */
function finishedOf(
  state: RawMembers,
  listed: readonly ListedTask[],
  evidence: AnswerEvidence,
): { readonly finished: ReadonlySet<OpenTask>; readonly unclear: ReadonlySet<string> } {
  const finished = new Set<OpenTask>(listed.filter(({ hasResult }) => hasResult));
  const unclear = new Set<string>();
  // Present but empty: every task is answered (after a resume that also went elsewhere).
  if (state.text('next') === null) return { finished, unclear };
  const next = countOf(arrayOrEmpty(state.value('next')).map(String));
  // A past state's `next` includes finished tasks.
  const named = countOf(listed.map(({ name }) => name));
  for (const [name, count] of named) {
    const own = listed.filter((task) => task.name === name);
    const open = own.filter(({ hasResult }) => !hasResult);
    const left = next.get(name) ?? 0;
    if (left === count) continue;
    const of = finishedTasks(open, left, evidence);
    for (const task of of.finished) finished.add(task);
    if (of.unclear) unclear.add(name);
  }
  return { finished, unclear };
}

/** A subgraph's task has its state, or a reference to it (docs/protocol.md, Tasks). */
export function subgraphOf(task: RawMembers): ThreadTask['subgraph'] {
  const state = task.text('state');
  const checkpoint = recordOrEmpty(
    state === null ? task.value('checkpoint') : readRawMembers(state).value('checkpoint'),
  );
  const checkpointNs = nonEmptyStringOrNull(checkpoint['checkpoint_ns']);
  if (checkpointNs === null || checkpointNs === '') return undefined;
  return { checkpointNs, checkpointId: nonEmptyStringOrNull(checkpoint['checkpoint_id']) };
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function interruptsOf(task: RawMembers, nodeId: string, unclear: boolean): PendingInterrupt[] {
  return elementTexts(task.text('interrupts') ?? '').map((text) => {
    const interrupt = readRawMembers(text);
    const schemaText = interrupt.text('response_schema');
    return {
      id: interruptId(interrupt),
      valueText: interrupt.text('value') ?? 'null',
      nodeId,
      ...(schemaText === null || schemaText === 'null' ? {} : { schemaText }),
      ...(unclear ? { perhapsAnswered: true as const } : {}),
    };
  });
}

/** Older JavaScript servers name it `interrupt_id`. */
function interruptId(interrupt: RawMembers): string | null {
  return nonEmptyStringOrNull(interrupt.value('id')) ?? nonEmptyStringOrNull(interrupt.value('interrupt_id'));
}

/** Interrupts of one id that are compared: each is reported once per level, so more is a server bug. */
const mostRivals = 1_000;

/** Indexed by id, so that thousands of interrupts cost linear time. */
function placesById(
  found: readonly Found[],
): ReadonlyMap<string | null, readonly { readonly other: Found; readonly otherAt: number }[]> {
  const positions = new Map<string | null, { other: Found; otherAt: number }[]>();
  for (const [otherAt, other] of found.entries()) {
    const own = positions.get(other.interrupt.id) ?? [];
    if (own.length < mostRivals) own.push({ other, otherAt });
    positions.set(other.interrupt.id, own);
  }
  return positions;
}

/** Whether `other` is a better report of `own`: from a deeper level, or earlier in a task's list. */
function replaces(other: Found, otherAt: number, own: Found, at: number): boolean {
  if (otherAt === at || other.interrupt.id !== own.interrupt.id) return false;
  const hasId = own.interrupt.id !== null;
  const sameValue = other.interrupt.valueText === own.interrupt.valueText;
  // Without ids only node and value tell: an outer level repeats an inner node's interrupt.
  if (other.interrupt.nodeId.startsWith(`${own.interrupt.nodeId}:`)) return hasId || sameValue;
  const sameTask = other.taskId === own.taskId && other.interrupt.nodeId === own.interrupt.nodeId;
  return hasId && sameTask && sameValue && otherAt < at;
}
