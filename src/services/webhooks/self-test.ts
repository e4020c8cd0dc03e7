import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { abortAfter } from 'remote-graph-client/client';
import type { WebhookEndpoint, WebhookSelfTest } from '../../shared/model/webhook.ts';
import { pause } from '../common/abortable.ts';
import { errorCodeOf } from '../storage/atomic-write.ts';
import { hookUrl } from './webhook-token-location.ts';

interface ProbeArrival {
  readonly host: string;
  // Path with query, the token replaced by `TOKEN`.
  readonly path: string;
  readonly at: number;
}

export interface Probes {
  // `null` if the request is no pending probe. Its token counts wherever it is, so that changed paths show.
  take(request: IncomingMessage): ProbeArrival | null;
  // A probe until `end`. `arrival` resolves when it arrives.
  start(): { readonly token: string; readonly arrival: Promise<ProbeArrival>; end(): void };
}

export function createProbes(): Probes {
  const pending = new Map<string, (arrival: ProbeArrival) => void>();
  return {
    take({ url = '', headers }) {
      for (const [token, arrived] of pending) {
        if (!url.includes(token)) continue;
        const path = url.replaceAll(token, 'TOKEN').slice(0, maxDetailLength);
        const arrival = {
          host: (headers.host ?? '').slice(0, maxDetailLength),
          path,
          at: performance.now(),
        };
        arrived(arrival);
        return arrival;
      }
      return null;
    },
    start() {
      const token = randomBytes(32).toString('base64url');
      const arrival = new Promise<ProbeArrival>((resolve) => {
        pending.set(token, resolve);
      });
      return {
        token,
        arrival,
        end: () => {
          pending.delete(token);
        },
      };
    },
  };
}

const maxDetailLength = 200;

interface SelfTestOptions {
  readonly fetch: typeof fetch;
  readonly probes: Probes;
  readonly publicUrl: string;
  readonly tokenIn: WebhookEndpoint['tokenIn'];
  // For the request, and again for an arrival after a good response: relays respond before they forward.
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

// Posts a probe to a public address and compares what arrives with what was sent. Follows no
// redirect, as servers don't. Rejects only when aborted.
export async function runSelfTest(options: SelfTestOptions): Promise<WebhookSelfTest> {
  const { fetch, probes, publicUrl, tokenIn, timeoutMs, signal } = options;
  const probe = probes.start();
  const from = performance.now();
  const sentAt = new Date().toISOString();
  const result = (
    details: Pick<WebhookSelfTest, 'outcome' | 'detail'> & {
      readonly status?: number | null;
      readonly end?: number;
    },
  ): WebhookSelfTest => ({
    outcome: details.outcome,
    publicUrl,
    at: sentAt,
    ms: Math.max(0, (details.end ?? performance.now()) - from),
    status: details.status ?? null,
    detail: details.detail?.slice(0, maxDetailLength) ?? null,
  });
  const judge = (arrival: ProbeArrival, status: number | null): WebhookSelfTest => {
    const { pathname, search } = new URL(hookUrl('http://listener', 'TOKEN', tokenIn));
    const response = { status, end: arrival.at };
    if (arrival.path !== pathname + search) {
      return result({ ...response, outcome: 'path-changed', detail: arrival.path });
    }
    return arrival.host === new URL(publicUrl).host
      ? result({ ...response, outcome: 'arrived', detail: null })
      : result({ ...response, outcome: 'host-changed', detail: arrival.host });
  };
  const arrivalWithin = (ms: number): Promise<ProbeArrival | null> =>
    Promise.race([probe.arrival, pause(ms, signal).then(() => null)]);

  try {
    const response = await fetch(hookUrl(publicUrl, probe.token, tokenIn), {
      method: 'POST',
      redirect: 'manual',
      headers: { 'content-type': 'application/json' },
      body: '{"status":"probe"}',
      signal: abortAfter(timeoutMs, signal),
    });
    const { status } = response;
    await response.body?.cancel();
    const arrival = await arrivalWithin(response.ok ? timeoutMs : 0);
    signal.throwIfAborted();
    if (arrival) return judge(arrival, status);
    const target = status >= 300 && status < 400 ? response.headers.get('location') : null;
    return target === null
      ? result({ outcome: 'other-server', status, detail: null })
      : result({ outcome: 'redirected', status, detail: target.replaceAll(probe.token, 'TOKEN') });
  } catch (error) {
    signal.throwIfAborted();
    // It may have arrived although the response was lost.
    const arrival = await arrivalWithin(0);
    if (arrival) return judge(arrival, null);
    return result(failureOf(error));
  } finally {
    probe.end();
  }
}

function failureOf(error: unknown): Pick<WebhookSelfTest, 'outcome' | 'detail'> {
  if (error instanceof Error && error.name === 'TimeoutError') return { outcome: 'timeout', detail: null };
  const code = codeWithin(error);
  const detail = code ?? (error instanceof Error ? error.message : String(error));
  const outcome = outcomes.find(([codes]) => codes.test(detail))?.[1] ?? 'cut';
  return { outcome, detail };
}

const outcomes: readonly (readonly [RegExp, WebhookSelfTest['outcome']])[] = [
  [/^(ENOTFOUND|EAI_)/, 'dns'],
  [/^ECONNREFUSED$/, 'refused'],
  [/TIMEOUT|^ETIMEDOUT$/, 'timeout'],
  [/^(EHOSTUNREACH|ENETUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL)$/, 'unreachable'],
  [/CERT|SSL|TLS|EPROTO/, 'tls'],
];

// `fetch` wraps the network's error, and several of them where a name has several addresses.
function codeWithin(cause: unknown): string | null {
  for (let error = cause, depth = 0; error instanceof Error && depth < 6; depth += 1) {
    const code = errorCodeOf(error);
    if (code !== null) return code;
    const errors: unknown = 'errors' in error ? error.errors : null;
    error = Array.isArray(errors) && errors.length > 0 ? (errors[0] as unknown) : error.cause;
  }
  return null;
}
