import { AppError } from '../../shared/app-error.ts';
import type { ServerPreferences } from '../../shared/model/connection.ts';
import type { StorableDraft } from './env-import.ts';
import type { TlsTrust } from '../../shared/model/network.ts';
import { parseCaCertificates } from '../network/ca-certificates.ts';
import { parseServerUrl } from './connection-url.ts';
import { checkServerHeaderName, normalizeHeaderValue, normalizeKey } from './header-rules.ts';
import type { SecretLocation } from './secret-store.ts';
import type { StoredConnection, StoredSecret } from './stored-connections.ts';

export type DraftSecret =
  | { readonly kind: 'kept'; readonly stored: StoredSecret }
  | { readonly kind: 'new'; readonly value: string };

export interface ValidDraft {
  readonly name: string;
  readonly url: string;
  readonly origin: string;
  readonly key: DraftSecret | null;
  // Where its new key goes; `null` without one.
  readonly keyLocation: SecretLocation | null;
  readonly headers: readonly { readonly name: string; readonly secret: DraftSecret }[];
  readonly trust: TlsTrust;
  readonly preferences: ServerPreferences;
}

const maxNameLength = 200;

// Validates a draft against the connection that it changes (`null` for a new one). Throws an `AppError`
// (`invalid-input`, with `details.where`). Stored secrets are bound to their origin: with another
// scheme, host or port they must be typed again, so that a changed address never gets the old server's key.
export function validateDraft(draft: StorableDraft, before: StoredConnection | null): ValidDraft {
  const { url, origin } = parseServerUrl(draft.url);
  const moved = before !== null && new URL(before.url).origin !== origin;
  return {
    name: draft.name.trim().slice(0, maxNameLength) || new URL(url).host,
    url,
    origin,
    key: checkKey(draft, before, moved),
    keyLocation: draft.key.change === 'set' ? draft.key.storage : null,
    headers: checkHeaders(draft.headers, before?.headers ?? [], moved, checkServerHeaderName),
    trust: checkTrust(draft.trust, url),
    preferences: preferencesOf(draft),
  };
}

export function preferencesOf(source: ServerPreferences): ServerPreferences {
  const { production, color, timeoutSeconds } = source;
  const group = source.group?.trim() ?? '';
  return {
    ...(production === true ? { production } : {}),
    ...(group === '' ? {} : { group }),
    ...(color === undefined ? {} : { color }),
    ...(timeoutSeconds === undefined ? {} : { timeoutSeconds }),
  };
}

// Without TLS there is no certificate to trust, so nothing may warn of it later.
function checkTrust(trust: TlsTrust | undefined, url: string): TlsTrust {
  const caText = trust?.caText ?? null;
  return {
    caText: caText === null ? null : parseCaCertificates(caText).caText,
    insecure: trust?.insecure === true && url.startsWith('https:'),
  };
}

function checkKey(draft: StorableDraft, before: StoredConnection | null, moved: boolean): DraftSecret | null {
  if (draft.key.change === 'remove') return null;
  if (draft.key.change === 'set') return { kind: 'new', value: normalizeKey(draft.key.value) };
  const stored = before?.key ?? null;
  if (stored === null) return null;
  if (moved)
    throw invalidInput('key', 'The key was saved for another server.', 'Enter the key for the new address.');
  return { kind: 'kept', stored };
}

// `moved`: they were stored for another origin, which must not get them.
export function checkHeaders(
  draft: StorableDraft['headers'],
  before: StoredConnection['headers'],
  moved: boolean,
  checkName: (name: string) => void,
): ValidDraft['headers'] {
  const visited = new Set<string>();
  return draft.map(({ name, value }) => {
    checkName(name);
    const lower = name.toLowerCase();
    if (visited.has(lower))
      throw invalidInput('headers', `The header ${name} is listed twice.`, 'Remove one of them.');
    visited.add(lower);
    if (value !== null) return { name, secret: { kind: 'new', value: normalizeHeaderValue(name, value) } };
    const stored = before.find((header) => header.name.toLowerCase() === lower);
    if (!stored)
      throw invalidInput('headers', `The header ${name} has no value.`, 'Enter one, or remove the header.');
    if (moved) {
      const message = `The value of header ${name} was saved for another server.`;
      throw invalidInput('headers', message, 'Enter the value for the new address.');
    }
    return { name, secret: { kind: 'kept', stored: stored.secret } };
  });
}

function invalidInput(where: string, message: string, hint: string): AppError {
  return new AppError('invalid-input', message, { hint, details: { where } });
}
