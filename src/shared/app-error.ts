// Every error code that may cross the RPC port. The list is closed, so views can switch over it and the
// compiler reports codes without a message.
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
  'outcome-unknown',
  'not-a-graph-server',
  'protocol',
  'stream-unavailable',
  'unsupported',
  'storage',
  'secret-locked',
  'credential',
  'confirmation-required',
  'port-closed',
  'internal',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/**
 * - `hint`: What the user can do next, as one sentence.
 * - `details`: Named facts shown on demand: `status`, `server` (its own message), `where`.
 */
export interface AppErrorOptions {
  readonly hint?: string;
  readonly details?: Readonly<Record<string, string>>;
  readonly cause?: unknown;
}

/** An expected failure, thrown by services and by the RPC client. Anything else thrown is a bug. */
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
