import { describe, expect, it } from 'vitest';
import { checkServerHeaderName, normalizeHeaderValue, normalizeKey } from './header-rules.ts';

describe('the rules for headers and keys', () => {
  it.each(['authorization', 'X-Tenant', 'cookie', 'x_y.z!', 'user-agent', 'x-api-keys'])(
    '%s is allowed',
    (name) => {
      expect(() => checkServerHeaderName(name)).not.toThrow();
    },
  );

  it.each([
    ['x-api-key', /key field/],
    ['X-API-Key', /key field/],
    ['Host', /set by the studio/],
    ['content-length', /set by the studio/],
    ['Transfer-Encoding', /set by the studio/],
    ['connection', /set by the studio/],
    ['sec-fetch-site', /set by the studio/],
    ['proxy-authorization', /set by the studio/],
    ['last-event-id', /set by the studio/],
    ['', /not a valid header name/],
    ['a b', /not a valid header name/],
    ['a:b', /not a valid header name/],
    ['x\r\nhost', /not a valid header name/],
    ['ü', /not a valid header name/],
    ['\u0000', /not a valid header name/],
  ])('%j is rejected', (name, message) => {
    expect(() => checkServerHeaderName(name)).toThrow(
      expect.objectContaining({ code: 'invalid-input', details: { where: 'headers' } }),
    );
    expect(() => checkServerHeaderName(name)).toThrow(message);
  });

  it('values are trimmed', () => {
    expect(normalizeHeaderValue('x', ' a  b\n')).toBe('a  b');
    expect(normalizeKey('lsv2_key\r\n')).toBe('lsv2_key');
  });

  it.each([
    ['', /empty/],
    ['  ', /empty/],
    ['a\r\nx-admin: 1', /line break/],
    ['a\u0000b', /control/],
    ['“quoted”', /can't send/],
    ['a\u2014b', /can't send/],
  ])('the value %j is rejected, and not repeated in the message', (value, message) => {
    for (const act of [() => normalizeHeaderValue('x-y', value), () => normalizeKey(value)]) {
      expect(act).toThrow(message);
      expect(act).not.toThrow(value.trim() || 'never said');
    }
  });
});
