import { AppError } from '../../shared/app-error.ts';
import { asAppError } from './server-errors.ts';

/** Rejects for a change that was made and could not be read back, so that nobody takes it for one that failed. */
export function savedButUnread(what: string): (error: unknown) => never {
  return (error) => {
    const { code, message, details } = asAppError(error);
    throw new AppError(code, `${what} was saved, but it could not be read back. ${message}`, {
      hint: 'Refresh to see it, before you try again.',
      details: { ...details, written: 'yes' },
      cause: error,
    });
  };
}
