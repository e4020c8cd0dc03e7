import { createPrivateKey, createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

/** A certificate and its key, both as PEM. */
export interface TestCertificate {
  readonly name: string;
  readonly key: string;
  readonly cert: string;
}

/** Validity defaults to a day around now; `hosts` are names or addresses. */
export interface CertificateOptions {
  readonly hosts?: readonly string[];
  readonly from?: Date;
  readonly to?: Date;
}

const day = 86_400_000;

/** A private certificate authority. */
export function makeAuthority(name: string, options: CertificateOptions = {}): TestCertificate {
  return make(name, null, true, options);
}

/** A server certificate, signed by an authority, or self-signed without one. */
export function makeCertificate(
  name: string,
  signer: TestCertificate | null,
  options: CertificateOptions = {},
): TestCertificate {
  return make(name, signer, false, options);
}

function make(
  name: string,
  signer: TestCertificate | null,
  isAuthority: boolean,
  { hosts = [], from = new Date(Date.now() - day), to = new Date(Date.now() + day) }: CertificateOptions,
): TestCertificate {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const algorithm = sequence(objectId('1.2.840.10045.4.3.2'));
  const content = sequence(
    element(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    nameOf(signer?.name ?? name),
    sequence(timeOf(from), timeOf(to)),
    nameOf(name),
    createPublicKey(key).export({ type: 'spki', format: 'der' }),
    element(0xa3, sequence(...extensions(isAuthority, hosts))),
  );
  const signature = sign('sha256', content, createPrivateKey(signer?.key ?? key));
  const der = sequence(content, algorithm, element(0x03, Buffer.from([0]), signature));
  // OpenSSL can't read a certificate with an empty line, so a full last line must not end with a line break.
  const lines = (der.toString('base64').match(/.{1,64}/g) ?? []).join('\n');
  return { name, key, cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n` };
}

function extensions(isAuthority: boolean, hosts: readonly string[]): Buffer[] {
  const yes = element(0x01, Buffer.from([0xff]));
  const basic = sequence(objectId('2.5.29.19'), yes, octets(sequence(...(isAuthority ? [yes] : []))));
  if (hosts.length === 0) return [basic];
  const names = hosts.map((host) =>
    isIP(host) === 0 ? element(0x82, Buffer.from(host)) : element(0x87, addressBytes(host)),
  );
  return [basic, sequence(objectId('2.5.29.17'), octets(sequence(...names)))];
}

function addressBytes(host: string): Buffer {
  if (host === '::1') return Buffer.concat([Buffer.alloc(15), Buffer.from([1])]);
  return Buffer.from(host.split('.').map(Number));
}

// The DER encodings that a certificate needs (X.690, RFC 5280).

function element(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const long = length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...(length < 0x80 ? [length] : long)]), content]);
}

const sequence = (...parts: readonly Uint8Array[]): Buffer => element(0x30, ...parts);
const integer = (bytes: Uint8Array): Buffer => element(0x02, bytes);
const octets = (content: Uint8Array): Buffer => element(0x04, content);

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  const bytes = rest.flatMap((part) => {
    const groups = [part & 0x7f];
    for (let left = part >> 7; left > 0; left >>= 7) groups.unshift((left & 0x7f) | 0x80);
    return groups;
  });
  return element(0x06, Buffer.from([first * 40 + second, ...bytes]));
}

function nameOf(name: string): Buffer {
  const part = sequence(objectId('2.5.4.3'), element(0x0c, Buffer.from(name)));
  return sequence(element(0x31, part));
}

/** The standard requires two-digit years up to 2049. */
function timeOf(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/\D/g, '').slice(2, 14);
  return element(0x17, Buffer.from(`${digits}Z`));
}
