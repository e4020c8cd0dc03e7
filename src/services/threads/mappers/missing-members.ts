import { elementTexts } from '../../../exact-json/scan/object-members.ts';
import { nonEmptyStringOrNull, recordOrEmpty } from '../../parsing/narrow.ts';
import { readRawMembers, type RawMembers } from '../../parsing/raw-members.ts';

/** Members of a task without which it can't be said what it is or does. */
const taskMembers = ['id', 'name', 'interrupts'] as const;

/**
 * What a server leaves out of a state that the studio needs (docs/protocol.md, State object), by the names of the API. A
 * thread that never ran has no checkpoint, and lacks nothing.
 */
export function missingMembers(state: RawMembers): string[] {
  const isEmpty = ['metadata', 'created_at', 'checkpoint', 'parent_checkpoint'].every(
    (name) => state.text(name) === null,
  );
  if (isEmpty) return [];
  const metadata = recordOrEmpty(state.value('metadata'));
  const hasId = (name: string): boolean =>
    nonEmptyStringOrNull(recordOrEmpty(state.value(name))['checkpoint_id']) !== null ||
    nonEmptyStringOrNull(state.value(`${name}_id`)) !== null;
  const missing = ['metadata', 'tasks', 'next'].filter((name) => !isOfType(state, name));
  if (!state.has('values')) missing.push('values');
  if (!hasId('checkpoint')) missing.push('checkpoint');
  // Only a first checkpoint has no parent, and its step is negative or 0.
  const isLater = typeof metadata['step'] === 'number' && metadata['step'] > 0;
  const isNamed = state.has('parent_checkpoint') || state.has('parent_checkpoint_id');
  const isNameless = metadata['source'] === 'loop' && isLater && !hasId('parent_checkpoint');
  if (isNameless || (metadata['source'] !== 'input' && !isNamed)) missing.push('parent_checkpoint');
  return [...missing, ...missingOfTasks(state)];
}

function isOfType(state: RawMembers, name: string): boolean {
  const text = state.text(name)?.trimStart() ?? '';
  return text.startsWith(name === 'metadata' ? '{' : '[');
}

function missingOfTasks(state: RawMembers): string[] {
  const missing = new Set<string>();
  const visit = (level: RawMembers, depth: number): void => {
    for (const text of elementTexts(level.text('tasks') ?? '')) {
      const task = readRawMembers(text);
      for (const name of taskMembers) {
        const isThere =
          name === 'interrupts' ? task.text(name) !== null : nonEmptyStringOrNull(task.value(name)) !== null;
        if (!isThere) missing.add(`tasks.${name}`);
      }
      for (const interrupt of elementTexts(task.text('interrupts') ?? ''))
        if (!readRawMembers(interrupt).has('value')) missing.add('tasks.interrupts.value');
      const inner = task.text('state');
      if (inner !== null && depth < deepest) visit(readRawMembers(inner), depth + 1);
    }
  };
  visit(state, 0);
  return [...missing];
}

/** Each level is parsed from its own text, so that deep ones would cost much. */
const deepest = 5;
