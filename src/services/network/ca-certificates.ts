import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { AppError } from '../../shared/app-error.ts';
import type { CertificateAuthority } from '../../shared/model/network.ts';

/** Certificates out of a text: each as PEM, and what it says of itself. */
export interface CaCertificates {
  /** Nothing but the certificates, one after the other. */
  readonly caText: string;
  readonly authorities: readonly CertificateAuthority[];
}

const mostCertificates = 100;

/**
 * Reads the certificates that somebody chose for a connection (row C-6). Throws an `AppError` (`invalid-input`,
 * `details.where` = `ca`) for a text without any, for a damaged one, and for a private key, which belongs nowhere else.
 */
export function parseCaCertificates(text: string): CaCertificates {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) {
    throw wrong('The file holds a private key.', 'Choose the file that holds only the certificate.');
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) {
    throw wrong(
      'This holds no certificate.',
      'A certificate in PEM form begins with -----BEGIN CERTIFICATE-----.',
    );
  }
  if (blocks.length > mostCertificates) {
    throw wrong(
      `This holds ${blocks.length} certificates, more than ${mostCertificates}.`,
      'Choose the one of the authority that signed the certificate of the server.',
    );
  }
  const authorities = blocks.map((block, index) => read(block, index + 1));
  return { caText: `${blocks.join('\n')}\n`, authorities };
}

function read(block: string, place: number): CertificateAuthority {
  try {
    const { subject, validTo } = new X509Certificate(block);
    return { name: commonName(subject), validTo: new Date(validTo).toISOString() };
  } catch {
    throw wrong(`Certificate ${place} is damaged.`, 'Export it again, as PEM (Base64).');
  }
}

/** The name by which people know a certificate, or all of its subject. */
function commonName(subject: string): string {
  const name = /^(?:CN|O)=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
  return name === '' ? 'without a name' : name.slice(0, 200);
}

/**
 * The authorities that Node trusts by itself, with these. `ca` replaces them all, so they have to be named. Those of the
 * environment (`NODE_EXTRA_CA_CERTS`) are among them where Node can tell: from 22.15 on.
 */
export function trustedCertificates(caText: string): string[] {
  const usual: unknown = tls.getCACertificates;
  return [...(typeof usual === 'function' ? tls.getCACertificates('default') : tls.rootCertificates), caText];
}

function wrong(message: string, hint: string): AppError {
  return new AppError('invalid-input', message, { hint, details: { where: 'ca' } });
}
