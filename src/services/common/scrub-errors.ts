import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import { toWireError, type WireError } from '../../shared/wire-error.ts';
import { wrapHandlers } from '../../shared/wrap-handlers.ts';
import { asAppError, isEngineLimit } from './server-errors.ts';

/**
 * Wraps handlers to remove known secrets from every error: a server's message may repeat
 * the key that it refused. A wrapped bug is unwrapped, so that the host's log names it.
 */
export function withScrubbedErrors(
  handlers: StudioHandlers,
  scrub: (text: string) => string,
): StudioHandlers {
  const guard = (error: unknown): unknown => {
    // A server's value that exceeds an engine limit is no bug to log.
    if (isEngineLimit(error)) return asAppError(error);
    if (!(error instanceof AppError)) return error;
    return error.code === 'internal' && error.cause !== undefined ? error.cause : scrubError(error, scrub);
  };
  return wrapHandlers(handlers, {
    wrapCall: (_name, call) => async (input, signal) => {
      try {
        return await call(input, signal);
      } catch (error) {
        throw guard(error);
      }
    },
    wrapStream: (_name, stream) =>
      async function* guarded(input, signal) {
        try {
          yield* stream(input, signal);
        } catch (error) {
          throw guard(error);
        }
      },
  });
}

/** Anything thrown, for a snapshot or a document, which pass no wrapper of handlers. */
export function scrubbedProblem(error: unknown, scrub: (text: string) => string): WireError {
  return toWireError(scrubError(asAppError(error), scrub));
}

function scrubError(error: AppError, scrub: (text: string) => string): AppError {
  const details = Object.entries(error.details).map(([name, text]) => [name, scrub(text)] as const);
  return new AppError(error.code, scrub(error.message), {
    ...(error.hint === null ? {} : { hint: scrub(error.hint) }),
    details: Object.fromEntries(details),
    cause: error.cause,
  });
}
