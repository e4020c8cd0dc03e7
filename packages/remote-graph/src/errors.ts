/** Base of all errors thrown by this client. Aborts throw the signal's own reason instead. */
export abstract class RemoteGraphError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }

  /** What the caller can do, as a sentence. */
  abstract get hint(): string;
}

/** Invalid argument: an empty id, a bad URL, a reserved header. Nothing was sent. */
export class ArgumentError extends RemoteGraphError {
  get hint(): string {
    return 'Nothing was sent. Correct the arguments.';
  }
}

/** There is no credential for a request, so it was not sent. `cause`: what a `RequestCredential` rejected with. */
export class CredentialError extends RemoteGraphError {
  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : 'There is no credential.', { cause });
  }

  get hint(): string {
    return 'Nothing was sent. Renew the credential.';
  }
}

/** The request that an error is about. `path`: path and query without the base URL; never contains a key. */
export interface RequestTarget {
  readonly method: string;
  readonly path: string;
}

/** The server responded with an error status. `serverText`: its own message, extracted from JSON. */
export class GraphServerError extends RemoteGraphError {
  readonly status: number;
  readonly serverText: string;
  /** Raw response body, cut at 64 KB. */
  readonly body: string;
  /** `x-request-id` of the response, for the operators of the server. */
  readonly requestId: string | null;
  readonly method: string;
  readonly path: string;
  /** `Retry-After` in milliseconds. */
  readonly retryAfterMs: number | null;
  /** A gateway answered a change without knowing what the server did: it may have been made. */
  readonly isOutcomeUnknown: boolean;

  constructor(
    target: RequestTarget,
    answer: {
      readonly status: number;
      readonly serverText: string;
      readonly body: string;
      readonly requestId: string | null;
      readonly retryAfterMs: number | null;
      readonly isOutcomeUnknown?: boolean;
    },
  ) {
    super(
      `The server responded with ${answer.status} to ${target.method} ${target.path}: ${answer.serverText}`,
    );
    this.status = answer.status;
    this.serverText = answer.serverText;
    this.body = answer.body;
    this.requestId = answer.requestId;
    this.retryAfterMs = answer.retryAfterMs;
    this.isOutcomeUnknown = answer.isOutcomeUnknown ?? false;
    this.method = target.method;
    this.path = target.path;
  }

  get hint(): string {
    if (this.isOutcomeUnknown)
      return 'A gateway answered. Check whether it took effect before you send it again.';
    return hintForStatus(this.status, this.retryAfterMs);
  }
}

/** Another run is active on the thread. Servers send 409 or 422 for it. */
export class ThreadBusyError extends GraphServerError {
  constructor(refusal: GraphServerError) {
    super(refusal, refusal);
  }

  override get hint(): string {
    return 'Wait until the active run ends, cancel it, or pass a different `multitaskStrategy`.';
  }
}

/** The run's thread does not exist, whatever status the server sent. */
export class ThreadNotFoundError extends GraphServerError {
  constructor(refusal: GraphServerError) {
    super(refusal, refusal);
  }

  override get hint(): string {
    return 'Create the thread first, or let the run create it with `ifNotExists: "create"`.';
  }
}

/** Attempts made and total time, including pauses, when a request is given up. */
export interface AttemptStats {
  readonly attempts: number;
  readonly ms: number;
}

// Suffix of a sentence: ` (3 attempts, 1.2 s in all)`.
function attemptsText(spent: AttemptStats | null): string {
  if (spent === null) return '';
  const seconds = `${(spent.ms / 1000).toFixed(1)} s in all`;
  return spent.attempts === 1 ? ` (${seconds})` : ` (${spent.attempts} attempts, ${seconds})`;
}

/**
 * No response: refused, reset, unknown host, TLS. `code` is Node's (`ECONNREFUSED`, ...) or `UNKNOWN` in a
 * browser.
 */
export class ConnectionError extends RemoteGraphError {
  readonly code: string;
  /** The request certainly never reached a server, so it is safe to send again. */
  readonly unsent: boolean;
  readonly spent: AttemptStats | null;
  readonly method: string;
  readonly path: string;

  constructor(
    target: RequestTarget,
    code: string,
    unsent: boolean,
    message: string,
    cause: unknown,
    spent: AttemptStats | null = null,
  ) {
    const reason = message.replace(/\.$/, '');
    super(`${target.method} ${target.path} got no complete response: ${reason}${attemptsText(spent)}.`, {
      cause,
    });
    this.code = code;
    this.unsent = unsent;
    this.spent = spent;
    this.method = target.method;
    this.path = target.path;
  }

  get hint(): string {
    return this.unsent
      ? 'The request did not reach a server. Check the address and the network, then try again.'
      : 'The request may have arrived. Check whether it took effect before you send it again.';
  }
}

/** A stage of a request exceeded its time limit. */
export class TimeoutError extends RemoteGraphError {
  /**
   * `headers`: until the response begins; `body`: silence within the response; `total`: the whole request.
   */
  readonly stage: 'headers' | 'body' | 'total';
  readonly limitMs: number;
  readonly spent: AttemptStats | null;
  readonly method: string;
  readonly path: string;

  constructor(
    target: RequestTarget,
    stage: 'headers' | 'body' | 'total',
    limitMs: number,
    spent: AttemptStats | null = null,
  ) {
    const what = { headers: 'no response', body: 'the response stalled', total: 'the response did not end' }[
      stage
    ];
    super(`${target.method} ${target.path}: ${what} for ${limitMs / 1000} s${attemptsText(spent)}.`);
    this.stage = stage;
    this.limitMs = limitMs;
    this.spent = spent;
    this.method = target.method;
    this.path = target.path;
  }

  get hint(): string {
    return 'The server may still be working. Check whether the request took effect, or raise the timeout.';
  }
}

/** The server redirects to another origin, where the key must not go. Nothing was sent there. */
export class RedirectError extends RemoteGraphError {
  readonly status: number;
  /** The redirect's target; `null` if hidden by the browser or missing. */
  readonly target: string | null;

  constructor(requestTarget: RequestTarget, status: number, target: string | null, why: string) {
    super(
      `${requestTarget.method} ${requestTarget.path} is redirected to ${target ?? 'an unknown address'}: ${why}`,
    );
    this.status = status;
    this.target = target;
  }

  get hint(): string {
    return 'If you trust that address, use it as the base URL.';
  }
}

/** The response is not of this API: a web page, an empty body, JSON of another shape. */
export class ProtocolError extends RemoteGraphError {
  /** First 200 characters of the response. */
  readonly sample: string;
  readonly status: number | null;

  constructor(message: string, text: string, status: number | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.sample = text.slice(0, 200);
    this.status = status;
  }

  get hint(): string {
    return 'Check the base URL: it may not be a graph server, or one that this client does not support yet.';
  }
}

/** The server accepted a change, but neither its answer nor a read shows the result. */
export class UnconfirmedChangeError extends RemoteGraphError {
  /** First 200 characters of the answer. */
  readonly sample: string;

  constructor(
    cause: ProtocolError,
    message = 'The server accepted the change, but its answer can’t be read.',
  ) {
    super(message, { cause });
    this.sample = cause.sample;
  }

  get hint(): string {
    return 'Look whether it was made before you send it again.';
  }
}

/** The response exceeds the size limit, counted after decompression; reading stopped there. */
export class TooLargeError extends RemoteGraphError {
  readonly limitBytes: number;

  constructor(target: RequestTarget, limitBytes: number) {
    super(
      `The response to ${target.method} ${target.path} is larger than ${Math.round(limitBytes / 2 ** 20)} MB.`,
    );
    this.limitBytes = limitBytes;
  }

  get hint(): string {
    return 'Request less at once, or raise the response limit.';
  }
}

/**
 * The response is nested too deeply and was not parsed. `what` names it: a request or an event of a
 * stream.
 */
export class TooDeepError extends RemoteGraphError {
  readonly limitLevels: number;
  /** First 200 characters of the response. */
  readonly sample: string;
  readonly what: string;

  constructor(what: string, limitLevels: number, text: string) {
    super(`${what} nests its values more than ${limitLevels} levels deep.`);
    this.limitLevels = limitLevels;
    this.sample = text.slice(0, 200);
    this.what = what;
  }

  get hint(): string {
    return 'The server or a proxy is at fault: no graph needs a response like this.';
  }
}

/** A run failed, or its outcome is unknown. `errorName`: class name of the graph's error. */
export class StreamError extends RemoteGraphError {
  readonly errorName: string;
  readonly runId: string | null;

  constructor(errorName: string, message: string, runId: string | null) {
    super(message);
    this.errorName = errorName;
    this.runId = runId;
  }

  get hint(): string {
    return 'Read the run and the state of its thread for the result.';
  }
}

/**
 * The request that starts a run was cut, and the thread does not show the run: it may or may not have started. Never
 * sent again. `clientRequestId` is in the run's metadata if it did start.
 */
export class UnknownOutcomeError extends RemoteGraphError {
  readonly clientRequestId: string;
  readonly threadId: string | null;
  /** The runs of the thread were read, and it was not among them. */
  readonly wasListed: boolean;

  constructor(
    clientRequestId: string,
    threadId: string | null,
    why: string,
    cause: unknown,
    wasListed = false,
  ) {
    super(`The run may have started: the request was interrupted, and ${why}.`, { cause });
    this.clientRequestId = clientRequestId;
    this.threadId = threadId;
    this.wasListed = wasListed;
  }

  get hint(): string {
    return 'Look for a run with this `clientRequestId` in its metadata before you start another.';
  }
}

// What a caller can do about an error status, as a sentence.
function hintForStatus(status: number, retryAfterMs: number | null): string {
  if (status === 429 || status === 503) {
    const wait = retryAfterMs === null ? 'a while' : `${Math.ceil(retryAfterMs / 1000)} s`;
    return `Try again in ${wait}.`;
  }
  return byStatus.get(status) ?? (status >= 500 ? serverFault : "Correct what the server's message names.");
}

const serverFault = 'Check the server log, then try again.';

const byStatus: ReadonlyMap<number, string> = new Map([
  [401, 'Pass a key that the server accepts (`apiKey` or a header).'],
  [403, "Use a key with more permissions, or ask the server's administrator."],
  [404, 'Check the ID. If everything is missing, check the base URL.'],
  [405, 'The server does not support this. It may be of another kind, or older.'],
  [407, 'Configure the user name and password of the proxy.'],
  [409, 'Read the current state from the server, then decide again.'],
  [413, 'Send less at once.'],
  [501, 'The server does not support this. It may be of another kind, or older.'],
  [502, 'The server may be starting or down. Try again later.'],
  [504, 'A gateway timed out. Try again, or start a background run and join it.'],
]);
