import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { makeAuthority } from '../../testing/fault-servers/certificates.ts';
import { parseCaCertificates } from './ca-certificates.ts';

const to = new Date('2040-05-06T07:08:09Z');
const one = makeAuthority('Company Root', { to });
const two = makeAuthority('Other Root');

describe('certificates that are chosen for a connection', () => {
  it('are named, and stored without surrounding text', () => {
    const { caText, authorities } = parseCaCertificates(`Bag Attributes\n${one.cert}\ntext\n${two.cert}`);
    expect(authorities.map(({ name }) => name)).toEqual(['Company Root', 'Other Root']);
    expect(authorities[0]?.validTo).toBe(to.toISOString());
    expect(caText).toBe(one.cert + two.cert);
    expect(parseCaCertificates(caText.replaceAll('\n', '\r\n')).authorities).toHaveLength(2);
  });

  it.each([
    ['', /no certificate/],
    ['some text', /no certificate/],
    [one.key, /private key/],
    [one.cert + one.key, /private key/],
    ['-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----', /Certificate 1 is damaged/],
    [one.cert.repeat(101), /101 certificates/],
  ])('%# is rejected with a reason at its field', (text, message) => {
    const details = { where: 'ca' };
    expect(() => parseCaCertificates(text)).toThrow(AppError);
    expect(() => parseCaCertificates(text)).toThrow(expect.objectContaining({ details }) as Error);
    expect(() => parseCaCertificates(text)).toThrow(message);
  });
});
