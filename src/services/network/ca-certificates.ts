import { X509Certificate } from 'node:crypto';
import tls from 'node:tls';
import { AppError } from '../../shared/app-error.ts';
import type { CertificateAuthority } from '../../shared/model/network.ts';

interface CaCertificates {
  readonly caText: string;
  readonly authorities: readonly CertificateAuthority[];
}

const maxCertificates = 100;

/**
 * Parses a connection's certificates. Throws an `AppError` (`invalid-input`, `details.where` =
 * `ca`) for a text without any, a damaged one, and a private key, which must not be here.
 */
export function parseCaCertificates(text: string): CaCertificates {
  if (/-----BEGIN [A-Z ]*PRIVATE KEY-----/.test(text)) {
    throw invalidCertificateError(
      'The file contains a private key.',
      'Choose the file that contains only the certificate.',
    );
  }
  const blocks = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) {
    throw invalidCertificateError(
      'The file contains no certificate.',
      'A PEM certificate starts with -----BEGIN CERTIFICATE-----.',
    );
  }
  if (blocks.length > maxCertificates) {
    throw invalidCertificateError(
      `The file contains ${blocks.length} certificates, more than ${maxCertificates}.`,
      'Choose the one of the authority that signed the server certificate.',
    );
  }
  const authorities = blocks.map((block, index) => readCertificate(block, index + 1));
  return { caText: `${blocks.join('\n')}\n`, authorities };
}

function readCertificate(block: string, position: number): CertificateAuthority {
  try {
    const { subject, validTo } = new X509Certificate(block);
    return { name: commonName(subject), validTo: new Date(validTo).toISOString() };
  } catch {
    throw invalidCertificateError(`Certificate ${position} is damaged.`, 'Export it again as PEM (Base64).');
  }
}

function commonName(subject: string): string {
  const name = /^(?:CN|O)=(.+)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
  return name === '' ? 'without a name' : name.slice(0, 200);
}

// Node's own authorities plus these, because `ca` replaces the defaults. Includes `NODE_EXTRA_CA_CERTS` where
// Node exposes them, from 22.15 on.
export function trustedCertificates(caText: string): string[] {
  const usual: unknown = tls.getCACertificates;
  return [...(typeof usual === 'function' ? tls.getCACertificates('default') : tls.rootCertificates), caText];
}

function invalidCertificateError(message: string, hint: string): AppError {
  return new AppError('invalid-input', message, { hint, details: { where: 'ca' } });
}
