import { elementTexts, memberText } from 'exact-json';
import { readInterrupts, type ReportedInterrupt } from '../../../shared/read-interrupts.ts';
import type { PendingInterrupt, ThreadTask } from '../../../shared/model/thread.ts';
import { isCancelledTask } from '../../../shared/model/cancelled-task.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { isUnlistedUnclear, settleTasks, type AnswerEvidence, type ListedTask } from './finished-tasks.ts';
import { toolCallsOfTasks } from './waiting-tool-calls.ts';
import { taskErrorMessage } from './task-error.ts';
import { readRawMembers, type RawMembers } from '../../common/raw-members.ts';
import { arrayOrEmpty, recordOrEmpty } from '../../../shared/narrow.ts';

const deepestSubgraph = 100;

// Facts of a checkpoint's tasks over all levels of subgraphs in the response.
// - `next`: Nodes that run next or wait: a task that asks again is missing in the server's own list.
// - `answered`: Interrupts whose task is answered and waits for others of the same step.
// - `discarded`: Interrupts that an edit inside a subgraph has discarded, which the levels above still report.
export interface TaskFacts {
  readonly next: string[];
  readonly tasks: ThreadTask[];
  readonly interrupts: PendingInterrupt[];
  readonly answered?: PendingInterrupt[];
  readonly discarded?: PendingInterrupt[];
}

interface InterruptWithState {
  readonly interrupt: PendingInterrupt;
  readonly state: 'pending' | 'answered' | 'discarded';
}

// What waits in a state, for everybody who shows or answers it. Parses a state's tasks (docs/protocol.md,
// Tasks). With `subgraphs: true` a subgraph's task holds its state, which is parsed in turn; a node's id joins
// the names along the path with `:`. An interrupt is reported at every level above the asking node and kept
// once, at its deepest level. Of two interrupts below a task the JavaScript server reports only one above, so
// no level is skipped.
export function parseTasks(state: RawMembers, evidence: AnswerEvidence): TaskFacts {
  const { next, tasks, withStates } = readLevel(
    state,
    { path: [], pending: true, reported: new Set() },
    evidence,
  );
  for (const task of evidence.unlisted) {
    const { id: taskId, nodeId, interrupts: unlistedInterrupts } = task;
    const unclear = isUnlistedUnclear(task, evidence) ? { perhapsAnswered: true as const } : {};
    next.push(nodeId);
    tasks.push({ id: taskId, nodeId, error: null, waiting: true });
    for (const [index, { id, valueText, schemaText }] of unlistedInterrupts.entries()) {
      const schema = schemaText === null ? {} : { schemaText };
      withStates.push({
        interrupt: { taskId, nodeId, index, id, valueText, ...schema, ...unclear },
        state: 'pending',
      });
    }
  }
  const positions = placesById(withStates);
  const remaining = withStates.filter((candidate, index) => {
    const rivals = positions.get(candidate.interrupt.id) ?? [];
    return !rivals.some(({ other, otherAt }) => replaces(other, otherAt, candidate, index));
  });
  const interruptsIn = (expectedState: InterruptWithState['state']): PendingInterrupt[] =>
    remaining.flatMap(({ interrupt, state: interruptState }) =>
      interruptState === expectedState ? [interrupt] : [],
    );
  const listed = interruptsIn('pending');
  // Some servers report interrupts outside of tasks. They are only needed if no task has any.
  const interrupts = withStates.length > 0 ? listed : interruptsBesideTasks(state, tasks, next);
  const answered = interruptsIn('answered');
  const discarded = interruptsIn('discarded');
  return {
    next,
    tasks,
    interrupts,
    // Without pending interrupts, answered ones are history.
    ...(interrupts.length > 0 && answered.length > 0 ? { answered } : {}),
    ...(discarded.length > 0 ? { discarded } : {}),
  };
}

// A state's position: the names down to it, and whether the task that holds it still waits.
// - `reported`: The interrupts of the task that holds it, each as its id and value.
// - `isPast`: Set below the root graph: its superstep is done.
interface Level {
  readonly path: readonly string[];
  readonly pending: boolean;
  readonly reported: ReadonlySet<string>;
  readonly isPast?: boolean;
}

interface LevelFacts {
  readonly next: string[];
  readonly tasks: ThreadTask[];
  readonly withStates: InterruptWithState[];
  // An edit wrote the newest checkpoint of this level, or of one inside it.
  readonly isEdited: boolean;
}

function readLevel(state: RawMembers, level: Level, evidence: AnswerEvidence): LevelFacts {
  const listed = elementTexts(state.text('tasks') ?? '').map((text) => readTask(readRawMembers(text), level));
  const next = state.text('next') === null ? null : arrayOrEmpty(state.value('next')).map(String);
  const isRoot = level.path.length === 0;
  const { finished, unclear } = settleTasks(listed, next, evidence, isRoot && evidence.unlisted.length > 0);
  // In a past state all tasks may have results, whose effect is in another state.
  const isPast = level.isPast ?? listed.every((task) => finished.has(task));
  const tasks: ThreadTask[] = [];
  const withStates: InterruptWithState[] = [];
  let callsOf: ReturnType<typeof toolCallsOfTasks> | null = null;
  let isEdited = ['update', 'fork'].includes(String(recordOrEmpty(state.value('metadata'))['source']));
  for (const listedTask of listed) {
    const { id, name, error, wire } = listedTask;
    const path = [...level.path, name];
    const nodeId = path.join(':');
    const isFinished = finished.has(listedTask);
    const pending = level.pending && !isFinished;
    const asking = interruptsOf(wire, { taskId: id, nodeId }, pending && unclear.has(listedTask));
    if (pending && asking.length > 0)
      callsOf ??= toolCallsOfTasks(
        state,
        listed.map((task) => task.wire),
      );
    const toolCalls = pending && asking.length > 0 ? (callsOf?.(wire) ?? []) : [];
    const interrupts =
      toolCalls.length === 0 ? asking : asking.map((one) => ({ ...one, toolCalls: [...toolCalls] }));
    const reported = new Set(pending ? interrupts.map(questionKey) : []);
    // Each level is parsed from its own text, so nested states cost depth times length.
    const inner =
      path.length < deepestSubgraph
        ? readLevel(readRawMembers(wire.text('state') ?? ''), { path, pending, reported, isPast }, evidence)
        : null;
    const innerIds = new Set(inner?.withStates.map(({ interrupt }) => interrupt.id));
    const isDiscarded = (interrupt: PendingInterrupt): boolean =>
      pending && inner?.isEdited === true && interrupt.id !== null && !innerIds.has(interrupt.id);
    const waiting = interrupts.map((interrupt): InterruptWithState => {
      if (!pending) return { interrupt, state: 'answered' };
      return { interrupt, state: isDiscarded(interrupt) ? 'discarded' : 'pending' };
    });
    const subgraph = subgraphOf(wire);
    tasks.push({
      id,
      nodeId,
      // It is about to run, as those beside it that did not begin.
      error: isCancelledTask(error) ? null : error,
      waiting: waiting.some((one) => one.state === 'pending'),
      ...(isFinished && !isPast && error === null ? { finished: true as const } : {}),
      ...(subgraph ? { subgraph } : {}),
    });
    for (const one of waiting) withStates.push(one);
    if (inner === null) continue;
    for (const task of inner.tasks) tasks.push(task);
    for (const one of inner.withStates) withStates.push(one);
    isEdited ||= inner.isEdited;
  }
  return { next: nextNodes(next ?? [], listed, finished, unclear), tasks, withStates, isEdited };
}

// The server's next nodes, and those of tasks that wait although it does not list them. Those that perhaps wait are
// only named if there is nothing else, so that the thread does not look finished.
function nextNodes(
  next: readonly string[],
  listed: readonly Task[],
  finished: ReadonlySet<Task>,
  unclear: ReadonlySet<Task>,
): string[] {
  const askingTasks = listed.filter((task) => task.interruptIds.length > 0 && !finished.has(task));
  const certainTasks = askingTasks.filter((task) => !unclear.has(task));
  const counts = new Map<string, number>();
  for (const name of next) counts.set(name, (counts.get(name) ?? 0) + 1);
  const missing = certainTasks.filter(({ name }) => {
    // A task without a name is no node.
    if (name === '?') return false;
    const count = counts.get(name) ?? 0;
    counts.set(name, count - 1);
    return count <= 0;
  });
  const all = [...next, ...missing.map(({ name }) => name)];
  return all.length > 0 ? all : askingTasks.map(({ name }) => name);
}

interface Task extends ListedTask {
  readonly wire: RawMembers;
}

function readTask(wire: RawMembers, { reported }: Level): Task {
  const id = nonEmptyStringOrNull(wire.value('id')) ?? '';
  const interrupts = interruptsOf(wire, { taskId: id, nodeId: '' }, false);
  return {
    id,
    name: nonEmptyStringOrNull(wire.value('name')) ?? '?',
    error: taskErrorMessage(wire.value('error')),
    hasResult: wire.text('result') !== null,
    interruptIds: interrupts.map((interrupt) => interrupt.id),
    isReportedAbove: interrupts.some((interrupt) => reported.has(questionKey(interrupt))),
    hasEnded: hasEnded(wire),
    wire,
  };
}

function hasEnded(task: RawMembers): boolean {
  const state = task.text('state');
  return state !== null && elementTexts(readRawMembers(state).text('tasks') ?? '').length === 0;
}

// An interrupt is repeated at outer levels with its id and value. Without an id that can't be recognized.
function questionKey({ id, valueText }: PendingInterrupt): string {
  return id === null ? '' : `${id} ${valueText}`;
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

function interruptsOf(
  task: RawMembers,
  asker: Pick<PendingInterrupt, 'taskId' | 'nodeId'>,
  unclear: boolean,
): PendingInterrupt[] {
  return readInterrupts(task.text('interrupts')).map((one, index) => ({
    ...toPending(one, index),
    ...asker,
    ...(unclear ? { perhapsAnswered: true as const } : {}),
  }));
}

function toPending(
  { id, taskId, path, valueText, schemaText }: ReportedInterrupt,
  index: number,
): PendingInterrupt {
  return {
    taskId: taskId ?? '',
    nodeId: path.join(':'),
    index,
    id,
    valueText,
    ...(schemaText === null ? {} : { schemaText }),
  };
}

/**
 * Interrupts that a server reports beside the tasks: in the state or thread itself, or in its values. Each is given to its task
 * where the report or the only task that is next shows which that is.
 */
export function interruptsBesideTasks(
  record: RawMembers,
  tasks: readonly Pick<ThreadTask, 'id' | 'nodeId'>[],
  next: readonly string[],
): PendingInterrupt[] {
  const values = record.text('values');
  const inValues = values?.trimStart().startsWith('{') ? memberText(values, '__interrupt__') : null;
  const reportedInterrupts = readInterrupts(record.text('interrupts'));
  const reported = reportedInterrupts.length > 0 ? reportedInterrupts : readInterrupts(inValues);
  const [only] = next.length === 1 ? next : [];
  return reported.map((one, index) => {
    const pending = toPending(one, index);
    const task = tasks.find(({ id }) => id !== '' && id === one.taskId);
    if (task) return { ...pending, nodeId: task.nodeId };
    if (pending.nodeId !== '' || only === undefined) return pending;
    const [asking] = tasks.filter(({ nodeId }) => nodeId === only);
    return { ...pending, nodeId: only, taskId: pending.taskId || (asking?.id ?? '') };
  });
}

// Interrupts of one id that are compared: each is reported once per level, so more is a server bug.
const maxRivals = 1_000;

// Indexed by id, so that thousands of interrupts cost linear time.
function placesById(
  withStates: readonly InterruptWithState[],
): ReadonlyMap<string | null, readonly { readonly other: InterruptWithState; readonly otherAt: number }[]> {
  const positions = new Map<string | null, { other: InterruptWithState; otherAt: number }[]>();
  for (const [otherAt, other] of withStates.entries()) {
    const positionsOfId = positions.get(other.interrupt.id) ?? [];
    if (positionsOfId.length < maxRivals) positionsOfId.push({ other, otherAt });
    positions.set(other.interrupt.id, positionsOfId);
  }
  return positions;
}

// Whether `other` is a better report of `candidate`: from a deeper level, or earlier in a task's list.
function replaces(
  other: InterruptWithState,
  otherAt: number,
  candidate: InterruptWithState,
  index: number,
): boolean {
  if (otherAt === index || other.interrupt.id !== candidate.interrupt.id) return false;
  const hasId = candidate.interrupt.id !== null;
  const sameValue = other.interrupt.valueText === candidate.interrupt.valueText;
  // Without ids only node and value tell: an outer level repeats an inner node's interrupt.
  if (other.interrupt.nodeId.startsWith(`${candidate.interrupt.nodeId}:`)) return hasId || sameValue;
  const sameTask =
    other.interrupt.taskId === candidate.interrupt.taskId &&
    other.interrupt.nodeId === candidate.interrupt.nodeId;
  return hasId && sameTask && sameValue && otherAt < index;
}
