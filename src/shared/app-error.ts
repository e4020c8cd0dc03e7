import { z } from 'zod';

/**
 * Every error that may cross the port between the window and its host. The list is closed: a view can switch over it
 * and the compiler tells when a code has no words yet.
 */
export const errorCodes = [
  'cancelled',
  'invalid-input',
  'not-found',
  'unauthorized',
  'forbidden',
  'conflict',
  'thread-busy',
  'thread-moved',
  'rejected-by-server',
  'rate-limited',
  'server-failed',
  'unreachable',
  'timeout',
  'not-a-graph-server',
  'protocol',
  'stream-unavailable',
  'unsupported',
  'storage',
  'secret-locked',
  'port-closed',
  'internal',
] as const;

/** One code of the closed list {@link errorCodes}. */
export type ErrorCode = (typeof errorCodes)[number];

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

/** What an expected failure may carry beside its code and sentence. */
export interface AppErrorOptions {
  /** What the user can do next, as one sentence. */
  readonly hint?: string;
  /** Named facts shown on demand: `status`, `server` (its own words), `where`. */
  readonly details?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An expected failure, thrown by services and by the port's client. Anything else that is thrown is a bug. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly hint: string | null;
  readonly details: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.hint = options.hint ?? null;
    this.details = options.details ?? {};
  }
}

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
