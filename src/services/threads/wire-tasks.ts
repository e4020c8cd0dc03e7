import { elementTexts } from '../../exact-json/members.ts';
import type { PendingInterrupt, ThreadTask } from '../../shared/model/thread.ts';
import { itemsOf, membersOf, textOrNull } from '../read-wire.ts';
import { taskError } from './task-error.ts';
import { wireTexts, type WireTexts } from './wire-texts.ts';

/** What a checkpoint's tasks say, over all levels of subgraphs that the server sent along. */
export interface TaskFacts {
  readonly tasks: ThreadTask[];
  readonly interrupts: PendingInterrupt[];
  /** Interrupts whose task has its answer and waits for others of the same step. */
  readonly answered?: PendingInterrupt[];
}

/** An interrupt with the task that reported it. */
interface Found {
  readonly interrupt: PendingInterrupt;
  readonly taskId: string;
  readonly answered: boolean;
}

/**
 * Reads the tasks of a state (protocol, section 5). With `subgraphs: true` a task of a subgraph holds that
 * subgraph's state, whose tasks are read in turn; a node's id is the names along the way joined with `:`. The same
 * interrupt is reported at every level from the asking node up: it is kept once, at its deepest place. Of two
 * interrupts below one task the JavaScript server reports only one above, so that no level is left out.
 */
export function tasksOf(state: WireTexts): TaskFacts {
  const tasks: ThreadTask[] = [];
  const found: Found[] = [];
  collect(state, { path: [], pending: true }, tasks, found);
  const kept = found.filter((own, at) => !found.some((other, otherAt) => replaces(other, otherAt, own, at)));
  const interrupts = kept.filter((one) => !one.answered).map(({ interrupt }) => interrupt);
  const answered = kept.filter((one) => one.answered).map(({ interrupt }) => interrupt);
  // Where nothing waits any more, a list of what was asked once is history.
  return { tasks, interrupts, ...(interrupts.length > 0 && answered.length > 0 ? { answered } : {}) };
}

/** Where a state lies: the names down to it, and whether the task that holds it still waits. */
interface Level {
  readonly path: readonly string[];
  readonly pending: boolean;
}

function collect(state: WireTexts, level: Level, tasks: ThreadTask[], found: Found[]): void {
  const own = elementTexts(state.text('tasks') ?? '').map(wireTexts);
  const nameOf = (task: WireTexts): string => textOrNull(task.value('name')) ?? '?';
  // Empty is said, not missing: every task has its answer (after a resume that also went elsewhere).
  const next = state.text('next') === null ? null : countOf(itemsOf(state.value('next')).map(String));
  const listed = countOf(own.map(nameOf));
  for (const task of own) {
    const name = nameOf(task);
    const path = [...level.path, name];
    const nodeId = path.join(':');
    // Answered interrupts stay listed: in history the task has its result, in the newest state it left `next`.
    const left = next === null ? Infinity : (next.get(name) ?? 0);
    const pending = level.pending && task.text('result') === null && left > 0;
    const unclear = pending && left < (listed.get(name) ?? 0);
    const asked = interruptsOf(task, nodeId, unclear);
    const taskId = textOrNull(task.value('id')) ?? '';
    const waiting = pending && asked.length > 0;
    const subgraph = subgraphOf(task);
    const error = taskError(task.value('error'));
    tasks.push({ id: taskId, nodeId, error, waiting, ...(subgraph ? { subgraph } : {}) });
    found.push(...asked.map((interrupt) => ({ interrupt, taskId, answered: !pending })));
    collect(wireTexts(task.text('state') ?? ''), { path, pending }, tasks, found);
  }
}

/** A task of a subgraph has that subgraph's state, or says where it lies (protocol, section 5). */
export function subgraphOf(task: WireTexts): ThreadTask['subgraph'] {
  const state = task.text('state');
  const checkpoint = membersOf(
    state === null ? task.value('checkpoint') : wireTexts(state).value('checkpoint'),
  );
  const checkpointNs = textOrNull(checkpoint['checkpoint_ns']);
  if (checkpointNs === null || checkpointNs === '') return undefined;
  return { checkpointNs, checkpointId: textOrNull(checkpoint['checkpoint_id']) };
}

function countOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

function interruptsOf(task: WireTexts, nodeId: string, unclear: boolean): PendingInterrupt[] {
  return elementTexts(task.text('interrupts') ?? '').map((text) => {
    const interrupt = wireTexts(text);
    // Older JavaScript servers name it `interrupt_id`.
    const id = textOrNull(interrupt.value('id')) ?? textOrNull(interrupt.value('interrupt_id'));
    const schemaText = interrupt.text('response_schema');
    return {
      id,
      valueText: interrupt.text('value') ?? 'null',
      nodeId,
      ...(schemaText === null || schemaText === 'null' ? {} : { schemaText }),
      ...(unclear ? { perhapsAnswered: true as const } : {}),
    };
  });
}

/** Whether `other` says what `own` says, and better: from further below, or earlier in the list of one task. */
function replaces(other: Found, otherAt: number, own: Found, at: number): boolean {
  if (otherAt === at || other.interrupt.id !== own.interrupt.id) return false;
  const hasId = own.interrupt.id !== null;
  const sameValue = other.interrupt.valueText === own.interrupt.valueText;
  // Without ids only place and value tell: an outer level repeats what a node below it asked.
  if (other.interrupt.nodeId.startsWith(`${own.interrupt.nodeId}:`)) return hasId || sameValue;
  const sameTask = other.taskId === own.taskId && other.interrupt.nodeId === own.interrupt.nodeId;
  return hasId && sameTask && sameValue && otherAt < at;
}
