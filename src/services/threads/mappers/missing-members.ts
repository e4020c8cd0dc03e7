import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import type { JsonMembers } from '../../common/raw-members.ts';
import { recordOrEmpty } from '../../../shared/narrow.ts';

// Members of a task without which it can't be said what it is or does.
const taskMembers = ['id', 'name', 'interrupts'] as const;

// A state with none of them is of a thread that never ran.
const checkpointMembers = ['metadata', 'created_at', 'checkpoint', 'parent_checkpoint'] as const;

/**
 * What a server leaves out of a state that the studio needs (docs/protocol.md, State object), by the names of the API. A
 * thread that never ran has no checkpoint, and lacks nothing.
 */
export function missingMembers(state: JsonMembers): string[] {
  const has = (name: string): boolean => state.kind(name) !== 'missing';
  if (!checkpointMembers.some((name) => isPresent(state, name))) return [];
  const metadata = recordOrEmpty(state.value('metadata'));
  const hasId = (name: string): boolean =>
    nonEmptyStringOrNull(recordOrEmpty(state.value(name))['checkpoint_id']) !== null ||
    nonEmptyStringOrNull(state.value(`${name}_id`)) !== null;
  const missing: string[] = [];
  if (state.kind('metadata') !== 'object') missing.push('metadata');
  if (state.kind('tasks') !== 'list') missing.push('tasks');
  if (state.kind('next') !== 'list') missing.push('next');
  if (!has('values')) missing.push('values');
  if (!hasId('checkpoint')) missing.push('checkpoint');
  // Only a first checkpoint has no parent, and its step is negative or 0.
  const isLater = typeof metadata['step'] === 'number' && metadata['step'] > 0;
  const isNamed = has('parent_checkpoint') || has('parent_checkpoint_id');
  const isNameless = metadata['source'] === 'loop' && isLater && !hasId('parent_checkpoint');
  if (isNameless || (metadata['source'] !== 'input' && !isNamed)) missing.push('parent_checkpoint');
  for (const name of missingOfTasks(state)) missing.push(name);
  return missing;
}

function isPresent(members: JsonMembers, name: string): boolean {
  const kind = members.kind(name);
  return kind !== 'missing' && kind !== 'null';
}

function missingOfTasks(state: JsonMembers): ReadonlySet<string> {
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
  return missing;
}

function hasMember(task: JsonMembers, name: (typeof taskMembers)[number]): boolean {
  if (name !== 'interrupts') return nonEmptyStringOrNull(task.value(name)) !== null;
  return isPresent(task, name);
}

// Each level is parsed from its own text, so that deep ones would cost much.
const maxDepth = 5;
