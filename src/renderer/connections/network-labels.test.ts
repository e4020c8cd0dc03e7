import { describe, expect, it } from 'vitest';
import type { Connection } from '../../shared/model/connection.ts';
import { resolvedAddressText, certificateText, clockSkewText } from './network-labels.ts';

const path = { address: null, proxy: null, skewMs: null };
const connection: Connection = {
  id: 'c1',
  kind: 'remote',
  name: 'Staging',
  url: 'https://staging.example.com',
  key: { storage: 'none', last4: null },
  headers: [],
};

describe('words for the way to a server', () => {
  it.each([
    [null, null],
    [0, null],
    [120_000, null],
    [-120_000, null],
    [121_000, "2 min 1 s ahead of the studio's"],
    [-300_000, "5 min 0 s behind the studio's"],
    [-3 * 3_600_000, "3 hours behind the studio's"],
    [86_400_000 * 3, "3 days ahead of the studio's"],
  ])('a skew of %s ms reads %j', (skewMs, text) => {
    expect(clockSkewText({ ...path, skewMs })).toBe(text);
  });

  it.each([
    ['http://localhost:2024', '127.0.0.1', '127.0.0.1'],
    ['http://localhost:2024', '::1', '::1'],
    ['http://127.0.0.1:2024', '127.0.0.1', null],
    ['http://[::1]:2024', '::1', null],
    ['https://graphs.example', null, null],
    [null, '127.0.0.1', null],
  ])('of %s answered by %s is shown %j', (url, address, expected) => {
    expect(resolvedAddressText(url, { ...path, address })).toBe(expected);
  });

  it('says how a certificate is checked', () => {
    const authorities = [{ name: 'Company Root', validTo: '2030-01-02T00:00:00.000Z' }];
    expect(certificateText({ ...connection, url: 'http://staging.example.com' })).toBeNull();
    expect(certificateText(connection)).toBe('checked');
    expect(certificateText({ ...connection, trust: { caText: 'PEM', insecure: false, authorities } })).toBe(
      'checked, also against Company Root, valid until 2030-01-02',
    );
    expect(certificateText({ ...connection, trust: { caText: null, insecure: true, authorities: [] } })).toBe(
      'not checked',
    );
  });
});
