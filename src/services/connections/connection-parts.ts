import type { ServerPreferences } from '../../shared/model/connection.ts';
import type { TlsTrust, TlsTrustView } from '../../shared/model/network.ts';
import { parseCaCertificates } from '../network/ca-certificates.ts';
import type { SecretOwner } from './secret-decryptor.ts';
import type { StoredConnection, StoredConnections, StoredSecret } from './stored-connections.ts';

export function headersMsOf({ timeoutSeconds }: ServerPreferences): number | null {
  return timeoutSeconds === undefined ? null : timeoutSeconds * 1000;
}

export function secretsOf({ key, headers }: StoredConnection): StoredSecret[] {
  return [...(key === null ? [] : [key]), ...headers.map(({ secret }) => secret)];
}

export function secretsIn({ connections }: StoredConnections): StoredSecret[] {
  return connections.flatMap(secretsOf);
}

export function isEncryptedAs(secret: StoredSecret, sealed: string): boolean {
  return secret.place === 'sealed' && secret.sealed === sealed;
}

export function trustOf({ ca, insecure }: StoredConnection): TlsTrust {
  return { caText: ca ?? null, insecure: insecure ?? false };
}

export function trustViewOf(stored: StoredConnection): { trust?: TlsTrustView } {
  const { caText, insecure } = trustOf(stored);
  if (caText === null && !insecure) return {};
  return { trust: { caText, insecure, authorities: caText === null ? [] : namesIn(caText) } };
}

// The text was valid when saved, but a file edited by hand must not hide the whole list.
function namesIn(caText: string): TlsTrustView['authorities'] {
  try {
    return [...parseCaCertificates(caText).authorities];
  } catch {
    return [];
  }
}

export function ownersOf(connectionId: string, origin: string) {
  return {
    key: { connectionId, origin, name: 'key' } satisfies SecretOwner,
    header: (name: string): SecretOwner => ({ connectionId, origin, name: `header:${name.toLowerCase()}` }),
  };
}
