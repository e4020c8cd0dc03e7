import { describe, expect, it } from 'vitest';
import {
  ArgumentError,
  ConnectionError,
  GraphServerError,
  ProtocolError,
  RedirectError,
  RemoteGraphError,
  StreamError,
  TimeoutError,
  TooLargeError,
  UnknownOutcomeError,
} from 'remote-graph-client/client';
import { AppError, type ErrorCode } from '../../shared/app-error.ts';
import { abortAfter } from './abort-after.ts';
import { networkErrorMessage } from './network-error-messages.ts';
import { asAppError } from './server-errors.ts';

const target = { method: 'POST', path: '/threads/1/state' };
const answer = (status: number, serverText = 'words', retryAfterMs: number | null = null): GraphServerError =>
  new GraphServerError(target, {
    status,
    serverText,
    body: serverText,
    requestId: 'request-1',
    retryAfterMs,
  });

const answers: readonly (readonly [status: number, text: string, code: ErrorCode, hint: RegExp])[] = [
  [400, 'bad', 'rejected-by-server', /server's message/],
  [401, 'no key', 'unauthorized', /API key of this server/],
  [402, 'pay', 'rejected-by-server', /server's message/],
  [403, '', 'forbidden', /more permissions/],
  [404, 'Thread not found', 'not-found', /Refresh/],
  [405, '', 'unsupported', /older/],
  [501, '', 'unsupported', /older/],
  [409, 'Thread is busy', 'thread-busy', /Wait until/],
  [409, 'Thread already exists', 'conflict', /Refresh/],
  [407, '', 'rejected-by-server', /proxy address/],
  [413, '', 'rejected-by-server', /Send less/],
  [418, '', 'rejected-by-server', /server's message/],
  [422, 'Thread is already running a task. Wait for it to finish', 'thread-busy', /Wait until/],
  [422, 'input: required', 'rejected-by-server', /Correct/],
  [429, '', 'rate-limited', /a while/],
  [500, 'Internal Server Error', 'server-failed', /log/],
  [502, '', 'server-failed', /starting or down/],
  [503, '', 'server-failed', /starting or overloaded/],
  [504, '', 'server-failed', /overloaded/],
  [511, '', 'rejected-by-server', /sign in/],
  [599, '', 'server-failed', /log/],
];

/** A failure that a later client may know. */
class LaterError extends RemoteGraphError {
  readonly hint = 'Wait.';
}

describe('asAppError', () => {
  it.each(answers)('maps %i "%s" to %s with a next step', (status, text, code, hint) => {
    const error = asAppError(answer(status, text));
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^[A-Z].*\.$/);
    expect(error.hint).toMatch(hint);
    expect(error.details).toEqual({
      status: String(status),
      server: text,
      request: 'POST /threads/1/state',
      requestId: 'request-1',
    });
  });

  it.each<readonly [status: number, text: string, code: ErrorCode, message: RegExp, hint: RegExp]>([
    [
      422,
      "Invalid assistant: 'nosuch'. Must be either:\n- A valid assistant UUID, or\n- One of the registered graphs: writer, survey",
      'not-found',
      /no graph or assistant "nosuch"/,
      /\(writer, survey\), or add it/,
    ],
    [
      404,
      "Graph 'nosuch' not found. Expected one of: ['writer', 'survey']",
      'not-found',
      /no graph or assistant "nosuch"/,
      /\(writer, survey\)/,
    ],
    [
      400,
      'Cannot specify both configurable and context. Prefer setting context alone.',
      'rejected-by-server',
      /config\.configurable or context, not both/,
      /into context/,
    ],
    [
      422,
      'Webhook host blocked: localhost address (127.0.0.1)',
      'rejected-by-server',
      /does not call webhooks/,
      /"disable_loopback": false/,
    ],
    [422, 'Webhook must use https', 'rejected-by-server', /does not call webhooks/, /"require_https": false/],
    [422, 'Webhook port 8080 not allowed', 'rejected-by-server', /does not call webhooks/, /"allowed_ports"/],
    [422, 'Webhook URL too long', 'rejected-by-server', /rejected the values/, /Correct/],
  ])('says what the Python server refuses with %i: %s', (status, text, code, message, hint) => {
    const error = asAppError(answer(status, text));
    expect(error).toMatchObject({
      code,
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
    });
    expect(error.details['server']).toBe(text);
  });

  it('shortens a list of graphs in a hint', () => {
    const graphs = Array.from({ length: 500 }, (_, index) => `graph${index}`).join(', ');
    const { hint } = asAppError(
      answer(422, `Invalid assistant: 'x'. Must be either:\n- One of the registered graphs: ${graphs}`),
    );
    expect(hint?.length).toBeLessThan(500);
  });

  it.each([
    ['DELETE', /whether this was deleted\.$/, /still there/],
    ['PATCH', /whether the change was made\.$/, /was made/],
  ])('says of a %s that a gateway answered that its outcome is unknown', (method, message, hint) => {
    const gateway = new GraphServerError(
      { method, path: '/threads/1' },
      {
        status: 504,
        serverText: '',
        body: '',
        requestId: null,
        retryAfterMs: null,
        isOutcomeUnknown: true,
      },
    );
    expect(asAppError(gateway)).toMatchObject({
      code: 'outcome-unknown',
      message: expect.stringMatching(message),
      hint: expect.stringMatching(hint),
      details: { status: '504' },
    });
  });

  it('reports how long to wait after too many requests', () => {
    expect(asAppError(answer(429, '', 12_100)).hint).toBe('Try again in 13 s.');
  });

  it("scrubs the server's error, then truncates it to 2,000 characters", () => {
    const scrub = (text: string): string => text.replaceAll('canary', '[secret]');
    const { details } = asAppError(answer(500, `canary ${'x'.repeat(5000)}`), { scrub });
    expect(details['server']?.startsWith('[secret] xxx')).toBe(true);
    expect(details['server']?.length).toBe(2002);
  });

  it.each<readonly [RemoteGraphError, ErrorCode]>([
    [new ConnectionError(target, 'ECONNREFUSED', true, 'refused', null), 'unreachable'],
    [new TimeoutError(target, 'headers', 30_000), 'timeout'],
    [new RedirectError(target, 302, 'https://evil.example/', 'another origin'), 'not-a-graph-server'],
    [new ProtocolError('no JSON', '<!doctype html><title>Sign in</title>', 200), 'not-a-graph-server'],
    [new TooLargeError(target, 64 * 2 ** 20), 'protocol'],
    [new StreamError('ValueError', 'boom', 'run-1'), 'server-failed'],
    [new UnknownOutcomeError('id-1', 'thread-1', 'nobody knows', null), 'outcome-unknown'],
    [new ArgumentError('An ID is empty.'), 'invalid-input'],
    [new LaterError('something new'), 'protocol'],
  ])('%o has a code, a sentence and a next step', (cause, code) => {
    const error = asAppError(cause);
    expect(error.code).toBe(code);
    expect(error.message).toMatch(/^[A-Za-z].*[.\w]$/);
    expect(error.hint).toMatch(/\.$/);
    expect(error.cause).toBe(cause);
  });

  it('recognizes a web page, and shows how it begins', () => {
    const page = asAppError(new ProtocolError('no JSON', '<!doctype html><title>Sign in</title>', 200));
    expect(page.message).toContain('web page');
    expect(page.details['server']).toContain('Sign in');
    expect(asAppError(new ProtocolError('no JSON', '[]', 200)).message).not.toContain('web page');
  });

  it('names the target of a redirect', () => {
    const error = asAppError(new RedirectError(target, 307, 'https://evil.example/', 'another origin'));
    expect(error.details).toEqual({ status: '307', target: 'https://evil.example/' });
  });

  it('reports the total waiting time', () => {
    const late = new TimeoutError(target, 'headers', 30_000, { attempts: 1, ms: 30_012 });
    expect(asAppError(late).details).toMatchObject({ stage: 'headers', took: '30.0 s' });
    const gone = new ConnectionError(target, 'UND_ERR_CONNECT_TIMEOUT', true, 'late', null, {
      attempts: 4,
      ms: 41_000,
    });
    expect(asAppError(gone).details).toMatchObject({ took: '41.0 s in 4 attempts' });
  });

  it('says of a request that certainly never left that it was not sent, and of no other', () => {
    const failed = (unsent: boolean) => asAppError(new ConnectionError(target, 'E', unsent, 'no', null));
    expect([failed(true).details['sent'], failed(false).details['sent']]).toEqual(['no', undefined]);
  });

  it('calls the end of a time limit no bug', async () => {
    const limit = abortAfter(1);
    await expect.poll(() => limit.aborted).toBe(true);
    expect(asAppError(limit.reason)).toMatchObject({
      code: 'timeout',
      message: 'The server did not respond within the time limit.',
    });
  });

  it('passes an AppError on, maps an abort to cancelled, and keeps a bug as the cause', () => {
    const appError = new AppError('conflict', 'Taken.');
    expect(asAppError(appError)).toBe(appError);
    expect(asAppError(AbortSignal.abort().reason).code).toBe('cancelled');
    const bug = new TypeError('canary');
    const error = asAppError(bug);
    expect(error.code).toBe('internal');
    expect(error.message).not.toContain('canary');
    expect(error.cause).toBe(bug);
  });
});

describe('network errors', () => {
  it.each([
    ['ECONNREFUSED', /nothing is listening/],
    ['ENOTFOUND', /host name was not found/],
    ['EAI_AGAIN', /could not be looked up/],
    ['ECONNRESET', /closed the connection before/],
    ['ETIMEDOUT', /timed out/],
    ['UND_ERR_CONNECT_TIMEOUT', /timed out/],
    ['EHOSTUNREACH', /unreachable/],
    ['CERT_HAS_EXPIRED', /has expired/],
    ['CERT_NOT_YET_VALID', /not valid yet/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /self-signed/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /private authority/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /unknown authority/],
    ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', /unknown authority/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /another host name/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /TLS handshake failed/],
    ['EPROTO', /TLS handshake failed/],
    ['ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION', /not secure/],
    ['ERR_PROXY_AUTH_REQUESTED', /requires a user name and password/],
    ['ERR_PROXY_CONNECTION_FAILED', /proxy .* is not responding/],
    ['ERR_TUNNEL_CONNECTION_FAILED', /proxy could not connect/],
    ['ERR_PROXY_UNSUPPORTED', /not supported/],
    ['CERT_SOMETHING_NEW', /not accepted \(CERT_SOMETHING_NEW\)/],
    ['ESOMETHING', /could not be reached \(ESOMETHING\)/],
    ['__proto__', /could not be reached/],
  ])('%s has its own message', (code, message) => {
    expect(networkErrorMessage(code, null).message).toMatch(message);
    expect(networkErrorMessage(code, null).hint).not.toBe('');
  });

  it.each([
    ['http://localhost:2024', /nothing is listening on 127\.0\.0\.1 or ::1/],
    ['http://127.0.0.1:2024', /localhost: .*::1/],
    ['http://[::1]:2024', /localhost: .*127\.0\.0\.1/],
    ['http://example.com', /port/],
    [null, /port/],
  ])('refused at %s, the hint names the other address of this machine', (url, hint) => {
    expect(networkErrorMessage('ECONNREFUSED', url).hint).toMatch(hint);
  });
});
