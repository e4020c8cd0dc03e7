import { AppError } from '../../shared/app-error.ts';

/** For a server that ignores where a page of the history begins: what is older can't be read. */
export function repeatedHistory(): AppError {
  return new AppError('protocol', 'The server sent the same checkpoints again instead of older ones.');
}
