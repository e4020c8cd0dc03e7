import { createHash } from 'node:crypto';
import { homedir, hostname } from 'node:os';

/**
 * Identifies what a person has agreed to: exactly this command line for this server, on this computer. Another
 * computer, another user, another argument or another server has another digest, so a copied data folder carries no
 * consent.
 */
export function consentDigest(connectionId: string, origin: string, command: readonly string[]): string {
  return createHash('sha256')
    .update(JSON.stringify([hostname(), homedir(), connectionId, origin, command]))
    .digest('hex');
}
