import {
  ArgumentError,
  ConnectionError,
  CredentialError,
  GraphServerError,
  ProtocolError,
  RedirectError,
  RemoteGraphError,
  StreamError,
  TimeoutError,
  TooDeepError,
  TooLargeError,
  UnconfirmedChangeError,
  UnknownOutcomeError,
  type AttemptStats,
} from 'remote-graph-client/client';
import { AppError, type AppErrorOptions, type ErrorCode } from '../../shared/app-error.ts';
import { httpErrorMessage } from './http-error-messages.ts';
import type { HttpErrorMessage } from './known-refusals.ts';
import { networkErrorMessage } from './network-error-messages.ts';

export interface ErrorContext {
  readonly url?: string | null;
  /**
   * Removes known secrets from the server's message. Errors that leave through the contract are scrubbed
   * anyway.
   */
  readonly scrub?: (text: string) => string;
}

const maxServerTextLength = 2000;

const hostileHint =
  'The response was discarded. The graph or the server is at fault; if you do not trust this server, remove it.';

// Whether the engine failed on a value too deep or too long for it.
export function isEngineLimit(error: unknown): error is RangeError {
  return (
    error instanceof RangeError &&
    /call stack|string length|array length|Array buffer|cannot create a string/i.test(error.message)
  );
}

/**
 * Converts anything thrown by a graph client to an `AppError` with cause, hint, and the server's
 * message in `details.server`, cut at 2,000 characters. Returns an `AppError` unchanged and an abort as
 * `cancelled`. Anything else is a bug: `internal`, with the error as `cause`.
 */
export function asAppError(error: unknown, context: ErrorContext = {}): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof CredentialError && error.cause instanceof AppError) return error.cause;
  if (error instanceof Error && error.name === 'AbortError') {
    return new AppError('cancelled', 'The request was cancelled.', { cause: error });
  }
  const quote = (text: string): string => truncate(context.scrub ? context.scrub(text) : text);
  if (error instanceof GraphServerError) return fromAnswer(error, quote);
  if (error instanceof ConnectionError) {
    const { message, hint } = networkErrorMessage(error.code, context.url ?? null);
    return make('unreachable', message, hint, error, {
      code: error.code,
      reason: quote(error.message),
      ...(error.unsent ? { sent: 'no' } : {}),
      ...tookDetail(error.spent),
    });
  }
  if (error instanceof TimeoutError) return fromTimeout(error);
  // The studio's own limit for several requests, from `abortAfter`.
  if (error instanceof DOMException && error.name === 'TimeoutError') {
    const hint = 'It may be overloaded, starting, or behind a firewall. Try again.';
    return make('timeout', 'The server did not respond within the time limit.', hint, error);
  }
  if (error instanceof RedirectError) {
    const target = error.target === null ? 'unknown' : quote(error.target);
    const message = 'The server redirects to another address, and the API key must not be sent there.';
    const hint = 'If you trust it, save it as the address of the connection.';
    return make('not-a-graph-server', message, hint, error, { status: String(error.status), target });
  }
  if (error instanceof ProtocolError) return fromProtocol(error, quote);
  if (error instanceof TooDeepError) {
    const message = `The server sent lists and objects nested more than ${error.limitLevels.toLocaleString('en')} levels deep.`;
    return make('protocol', message, hostileHint, error, {
      server: quote(error.sample),
      reason: quote(error.message),
      ...(context.url ? { address: context.url } : {}),
    });
  }
  if (isEngineLimit(error)) {
    const message = "The server's response is too large or too deeply nested.";
    return make('protocol', message, hostileHint, error, {
      reason: error.message,
      ...(context.url ? { address: context.url } : {}),
    });
  }
  if (error instanceof TooLargeError) {
    const message = `The response is larger than ${Math.round(error.limitBytes / 2 ** 20)} MB and was not read completely.`;
    return make('protocol', message, 'Request less: fewer items, or a smaller part.', error);
  }
  if (error instanceof UnconfirmedChangeError) {
    const hint = 'Refresh, and check whether it was created before you try again.';
    return make('protocol', error.message, hint, error, { server: quote(error.sample) });
  }
  if (error instanceof UnknownOutcomeError) {
    const { clientRequestId, threadId } = error;
    const message = 'The run may have started: the server did not say so, or its response was lost.';
    // The thread may have been created for this run, so that nobody else names it.
    const hint =
      threadId === null
        ? 'A run without a thread cannot be looked up. Start it again only if it may run twice.'
        : `Check the runs of thread ${quote(threadId)} before you start it again.`;
    return make('outcome-unknown', message, hint, error, {
      clientRequestId,
      ...(threadId === null ? {} : { threadId: quote(threadId) }),
    });
  }
  if (error instanceof StreamError) {
    const details = { server: quote(`${error.errorName}: ${error.message}`) };
    return make(
      'server-failed',
      'The run failed on the server.',
      'See its message for the reason.',
      error,
      details,
    );
  }
  if (error instanceof ArgumentError) {
    return make('invalid-input', quote(error.message), 'Nothing was sent. Correct it and try again.', error);
  }
  if (error instanceof RemoteGraphError) {
    return make(
      'protocol',
      quote(error.message),
      'Try again. If it happens again, check the request log.',
      error,
    );
  }
  return new AppError('internal', 'Internal error.', {
    hint: 'This is a bug in the studio. See the log for details.',
    cause: error,
  });
}

function fromAnswer(error: GraphServerError, quote: (text: string) => string): AppError {
  const { code, message, hint } = error.isOutcomeUnknown
    ? unknownChange(error.method)
    : httpErrorMessage(error);
  return make(code, message, hint, error, {
    status: String(error.status),
    server: quote(error.serverText),
    request: quote(`${error.method} ${error.path}`),
    ...(error.requestId === null ? {} : { requestId: quote(error.requestId) }),
  });
}

function unknownChange(method: string): HttpErrorMessage {
  const isDeletion = method === 'DELETE';
  const what = isDeletion ? 'this was deleted' : 'the change was made';
  return {
    code: 'outcome-unknown',
    message: `A gateway got no response from the server, so it is unknown whether ${what}.`,
    hint: `Refresh, and check whether it ${isDeletion ? 'is still there' : 'was made'} before you try again.`,
  };
}

function fromTimeout(error: TimeoutError): AppError {
  const message = `The server took longer than ${Math.ceil(error.limitMs / 1000)} s to respond.`;
  const hint = 'It may be overloaded, starting, or behind a firewall. Try again.';
  return make('timeout', message, hint, error, { stage: error.stage, ...tookDetail(error.spent) });
}

function tookDetail(spent: AttemptStats | null): { took?: string } {
  if (spent === null) return {};
  const seconds = `${(spent.ms / 1000).toFixed(1)} s`;
  return { took: spent.attempts === 1 ? seconds : `${seconds} in ${spent.attempts} attempts` };
}

function fromProtocol(error: ProtocolError, quote: (text: string) => string): AppError {
  const isPage = /^\s*<(!doctype|html|\?xml|head|body)/i.test(error.sample);
  const message = isPage
    ? "The address returned a web page, not a graph server's response."
    : 'The response is not from a graph server.';
  const hint = 'Check the address: the base path may be missing, or a sign-in page may be in the way.';
  return make('not-a-graph-server', message, hint, error, {
    server: quote(error.sample),
    reason: quote(error.message),
    ...(error.status === null ? {} : { status: String(error.status) }),
  });
}

function make(
  code: ErrorCode,
  message: string,
  hint: string,
  cause: unknown,
  details: AppErrorOptions['details'] = {},
): AppError {
  return new AppError(code, message, { hint, details, cause });
}

function truncate(text: string): string {
  return text.length > maxServerTextLength ? `${text.slice(0, maxServerTextLength)} …` : text;
}
