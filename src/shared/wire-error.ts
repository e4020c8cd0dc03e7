import * as z from 'zod/mini';
import { AppError, errorCodes } from './app-error.ts';

/**
 * A serialized error: a code to switch over, a sentence, a hint what to do next, and details (the server's
 * message, a status) shown on demand. Never contains a secret or stack.
 */
export const WireError = z.strictObject({
  code: z.enum(errorCodes),
  message: z.string(),
  hint: z.nullable(z.string()),
  details: z.record(z.string(), z.string()),
});
export type WireError = z.infer<typeof WireError>;

/** Serializes anything thrown. A bug becomes `internal` without its message, which may hold paths or keys. */
export function toWireError(error: unknown): WireError {
  if (error instanceof AppError) {
    const { code, message, hint, details } = error;
    return { code, message, hint, details: { ...details } };
  }
  return {
    code: 'internal',
    message: 'Internal error.',
    hint: 'This is a bug in the studio. See the log for details.',
    details: {},
  };
}

/** The error for a wire error, so that both ends of the port throw and catch the same class. */
export function fromWireError({ code, message, hint, details }: WireError): AppError {
  return new AppError(code, message, { details, ...(hint === null ? {} : { hint }) });
}
