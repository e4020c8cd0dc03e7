import { nonEmptyStringOrNull, recordOrEmpty } from '../../common/narrow.ts';
import type { JsonMembers } from '../../common/raw-members.ts';

// Members of a task without which it can't be said what it is or does.
const taskMembers = ['id', 'name', 'interrupts'] as const;

/**
 * What a server leaves out of a state that the studio needs (docs/protocol.md, State object), by the names of the API. A
 * thread that never ran has no checkpoint, and lacks nothing.
 */
export function missingMembers(state: JsonMembers): string[] {
  const isThere = (name: string): boolean => !['missing', 'null'].includes(state.kind(name));
  const has = (name: string): boolean => state.kind(name) !== 'missing';
  const isEmpty = !['metadata', 'created_at', 'checkpoint', 'parent_checkpoint'].some(isThere);
  if (isEmpty) return [];
  const metadata = recordOrEmpty(state.value('metadata'));
  const hasId = (name: string): boolean =>
    nonEmptyStringOrNull(recordOrEmpty(state.value(name))['checkpoint_id']) !== null ||
    nonEmptyStringOrNull(state.value(`${name}_id`)) !== null;
  const missing = ['metadata', 'tasks', 'next'].filter(
    (name) => state.kind(name) !== (name === 'metadata' ? 'object' : 'list'),
  );
  if (!has('values')) missing.push('values');
  if (!hasId('checkpoint')) missing.push('checkpoint');
  // Only a first checkpoint has no parent, and its step is negative or 0.
  const isLater = typeof metadata['step'] === 'number' && metadata['step'] > 0;
  const isNamed = has('parent_checkpoint') || has('parent_checkpoint_id');
  const isNameless = metadata['source'] === 'loop' && isLater && !hasId('parent_checkpoint');
  if (isNameless || (metadata['source'] !== 'input' && !isNamed)) missing.push('parent_checkpoint');
  return [...missing, ...missingOfTasks(state)];
}

function missingOfTasks(state: JsonMembers): string[] {
  const missing = new Set<string>();
  const visit = (level: JsonMembers, depth: number): void => {
    for (const task of level.list('tasks')) {
      for (const name of taskMembers) if (!hasMember(task, name)) missing.add(`tasks.${name}`);
      if (task.list('interrupts').some((interrupt) => interrupt.kind('value') === 'missing'))
        missing.add('tasks.interrupts.value');
      const inner = depth < maxDepth ? task.object('state') : null;
      if (inner !== null) visit(inner, depth + 1);
    }
  };
  visit(state, 0);
  return [...missing];
}

function hasMember(task: JsonMembers, name: (typeof taskMembers)[number]): boolean {
  if (name !== 'interrupts') return nonEmptyStringOrNull(task.value(name)) !== null;
  return !['missing', 'null'].includes(task.kind(name));
}

// Each level is parsed from its own text, so that deep ones would cost much.
const maxDepth = 5;
