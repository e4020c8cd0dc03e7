/** Larger files hold something else. Far below what a connection may hold, because DER grows by a third. */
const mostBytes = 128 * 1024;

/** Why a file was not taken, for the person who chose it. */
export class CertificateFileError extends Error {}

/**
 * The text of a certificate's file: as it is when it is text (PEM), as PEM when it is the binary form of one certificate
 * (DER). Whether it really is a certificate is for the back end to say. Throws {@link CertificateFileError}.
 */
export async function readCertificateFile(file: Blob): Promise<string> {
  if (file.size > mostBytes) throw new CertificateFileError('This file is too large to be a certificate.');
  const bytes = new Uint8Array(await file.arrayBuffer());
  // Both begin with a sequence whose length needs two bytes: a certificate has more than 255.
  return bytes[0] === 0x30 && bytes[1] === 0x82 ? pemOf(bytes) : new TextDecoder().decode(bytes);
}

function pemOf(der: Uint8Array): string {
  const base64 = btoa(Array.from(der, (byte) => String.fromCharCode(byte)).join(''));
  const lines = base64.replaceAll(/.{64}/g, '$&\n').trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}

/** How many certificates a text holds. */
export function certificatesIn(text: string): number {
  return text.split('-----BEGIN CERTIFICATE-----').length - 1;
}
