import { describe, expect, it } from 'vitest';
import { readCommandOutput } from './command-output.ts';

const now = Date.parse('2026-01-01T00:00:00Z');
const soon = '2026-01-01T01:00:00Z';
const read = (value: unknown) =>
  readCommandOutput(typeof value === 'string' ? value : JSON.stringify(value), 'authorization', now);

describe('the output of a credential command', () => {
  it.each([
    ['ours', { token: 'abc', expiration: soon }],
    ['the form of AWS', { Version: 1, token: 'abc', Expiration: soon }],
    ['the form of gcloud', { credential: { access_token: 'abc', token_expiry: soon }, configuration: {} }],
    [
      'the form of Kubernetes',
      { kind: 'ExecCredential', status: { token: 'abc', expirationTimestamp: soon } },
    ],
    ['headers', { headers: { Authorization: 'Bearer abc' }, expiration: soon }],
  ])('is read in %s', (_form, value) => {
    expect(read(value)).toEqual({ headers: { authorization: 'Bearer abc' }, expiresAt: Date.parse(soon) });
  });

  it('goes to the header that was chosen, without an expiry if none is given', () => {
    expect(readCommandOutput('{"token":" abc\\n"}', 'x-api-key', now)).toEqual({
      headers: { 'x-api-key': 'abc' },
      expiresAt: null,
    });
  });

  it.each([
    ['', 'it printed nothing.'],
    ['secret-4711', 'it did not print JSON.'],
    ['"secret-4711"', 'its JSON has no "token" and no "headers".'],
    ['null', 'its JSON has no "token" and no "headers".'],
    [{ key: 'secret-4711' }, 'its JSON has no "token" and no "headers".'],
    [{ token: 4711 }, 'its JSON has no "token" and no "headers".'],
    [{ token: 'secret-4711\nx: y' }, "its token can't be sent over HTTP."],
    [{ headers: {} }, 'its "headers" are empty.'],
    [{ headers: { host: 'secret-4711' } }, "one of its headers can't be sent over HTTP."],
    [{ headers: { 'secret-4711 ': 'x' } }, "one of its headers can't be sent over HTTP."],
    [
      { token: 'secret-4711', expiration: 'secret-4711' },
      'its "expiration" is not a date such as 2026-01-31T12:00:00Z.',
    ],
    [
      { token: 'secret-4711', expiration: 1767225600 },
      'its "expiration" is not a date such as 2026-01-31T12:00:00Z.',
    ],
    [
      { token: 'secret-4711', expiration: '2025-12-31T23:00:00Z' },
      'what it printed has expired at 2025-12-31T23:00:00.000Z.',
    ],
  ])('%j is refused without being repeated', (value, message) => {
    expect(() => read(value)).toThrow(message);
  });
});
