import { AppError } from '../../shared/app-error.ts';

/** The command line is wrong. `hint`: where the right way is described. */
export function usageError(message: string, hint?: string): AppError {
  return new AppError('invalid-input', message, hint === undefined ? {} : { hint });
}
