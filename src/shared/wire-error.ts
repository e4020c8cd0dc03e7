import { z } from 'zod';
import { AppError, errorCodes } from './app-error.ts';

/**
 * An error as it travels: a code to switch over, a sentence for a person, what that person can do next, and details
 * (the server's own words, a status) that are shown on demand. Never holds a secret or a stack.
 */
export const WireError = z.strictObject({
  code: z.enum(errorCodes),
  message: z.string(),
  hint: z.string().nullable(),
  details: z.record(z.string(), z.string()),
});
export type WireError = z.infer<typeof WireError>;

/** The wire form of anything thrown. A bug travels as `internal` without its text, which may hold paths or keys. */
export function toWireError(thrown: unknown): WireError {
  if (thrown instanceof AppError) {
    const { code, message, hint, details } = thrown;
    return { code, message, hint, details: { ...details } };
  }
  return {
    code: 'internal',
    message: 'The studio failed inside.',
    hint: 'This is a bug in the studio. Its log names the place.',
    details: {},
  };
}

/** The error object for a wire error, so that both ends of the port throw and catch the same class. */
export function fromWireError({ code, message, hint, details }: WireError): AppError {
  return new AppError(code, message, { details, ...(hint === null ? {} : { hint }) });
}
