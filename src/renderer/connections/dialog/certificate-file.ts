// Larger files are not certificates. Far below the limit of a connection, because DER grows by a third as
// PEM.
const maxBytes = 128 * 1024;

/** The message is shown to the user. */
export class CertificateFileError extends Error {}

/**
 * The text of a certificate file: PEM is returned unchanged, one binary certificate (DER) is converted to
 * PEM. The back end verifies the content. Throws {@link CertificateFileError}.
 */
export async function readCertificateFile(file: Blob): Promise<string> {
  if (file.size > maxBytes) throw new CertificateFileError('This file is too large to be a certificate.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // A DER certificate starts with a sequence whose length takes two bytes, because it has more than 255.
  return bytes[0] === 0x30 && bytes[1] === 0x82 ? pemOf(bytes) : new TextDecoder().decode(bytes);
}

function pemOf(der: Uint8Array): string {
  const base64 = btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(''));
  const lines = base64.replaceAll(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

export function certificatesIn(text: string): number {
  return text.split('-----BEGIN CERTIFICATE-----').length - 1;
}
