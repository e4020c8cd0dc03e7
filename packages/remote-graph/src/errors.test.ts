import { describe, expect, it } from 'vitest';
import {
  ArgumentError,
  ConnectionError,
  GraphServerError,
  ProtocolError,
  RedirectError,
  StreamError,
  ThreadBusyError,
  ThreadNotFoundError,
  TimeoutError,
  TooLargeError,
  UnknownOutcomeError,
  type RemoteGraphError,
} from './errors.ts';
import { GraphInterrupt } from './langchain/streaming/remote-errors.ts';

const target = { method: 'POST', path: '/threads' };
const answered = (status: number, retryAfterMs: number | null = null): GraphServerError =>
  new GraphServerError(target, { status, serverText: 'no', body: 'no', requestId: null, retryAfterMs });

const errors: readonly RemoteGraphError[] = [
  new ArgumentError('no'),
  new ConnectionError(target, 'ECONNREFUSED', true, 'refused', null),
  new ConnectionError(target, 'ECONNRESET', false, 'reset', null),
  new TimeoutError(target, 'headers', 1000),
  new RedirectError(target, 302, null, 'elsewhere'),
  new ProtocolError('no', ''),
  new TooLargeError(target, 1),
  new StreamError('Boom', 'no', null),
  new UnknownOutcomeError('id', null, 'nothing is known', null),
  new ThreadBusyError(answered(409)),
  new ThreadNotFoundError(answered(404)),
  new GraphInterrupt([]),
];

describe('what the caller can do', () => {
  it.each(errors.map((error) => [error.name, error] as const))('%s says it in one sentence', (_, error) => {
    expect(error.hint).toMatch(/^[A-Z].{20,}[.]$/);
  });

  it('differs for each kind of error', () => {
    const advices = errors.map(({ hint }) => hint);
    expect(new Set(advices).size).toBe(advices.length);
  });

  it('exists for every error status', () => {
    for (let status = 400; status < 600; status += 1)
      expect(answered(status).hint).toMatch(/^[A-Z].{10,}[.]$/);
    expect(answered(401).hint).toContain('key');
    expect(answered(500).hint).toContain('log');
  });

  it('names the delay that the server requested', () => {
    expect(answered(429, 1500).hint).toBe('Try again in 2 s.');
    expect(answered(503).hint).toBe('Try again in a while.');
  });

  it('differs with whether the request was sent', () => {
    const [, unsent, sent] = errors;
    expect(unsent?.hint).toContain('try again');
    expect(sent?.hint).toContain('may have arrived');
  });
});
