import { describe, expect, it } from 'vitest';
import { CertificateFileError, certificatesIn, readCertificateFile } from './TlsFields.tsx';

describe('the file of a certificate', () => {
  it('is taken as it is when it is text, and as text when it is binary', async () => {
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    expect(await readCertificateFile(new Blob([pem]))).toBe(pem);
    const der = Uint8Array.from([0x30, 0x82, 1, 2, ...Array.from({ length: 60 }, (_, n) => n)]);
    const text = await readCertificateFile(new Blob([der]));
    const [first, ...lines] = text.trimEnd().split('\n');
    expect(first).toBe('-----BEGIN CERTIFICATE-----');
    expect(lines.pop()).toBe('-----END CERTIFICATE-----');
    expect(lines.map(({ length }) => length)).toEqual([64, 24]);
    expect(Uint8Array.from(atob(lines.join('')), (char) => char.charCodeAt(0))).toEqual(der);
  });

  it('is refused when it is far too large', async () => {
    const large = new Blob([new Uint8Array(200_000)]);
    await expect(readCertificateFile(large)).rejects.toThrow(CertificateFileError);
  });

  it('counts certificates', () => {
    expect(certificatesIn('')).toBe(0);
    expect(certificatesIn('-----BEGIN CERTIFICATE-----\n-----BEGIN CERTIFICATE-----')).toBe(2);
  });
});
