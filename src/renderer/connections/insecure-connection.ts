import type { Connection } from '../../shared/model/connection.ts';

// Announced and shown wherever a connection does not verify certificates.
export const insecureText = 'certificate not checked';

export function isInsecure({ trust }: Connection): boolean {
  return trust?.insecure === true;
}
