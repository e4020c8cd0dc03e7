import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { WebhookRefusal } from '../../shared/model/webhook.ts';
import { createBodyBudgets, perServer, readLimitedBody } from './read-limited-body.ts';
import { tokensOfRequest } from './webhook-token-location.ts';
import type { Probes } from './self-test.ts';
import type { StoredToken, WebhookTokenStore } from './webhook-token-store.ts';
import { webhookLimits, type WebhookLimits } from './webhook-settings.ts';

export interface WebhookRequest {
  readonly stored: StoredToken;
  // To be masked wherever the delivery repeats it.
  readonly token: string;
  readonly contentType: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly body: Buffer;
}

interface WebhookServerOptions {
  readonly address?: string;
  readonly port: number;
  readonly tokens: WebhookTokenStore;
  readonly onDelivery: (delivery: WebhookRequest) => void;
  readonly onRefusal: (status: number, reason: WebhookRefusal['reason']) => void;
  // Probes are answered, and count neither as deliveries nor as refused.
  readonly probes?: Pick<Probes, 'take'>;
  readonly limits?: WebhookLimits;
}

export interface WebhookServer {
  readonly port: number;
  // Closes every connection; resolves when the port is free.
  close(): Promise<void>;
}

interface Refused {
  readonly status: 404 | 413 | 415 | 429;
  readonly reason: WebhookRefusal['reason'];
}

/**
 * Opens the webhook listener: an HTTP server to which graph servers deliver the ends of runs. Listens for
 * `POST /hook/<token>` (see `tokensOfRequest` for other forms) and responds with 202; anything else gets an empty 404.
 * Shares nothing with the hosts that serve windows. `port: 0` takes any free one. Rejects with the system's error if it
 * can't listen.
 */
export function openWebhookServer(options: WebhookServerOptions): Promise<WebhookServer> {
  const {
    address = '127.0.0.1',
    port,
    tokens,
    onDelivery,
    onRefusal,
    probes,
    limits = webhookLimits,
  } = options;
  const budgetOf = createBodyBudgets(limits.bodiesInFlight, limits.bodiesInFlightPerServer);
  // Separate limits, so that neither guesses of tokens nor one server's flood block other deliveries.
  const deliveryLimitOf = perServer(() => createRateLimit(limits.perSecond));
  const allowRefusal = createRateLimit(limits.perSecond);

  const refuse = (request: IncomingMessage, response: ServerResponse, { status, reason }: Refused): void => {
    const isFlood = reason !== 'flood' && !allowRefusal();
    const responseStatus = isFlood ? 429 : status;
    onRefusal(responseStatus, isFlood ? 'flood' : reason);
    // The rest of the request is discarded, so the connection can't be reused.
    response.writeHead(responseStatus, { 'content-length': 0, connection: 'close' });
    linger(request, response, limits.lingerMs);
  };

  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (probes?.take(request)) {
      response.writeHead(tokensOfRequest(request) === null ? 404 : 202, {
        'content-length': 0,
        connection: 'close',
      });
      return linger(request, response, limits.lingerMs);
    }
    const verified = verifyRequest(request, tokens, limits.body);
    if ('reason' in verified) return refuse(request, response, verified);
    const { connectionId } = verified.stored;
    if (!deliveryLimitOf(connectionId)()) return refuse(request, response, { status: 429, reason: 'flood' });
    if (request.headers.expect !== undefined) response.writeContinue();
    const body = await readLimitedBody(request, limits.body, budgetOf(connectionId));
    if (body === 'gone') return;
    if (body === 'too-large') return refuse(request, response, { status: 413, reason: 'too-large' });
    if (body === 'no-room') return refuse(request, response, { status: 429, reason: 'flood' });
    response.writeHead(202, { 'content-length': 0 }).end();
    onDelivery({
      ...verified,
      contentType: request.headers['content-type'] ?? null,
      headers: headersOf(request),
      body,
    });
  };

  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    connectionsCheckingInterval: limits.checkMs,
    maxHeaderSize: limits.headerSize,
  });
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    // A socket that breaks while it is answered affects nobody else.
    receive(request, response).catch(() => request.destroy());
  };
  server.on('request', onRequest);
  // By default Node.js answers `Expect: 100-continue` by itself, before anything was checked.
  server.on('checkContinue', onRequest);

  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: address, port, exclusive: true }, () => {
      server.off('error', reject);
      server.on('error', () => undefined);
      const boundAddress = server.address();
      resolve({
        port: typeof boundAddress === 'object' && boundAddress !== null ? boundAddress.port : port,
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            server.closeAllConnections();
          }),
      });
    });
  });
}

// Responds at once, but closes only when the sender has finished or had time to read: a reset while it still sends can
// lose the response, and a JavaScript server loses a worker with each webhook that fails to be sent.
function linger(request: IncomingMessage, response: ServerResponse, ms: number): void {
  const { 'content-length': length = '0', 'transfer-encoding': transfer } = request.headers;
  if (length === '0' && transfer === undefined) {
    response.end();
    return;
  }
  response.flushHeaders();
  const timer = setTimeout(() => response.end(), ms);
  timer.unref();
  request.once('close', () => clearTimeout(timer));
  request.once('end', () => response.end());
  request.resume();
}

// Checks the method, the token and the size: everything that can be decided before reading the body.
function verifyRequest(
  request: IncomingMessage,
  tokens: WebhookTokenStore,
  maxBytes: number,
): { readonly stored: StoredToken; readonly token: string } | Refused {
  const { method, headers } = request;
  if (method !== 'POST') return { status: 404, reason: 'not-post' };
  const [token, ...others] = tokensOfRequest(request) ?? [];
  if (token === undefined) return { status: 404, reason: 'unknown-path' };
  if (others.length > 0) return { status: 404, reason: 'several-tokens' };
  const stored = tokens.verifyToken(token);
  if (stored === 'unknown') return { status: 404, reason: 'wrong-token' };
  if (stored === 'expired') return { status: 404, reason: 'expired-token' };
  const encoding = headers['content-encoding'] ?? 'identity';
  const transfer = headers['transfer-encoding'] ?? 'chunked';
  if (encoding.toLowerCase() !== 'identity' || transfer.toLowerCase() !== 'chunked') {
    return { status: 415, reason: 'encoded' };
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) return { status: 413, reason: 'too-large' };
  return { stored, token };
}

function headersOf({ rawHeaders }: IncomingMessage): { name: string; value: string }[] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [{ name: name.toLowerCase(), value: rawHeaders[index + 1] ?? '' }] : [],
  );
}

type RateLimit = () => boolean;

// Allows a burst of `perSecond`, and as many in every second after. `now`: a monotonic clock in
// milliseconds.
export function createRateLimit(perSecond: number, now: () => number = () => performance.now()): RateLimit {
  let remaining = perSecond;
  let updatedAt = now();
  return () => {
    const time = now();
    remaining = Math.min(perSecond, remaining + ((time - updatedAt) / 1000) * perSecond);
    updatedAt = time;
    if (remaining < 1) return false;
    remaining -= 1;
    return true;
  };
}
