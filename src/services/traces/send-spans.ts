import { setTimeout as pause } from 'node:timers/promises';
import { ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import {
  abortAfter,
  backoffMs,
  networkErrorCode,
  retryAfterMs as requestedPauseMs,
  transientStatuses,
} from 'remote-graph-client/client';
import { AppError, type ErrorCode } from '../../shared/app-error.ts';
import { networkErrorMessage } from '../common/network-error-messages.ts';
import type { SpanBatch } from './encode-spans.ts';
import type { OtlpTarget } from './otlp-target.ts';
import { readBody } from '../network/read-body.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

export interface SendLimits {
  /** For one request, in milliseconds. */
  readonly requestMs: number;
  /** For all of them together, with their pauses, in milliseconds. */
  readonly totalMs: number;
  /** How often a request is sent at most. */
  readonly attempts: number;
  /** The first pause before a request is sent again, which doubles each time, in milliseconds. */
  readonly pauseMs: number;
}

export const defaultSendLimits: SendLimits = {
  requestMs: 15_000,
  totalMs: 120_000,
  attempts: 6,
  pauseMs: 500,
};

export interface SendReport {
  readonly sent: number;
  /** Spans that the receiver did not take, and its reasons. */
  readonly rejected: number;
  readonly reasons: readonly string[];
}

/**
 * Posts batches one after the other. After a transient failure (OTLP: 429, 502, 503, 504, a cut connection, no response
 * in time) a batch is sent again: spans have their own ids, so a batch that arrives twice is stored once. Throws an
 * `AppError` for anything else.
 */
export async function sendSpans(
  fetch: typeof globalThis.fetch,
  target: OtlpTarget,
  batches: Iterable<SpanBatch>,
  signal: AbortSignal,
  limits: SendLimits = defaultSendLimits,
): Promise<SendReport> {
  const deadline = performance.now() + limits.totalMs;
  let sent = 0;
  let rejected = 0;
  const reasons = new Set<string>();
  for (const batch of batches) {
    const outcome = await sendBatch(fetch, target, batch, { signal, limits, deadline });
    const refused = Math.min(batch.spans, Math.max(0, outcome.rejectedSpans));
    rejected += refused;
    sent += batch.spans - refused;
    if (outcome.errorMessage !== '' && reasons.size < maxReasons) reasons.add(outcome.errorMessage);
  }
  return { sent, rejected, reasons: [...reasons] };
}

interface Sending {
  readonly signal: AbortSignal;
  readonly limits: SendLimits;
  readonly deadline: number;
}

interface PartialSuccess {
  readonly rejectedSpans: number;
  readonly errorMessage: string;
}

const maxReasons = 5;
const maxReasonLength = 500;
// The answer to a batch has a few bytes.
const maxAnswerBytes = 64 * 1024;
const maxPauseMs = 10_000;

async function sendBatch(
  fetch: typeof globalThis.fetch,
  target: OtlpTarget,
  batch: SpanBatch,
  { signal, limits, deadline }: Sending,
): Promise<PartialSuccess> {
  for (let attempt = 1; ; attempt += 1) {
    const remainingMs = deadline - performance.now();
    const answer = await post(fetch, target, batch, signal, Math.min(limits.requestMs, remainingMs));
    if (!('failure' in answer)) return answer;
    const { failure, retryAfterMs } = answer;
    if (retryAfterMs === 'never' || attempt >= limits.attempts) throw failure;
    const pauseMs = retryAfterMs ?? backoffMs(attempt, limits.pauseMs, maxPauseMs);
    if (performance.now() + pauseMs >= deadline) throw failure;
    await pause(pauseMs, undefined, { signal });
  }
}

interface Failure {
  readonly failure: AppError;
  /** Before it makes sense to send again; `null` if the receiver does not say. */
  readonly retryAfterMs: number | 'never' | null;
}

async function post(
  fetch: typeof globalThis.fetch,
  { url, headers }: OtlpTarget,
  { body }: SpanBatch,
  signal: AbortSignal,
  timeoutMs: number,
): Promise<PartialSuccess | Failure> {
  const limited = abortAfter(Math.max(1, Math.ceil(timeoutMs)), signal);
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
      headers: requestHeaders(headers),
      body,
      signal: limited,
    });
    const answer = await answerOf(response);
    return response.ok ? partialSuccessOf(answer, url) : refusalOf(response, answer, url);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AppError) return { failure: error, retryAfterMs: 'never' };
    return limited.aborted ? timeout(url) : networkFailure(error, url);
  }
}

const protobufType = 'application/x-protobuf';

function requestHeaders(headers: OtlpTarget['headers']): Headers {
  const sent = new Headers(headers.map(({ name, value }): [string, string] => [name, value]));
  sent.set('content-type', protobufType);
  sent.set('accept', protobufType);
  return sent;
}

interface Answer {
  readonly type: string;
  readonly bytes: Uint8Array;
}

async function answerOf(response: Response): Promise<Answer> {
  const { bytes } = await readBody(response, maxAnswerBytes);
  const type = (response.headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return { type, bytes };
}

// An empty answer is a full success; one of another kind is not of OTLP: something else listens there.
function partialSuccessOf({ type, bytes }: Answer, url: URL): PartialSuccess {
  if (bytes.length === 0) return { rejectedSpans: 0, errorMessage: '' };
  try {
    const { rejectedSpans, errorMessage } =
      type === 'application/json'
        ? recordOrEmpty(recordOrEmpty(JSON.parse(Buffer.from(bytes).toString()))['partialSuccess'])
        : type === protobufType
          ? { ...ProtobufTraceSerializer.deserializeResponse(bytes).partialSuccess }
          : notOtlp(url, type);
    const count = Number(rejectedSpans ?? 0);
    return {
      rejectedSpans: Number.isFinite(count) ? count : 0,
      errorMessage: typeof errorMessage === 'string' ? shortText(errorMessage) : '',
    };
  } catch (error) {
    throw error instanceof AppError ? error : notOtlpError(url, 'can’t be read');
  }
}

function notOtlp(url: URL, type: string): never {
  throw notOtlpError(url, type === '' ? 'has no type' : `is ${shortText(type)}`);
}

function notOtlpError(url: URL, what: string): AppError {
  return new AppError(
    'protocol',
    `${url.host} does not answer as a receiver of traces does: its answer ${what}.`,
    {
      hint: `Check the address: ${url.href} must be that of OTLP over HTTP.`,
    },
  );
}

function refusalOf(response: Response, { type, bytes }: Answer, url: URL): Failure {
  const { status, headers } = response;
  const said = type === 'text/html' ? '' : shortText(Buffer.from(bytes).toString());
  const details = { status: String(status), address: url.href, ...(said === '' ? {} : { server: said }) };
  if (status >= 300 && status < 400) {
    const location = headers.get('location');
    return permanent(
      new AppError('protocol', `${url.host} redirects, which is not followed with keys in the request.`, {
        hint: location === null ? 'Check the address.' : `If you trust it, use ${shortText(location)}.`,
        details,
      }),
    );
  }
  const retryAfterMs = transientStatuses.has(status) ? requestedPauseMs(headers) : null;
  const { code, message, hint } = refusals[status] ?? {
    code: status >= 500 ? ('server-failed' as const) : ('rejected-by-server' as const),
    message: `did not accept the spans (status ${status})`,
    hint: said === '' ? 'Look into its log.' : `The receiver says: ${said}`,
  };
  const failure = new AppError(code, `${url.host} ${message}.`, {
    hint,
    details: retryAfterMs === null ? details : { ...details, retryAfterMs: String(retryAfterMs) },
  });
  return transientStatuses.has(status) ? { failure, retryAfterMs } : permanent(failure);
}

interface Refusal {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint: string;
}

const refusals: Readonly<Record<number, Refusal>> = {
  401: {
    code: 'unauthorized',
    message: 'wants a key for traces, or does not know the one that was sent (status 401)',
    hint: 'Add the header that it wants.',
  },
  403: {
    code: 'forbidden',
    message: 'does not allow this key to send traces (status 403)',
    hint: 'Ask for a key that may write traces.',
  },
  404: {
    code: 'protocol',
    message: 'has no receiver of traces at this address (status 404)',
    hint: 'Check the address: /v1/traces was added to it if it was missing.',
  },
  405: {
    code: 'protocol',
    message: 'takes no traces at this address (status 405)',
    hint: 'Check the address: /v1/traces was added to it if it was missing.',
  },
  413: {
    code: 'rejected-by-server',
    message: 'takes no request of this size (status 413)',
    hint: 'Send the spans without content, or raise its limit.',
  },
  415: {
    code: 'protocol',
    message: 'does not take OTLP as protobuf (status 415)',
    hint: 'Check that it is a receiver of OTLP over HTTP.',
  },
  429: {
    code: 'rate-limited',
    message: 'has got too many requests (status 429)',
    hint: 'Try again later: spans that have arrived are not there twice.',
  },
  503: {
    code: 'server-failed',
    message: 'takes no traces at the moment (status 503)',
    hint: 'Try again later: spans that have arrived are not there twice.',
  },
};

function permanent(failure: AppError): Failure {
  return { failure, retryAfterMs: 'never' };
}

// A connection that was made and cut may be made again; where there is none, nobody listens, or the address is wrong.
const cutCodes: ReadonlySet<string> = new Set([
  'ECONNRESET',
  'EPIPE',
  'UND_ERR_SOCKET',
  'UND_ERR_BODY_TIMEOUT',
  'EAI_AGAIN',
]);

function timeout(url: URL): Failure {
  const failure = new AppError('timeout', `${url.host} did not answer in time.`, {
    hint: 'Try again later: spans that have arrived are not there twice.',
  });
  return { failure, retryAfterMs: null };
}

function networkFailure(error: unknown, url: URL): Failure {
  const code = networkErrorCode(error);
  const { message, hint } = networkErrorMessage(code, url.href);
  const failure = new AppError('unreachable', `${url.host}: ${message}`, {
    hint,
    details: { code },
    cause: error,
  });
  return cutCodes.has(code) ? { failure, retryAfterMs: null } : permanent(failure);
}

function shortText(text: string): string {
  // Protobuf around a message is not for reading.
  return text
    .replaceAll(/[\p{C}\uFFFD]+/gu, ' ')
    .trim()
    .slice(0, maxReasonLength);
}
