import { describe, expect, it } from 'vitest';
import { checkHeaderName, normalizeHeaderValue, normalizeKey } from './header-rules.ts';

describe('the rules for headers and keys', () => {
  it.each(['authorization', 'X-Tenant', 'cookie', 'x_y.z!', 'user-agent', 'x-api-keys'])(
    '%s may be set',
    (name) => {
      expect(() => checkHeaderName(name)).not.toThrow();
    },
  );

  it.each([
    ['x-api-key', /key field/],
    ['X-API-Key', /key field/],
    ['Host', /studio itself/],
    ['content-length', /studio itself/],
    ['Transfer-Encoding', /studio itself/],
    ['connection', /studio itself/],
    ['sec-fetch-site', /studio itself/],
    ['proxy-authorization', /studio itself/],
    ['last-event-id', /studio itself/],
    ['', /can't be the name/],
    ['a b', /can't be the name/],
    ['a:b', /can't be the name/],
    ['x\r\nhost', /can't be the name/],
    ['ü', /can't be the name/],
    ['\u0000', /can't be the name/],
  ])('%j is refused', (name, message) => {
    expect(() => checkHeaderName(name)).toThrow(
      expect.objectContaining({ code: 'invalid-input', details: { where: 'headers' } }),
    );
    expect(() => checkHeaderName(name)).toThrow(message);
  });

  it('values lose the white space at their ends and keep the rest', () => {
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
  ])('the value %j is refused, and not repeated', (value, message) => {
    for (const act of [() => normalizeHeaderValue('x-y', value), () => normalizeKey(value)]) {
      expect(act).toThrow(message);
      expect(act).not.toThrow(value.trim() || 'never said');
    }
  });
});
