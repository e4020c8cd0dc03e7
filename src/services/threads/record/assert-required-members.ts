import { AppError } from '../../../shared/app-error.ts';
import { listMembers } from '../../../shared/missing-members.ts';
import type { JsonMembers } from '../../common/raw-members.ts';
import { missingMembers } from '../mappers/missing-members.ts';

// Members of checkpoints without which another order or another graph would be shown.
const requiredMembers = ['checkpoint', 'parent_checkpoint', 'metadata', 'next', 'tasks', 'tasks.name'];

// Throws `unsupported` for a checkpoint without the members that give its order and what ran.
export function assertRequiredMembers(state: JsonMembers): void {
  const missing = missingMembers(state).filter((name) => requiredMembers.includes(name));
  if (missing.length === 0) return;
  throw new AppError(
    'unsupported',
    `The server's checkpoints have no ${listMembers(missing)}, so they do not report what ran.`,
    { hint: 'The events of runs that the studio has read still report it.' },
  );
}
