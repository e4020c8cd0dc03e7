import { elementTexts } from '../../exact-json/members.ts';
import type { PendingInterrupt, ThreadTask } from '../../shared/model/thread.ts';
import { itemsOf, textOrNull } from '../read-wire.ts';
import { taskError } from './task-error.ts';
import { wireTexts, type WireTexts } from './wire-texts.ts';

/** What a checkpoint's tasks say, over all levels of subgraphs that the server sent along. */
export interface TaskFacts {
  readonly tasks: ThreadTask[];
  readonly interrupts: PendingInterrupt[];
}

/** An interrupt and how deep it was found; the deepest occurrence names the node that really waits. */
interface Found {
  readonly interrupt: PendingInterrupt;
  readonly depth: number;
}

/**
 * Reads the tasks of a state (protocol, section 5). With `subgraphs: true` a task of a subgraph holds that
 * subgraph's state, whose tasks are read in turn; a node's id is the names along the way joined with `:`. The same
 * interrupt is reported at every level from the asking node up: it is kept once, at its deepest place.
 */
export function tasksOf(state: WireTexts): TaskFacts {
  const tasks: ThreadTask[] = [];
  const found: Found[] = [];
  collect(state, [], tasks, found);
  return { tasks, interrupts: deepestOfEach(found) };
}

function collect(state: WireTexts, path: readonly string[], tasks: ThreadTask[], found: Found[]): void {
  const next = new Set(itemsOf(state.value('next')));
  for (const text of elementTexts(state.text('tasks') ?? '')) {
    const task = wireTexts(text);
    const name = textOrNull(task.value('name')) ?? '?';
    const ownPath = [...path, name];
    const nodeId = ownPath.join(':');
    // Answered interrupts stay listed: in history the task has its result, in the newest state it left `next`.
    const isPending = task.text('result') === null && (next.size === 0 || next.has(name));
    const own = isPending ? interruptsOf(task, nodeId) : [];
    const id = textOrNull(task.value('id')) ?? '';
    tasks.push({ id, nodeId, error: taskError(task.value('error')), waiting: own.length > 0 });
    found.push(...own.map((interrupt) => ({ interrupt, depth: path.length })));
    collect(wireTexts(task.text('state') ?? ''), ownPath, tasks, found);
  }
}

function interruptsOf(task: WireTexts, nodeId: string): PendingInterrupt[] {
  return elementTexts(task.text('interrupts') ?? '').map((text) => {
    const interrupt = wireTexts(text);
    // Older JavaScript servers name it `interrupt_id`.
    const id = textOrNull(interrupt.value('id')) ?? textOrNull(interrupt.value('interrupt_id'));
    return { id, valueText: interrupt.text('value') ?? 'null', nodeId };
  });
}

function deepestOfEach(found: readonly Found[]): PendingInterrupt[] {
  const kept = found.filter((own, at) => !found.some((other, otherAt) => replaces(other, otherAt, own, at)));
  return kept.map(({ interrupt }) => interrupt);
}

function replaces(other: Found, otherAt: number, own: Found, at: number): boolean {
  if (otherAt === at || other.interrupt.id !== own.interrupt.id) return false;
  if (own.interrupt.id !== null)
    return other.depth > own.depth || (other.depth === own.depth && otherAt < at);
  // Without ids only place and value tell: an outer level repeats what a node below it asked.
  const liesBelow = other.interrupt.nodeId.startsWith(`${own.interrupt.nodeId}:`);
  return liesBelow && other.interrupt.valueText === own.interrupt.valueText;
}
