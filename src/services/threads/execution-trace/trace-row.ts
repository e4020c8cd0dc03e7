import { readInterrupts } from '../../../shared/interrupts/read-interrupts.ts';
import { elementTexts } from '../../../exact-json/scan/object-members.ts';
import { messageUsageOf, type MessageUsage } from '../../../shared/token-counter.ts';
import { recordOrEmpty, nonEmptyStringOrNull } from '../../parsing/narrow.ts';
import { taskErrorMessage } from '../mappers/task-error.ts';
import { readRawMembers, type RawMembers } from '../../parsing/raw-members.ts';
import { AppError } from '../../../shared/app-error.ts';
import { listMembers } from '../../../shared/missing-members.ts';
import { missingMembers } from '../mappers/missing-members.ts';
import { checkpointFacts, type CheckpointFacts } from '../mappers/state-mapper.ts';

/** A checkpoint of history with the task facts that tell what ran. */
export interface TraceRow extends CheckpointFacts {
  readonly tasks: readonly TraceRowTask[];
}

export interface TraceRowTask {
  readonly name: string;
  /**
   * It failed, waits for a person, or finished beside such a task: it ran, although no checkpoint followed.
   */
  readonly ran: boolean;
  /** Namespace of the subgraph that it ran; `null` for a plain node. */
  readonly namespace: string | null;
  /** Tokens of the messages in its result, by message id, or by position without one. */
  readonly usages: ReadonlyMap<string, MessageUsage>;
}

/** Members of checkpoints without which another order or another graph would be told. */
const requiredMembers = ['checkpoint', 'parent_checkpoint', 'metadata', 'next', 'tasks', 'tasks.name'];

/**
 * Parses a page of history (docs/protocol.md, State object), newest first. Skips values. Throws `unsupported` for
 * checkpoints that do not tell what ran.
 */
export function parseTraceRows(listText: string): TraceRow[] {
  return elementTexts(listText).map((text) => {
    const state = readRawMembers(text);
    assertRequiredMembers(state);
    return { ...checkpointFacts(state), tasks: elementTexts(state.text('tasks') ?? '').map(toTask) };
  });
}

/** Throws `unsupported` for a checkpoint without the members that tell its order and what ran. */
export function assertRequiredMembers(state: RawMembers): void {
  const missing = missingMembers(state).filter((name) => requiredMembers.includes(name));
  if (missing.length === 0) return;
  throw new AppError(
    'unsupported',
    `The server's checkpoints have no ${listMembers(missing)}, so they do not tell what ran.`,
    { hint: 'The events of runs that the studio has read still tell.' },
  );
}

function toTask(text: string): TraceRowTask {
  const task = readRawMembers(text);
  return {
    name: nonEmptyStringOrNull(task.value('name')) ?? '?',
    ran:
      taskErrorMessage(task.value('error')) !== null ||
      readInterrupts(task.text('interrupts')).length > 0 ||
      task.text('result') !== null,
    namespace: nonEmptyStringOrNull(recordOrEmpty(task.value('checkpoint'))['checkpoint_ns']),
    usages: messageUsages(task.text('result') ?? ''),
  };
}

/** Depth at which messages are searched: in a list of a member, as graphs store them. */
const deepest = 4;

/** Tokens reported by messages in a node's result (`usage_metadata`), by message. */
export function messageUsages(resultText: string): ReadonlyMap<string, MessageUsage> {
  const found = new Map<string, MessageUsage>();
  // Most results have no message and are not parsed at all.
  if (!resultText.includes('"usage_metadata"')) return found;
  const visit = (value: unknown, depth: number): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) {
      for (const item of value) visit(item, depth + 1);
      return;
    }
    const members = recordOrEmpty(value);
    const usage = messageUsageOf(members);
    if (usage) found.set(nonEmptyStringOrNull(members['id']) ?? `#${found.size}`, usage);
    else for (const member of Object.values(members)) visit(member, depth + 1);
  };
  visit(JSON.parse(resultText), 0);
  return found;
}
