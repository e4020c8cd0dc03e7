import { hintForStatus } from './status-hints.ts';

/** Base of everything that this client throws on purpose. An abort throws the signal's own reason instead. */
export abstract class RemoteGraphError extends Error {
  constructor(message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }

  /** What the caller can do about it, as a sentence. */
  abstract get hint(): string;
}

/** The caller gave something that can't be sent: an empty id, a bad URL, a reserved header. Nothing was sent. */
export class ArgumentError extends RemoteGraphError {
  get hint(): string {
    return 'Correct what was given; nothing was sent.';
  }
}

/** Which request an error is about. `path` is path and query without the base URL; it never holds a key. */
export interface RequestTarget {
  readonly method: string;
  readonly path: string;
}

/** The server answered with an error status. `serverText` holds its own words, taken out of its JSON where it sent JSON. */
export class GraphServerError extends RemoteGraphError {
  readonly status: number;
  readonly serverText: string;
  /** The raw body of the answer, cut at 64 KB. */
  readonly body: string;
  /** The answer's `x-request-id`, for the people who run the server. */
  readonly requestId: string | null;
  readonly method: string;
  readonly path: string;
  /** How long the server asked to wait (`Retry-After`), in milliseconds. */
  readonly retryAfterMs: number | null;

  constructor(
    place: RequestTarget,
    answer: {
      readonly status: number;
      readonly serverText: string;
      readonly body: string;
      readonly requestId: string | null;
      readonly retryAfterMs: number | null;
    },
  ) {
    super(`The server answered ${answer.status} to ${place.method} ${place.path}: ${answer.serverText}`);
    this.status = answer.status;
    this.serverText = answer.serverText;
    this.body = answer.body;
    this.requestId = answer.requestId;
    this.retryAfterMs = answer.retryAfterMs;
    this.method = place.method;
    this.path = place.path;
  }

  get hint(): string {
    return hintForStatus(this.status, this.retryAfterMs);
  }
}

/** A run was refused because another one is active on its thread. Servers say 409 or 422 for it. */
export class ThreadBusyError extends GraphServerError {
  constructor(refusal: GraphServerError) {
    super(refusal, refusal);
  }

  override get hint(): string {
    return 'Wait until the active run ends, cancel it, or give a `multitaskStrategy` that lets this one in.';
  }
}

/** A run was refused because its thread does not exist, whatever the server called it. */
export class ThreadNotFoundError extends GraphServerError {
  constructor(refusal: GraphServerError) {
    super(refusal, refusal);
  }

  override get hint(): string {
    return 'Create the thread first, or let the run create it with `ifNotExists: "create"`.';
  }
}

/** What a request has cost when it is given up: how often it was sent or tried, and all its time, pauses included. */
export interface AttemptStats {
  readonly attempts: number;
  readonly ms: number;
}

/** At the end of a sentence: ` (3 attempts, 1.2 s in all)`. */
function spentWords(spent: AttemptStats | null): string {
  if (spent === null) return '';
  const seconds = `${(spent.ms / 1000).toFixed(1)} s in all`;
  return spent.attempts === 1 ? ` (${seconds})` : ` (${spent.attempts} attempts, ${seconds})`;
}

/** No answer came: refused, reset, unknown host, TLS. `code` is Node's (`ECONNREFUSED`, ...) or `UNKNOWN` in a browser. */
export class ConnectionError extends RemoteGraphError {
  readonly code: string;
  /** True when the request certainly never reached a server, so that sending it again can't do anything twice. */
  readonly unsent: boolean;
  /** `null` where nothing was counted. */
  readonly spent: AttemptStats | null;
  readonly method: string;
  readonly path: string;

  constructor(
    place: RequestTarget,
    code: string,
    unsent: boolean,
    words: string,
    cause: unknown,
    spent: AttemptStats | null = null,
  ) {
    const said = words.replace(/\.$/, '');
    super(`${place.method} ${place.path} got no whole answer: ${said}${spentWords(spent)}.`, { cause });
    this.code = code;
    this.unsent = unsent;
    this.spent = spent;
    this.method = place.method;
    this.path = place.path;
  }

  get hint(): string {
    return this.unsent
      ? 'Nothing reached a server: check the address and the network, then try again.'
      : 'It may have arrived: look whether it had its effect before you send it again.';
  }
}

/** A stage of a request took longer than its limit. */
export class TimeoutError extends RemoteGraphError {
  /** `headers`: until the answer began; `body`: silence within the answer; `total`: the whole request. */
  readonly stage: 'headers' | 'body' | 'total';
  readonly limitMs: number;
  /** `null` where nothing was counted. */
  readonly spent: AttemptStats | null;
  readonly method: string;
  readonly path: string;

  constructor(
    place: RequestTarget,
    stage: 'headers' | 'body' | 'total',
    limitMs: number,
    spent: AttemptStats | null = null,
  ) {
    const what = { headers: 'no answer', body: 'silence within the answer', total: 'no end of the answer' }[
      stage
    ];
    super(`${place.method} ${place.path}: ${what} for ${limitMs / 1000} s${spentWords(spent)}.`);
    this.stage = stage;
    this.limitMs = limitMs;
    this.spent = spent;
    this.method = place.method;
    this.path = place.path;
  }

  get hint(): string {
    return 'The server may still be at work: look whether it had its effect, or allow it more time.';
  }
}

/** The server points to another place, where the key must not go. Nothing was sent there (row C-5). */
export class RedirectError extends RemoteGraphError {
  readonly status: number;
  /** The address it names; `null` where the browser hides it or it names none. */
  readonly target: string | null;

  constructor(place: RequestTarget, status: number, target: string | null, why: string) {
    super(
      `${place.method} ${place.path} is redirected to ${target ?? 'an address that is not told'}: ${why}`,
    );
    this.status = status;
    this.target = target;
  }

  get hint(): string {
    return 'If the address that it names is meant and trusted, make it the base URL.';
  }
}

/** The answer is not what this API answers: a web page, an empty body, JSON of another shape (row C-12). */
export class ProtocolError extends RemoteGraphError {
  /** The first 200 characters of what came instead. */
  readonly sample: string;
  readonly status: number | null;

  constructor(message: string, text: string, status: number | null = null, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.sample = text.slice(0, 200);
    this.status = status;
  }

  get hint(): string {
    return 'Check the base URL: what answers there is no graph server, or one that this client does not know yet.';
  }
}

/** The answer is larger than the limit; reading stopped there (row C-10). Counted after decompression. */
export class TooLargeError extends RemoteGraphError {
  readonly limitBytes: number;

  constructor(place: RequestTarget, limitBytes: number) {
    super(
      `The answer to ${place.method} ${place.path} is larger than ${Math.round(limitBytes / 2 ** 20)} MB.`,
    );
    this.limitBytes = limitBytes;
  }

  get hint(): string {
    return 'Ask for less at once, or allow larger answers.';
  }
}

/**
 * The server nests lists and objects in each other deeper than any program does; nothing of its answer was read (row
 * J-8). `what` names the answer: a request, or an event of a stream.
 */
export class TooDeepError extends RemoteGraphError {
  readonly limitLevels: number;
  /** The first 200 characters of the answer. */
  readonly sample: string;
  readonly what: string;

  constructor(what: string, limitLevels: number, text: string) {
    super(`${what} nests its values more than ${limitLevels} levels deep.`);
    this.limitLevels = limitLevels;
    this.sample = text.slice(0, 200);
    this.what = what;
  }

  get hint(): string {
    return 'Look for the fault in the server, or in what stands between: no graph needs an answer like this.';
  }
}

/** A run failed, or its end can't be known. `errorName` is the name of the graph's own error class. */
export class StreamError extends RemoteGraphError {
  readonly errorName: string;
  readonly runId: string | null;

  constructor(errorName: string, message: string, runId: string | null) {
    super(message);
    this.errorName = errorName;
    this.runId = runId;
  }

  get hint(): string {
    return 'Read the run and the state of its thread: they tell what it came to.';
  }
}

/**
 * The request that starts a run was cut and the thread does not show the run: it may or may not have started (row
 * C-3). It is never sent again. `clientRequestId` lies in the run's metadata if it did start.
 */
export class UnknownOutcomeError extends RemoteGraphError {
  readonly clientRequestId: string;
  readonly threadId: string | null;

  constructor(clientRequestId: string, threadId: string | null, why: string, cause: unknown) {
    super(`The run may or may not have started: the request was cut, and ${why}.`, { cause });
    this.clientRequestId = clientRequestId;
    this.threadId = threadId;
  }

  get hint(): string {
    return 'Look for a run with this `clientRequestId` in its metadata before you start another.';
  }
}
