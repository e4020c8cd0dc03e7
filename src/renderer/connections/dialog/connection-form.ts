import type { SecretStorage } from '../../../shared/model/app-info.ts';
import type {
  Connection,
  ConnectionDraft,
  KeyChange,
  ServerPreferences,
} from '../../../shared/model/connection.ts';
import type { EnvFindings } from '../../../shared/model/env-findings.ts';
import type { TlsTrust } from '../../../shared/model/network.ts';
import { createCredentialForm, isCommandAllowed, sourceOf, type CredentialForm } from './credential-form.ts';
import { defaultKeyStorage, type KeyStorageChoice } from '../../shared-ui/key-storage.ts';

export interface HeaderRow {
  readonly id: number;
  readonly name: string;
  readonly value: string;
  readonly stored: { readonly name: string; readonly last4: string } | null;
}

export type ImportedKey = EnvFindings['keys'][number];

export function hasNewKey({ key, imported }: Pick<ConnectionForm, 'key' | 'imported'>): boolean {
  return key !== '' || imported !== null;
}

export interface ConnectionForm {
  readonly id: string | null;
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly forgetKey: boolean;
  readonly credential: CredentialForm;
  readonly imported: ImportedKey | null;
  // Where a new key is stored; `null` for the default.
  readonly keyStorage: KeyStorageChoice | null;
  readonly headers: readonly HeaderRow[];
  readonly trust: TlsTrust;
  readonly production: boolean;
  readonly group: string;
  readonly color: Connection['color'] | null;
  readonly timeout: string;
  readonly certificateFile: string | null;
}

export function createConnectionForm(connection: Connection | null): ConnectionForm {
  const storage = connection?.key.storage;
  return {
    id: connection?.id ?? null,
    name: connection?.name ?? '',
    url: connection?.url ?? '',
    key: '',
    forgetKey: false,
    credential: createCredentialForm(connection?.credential),
    imported: null,
    keyStorage: storage === 'session' || storage === 'sealed' || storage === 'plain' ? storage : null,
    headers: headerRows(connection?.headers ?? []),
    trust: { caText: connection?.trust?.caText ?? null, insecure: connection?.trust?.insecure ?? false },
    certificateFile: null,
    production: connection?.production ?? false,
    group: connection?.group ?? '',
    color: connection?.color ?? null,
    timeout: String(connection?.timeoutSeconds ?? ''),
  };
}

export function withUrl(form: ConnectionForm, url: string): ConnectionForm {
  const insecure = form.trust.insecure && originOf(url) === originOf(form.url);
  return { ...form, url, trust: { ...form.trust, insecure } };
}

export function usesTls({ url }: ConnectionForm): boolean {
  return /^\s*https:/i.test(url);
}

function originOf(url: string): string | null {
  return URL.canParse(url.trim()) ? new URL(url.trim()).origin : null;
}

// Where a new key is stored, chosen or by default. `storage` is `null` while unknown.
export function keyStorageOf(
  { keyStorage }: ConnectionForm,
  storage: SecretStorage | null,
): KeyStorageChoice {
  return keyStorage ?? defaultKeyStorage(storage);
}

/** Of a form with headers whose values are secrets. */
export interface HeadersForm {
  readonly headers: readonly HeaderRow[];
}

/** Rows for stored headers. */
export function headerRows(
  stored: readonly { readonly name: string; readonly last4: string }[],
): HeaderRow[] {
  return stored.map((header, id) => ({ id, name: header.name, value: '', stored: header }));
}

export function addHeader<F extends HeadersForm>(form: F): F {
  const id = form.headers.reduce((max, header) => Math.max(max, header.id), -1) + 1;
  return { ...form, headers: [...form.headers, { id, name: '', value: '', stored: null }] };
}

export function changeHeader<F extends HeadersForm>(form: F, id: number, change: Partial<HeaderRow>): F {
  const headers = form.headers.map((header) => (header.id === id ? { ...header, ...change } : header));
  return { ...form, headers };
}

export function removeHeader<F extends HeadersForm>(form: F, id: number): F {
  return { ...form, headers: form.headers.filter((header) => header.id !== id) };
}

export function toConnectionDraft(
  form: ConnectionForm,
  storage: SecretStorage | null,
  edited: Connection | null = null,
): ConnectionDraft {
  const credential = sourceOf(form.credential, defaultKeyStorage(storage)) ?? null;
  return {
    ...(edited === null ? {} : { expected: edited }),
    id: form.id,
    name: form.name.trim(),
    url: form.url.trim(),
    // A credential takes the place of a key.
    key: credential === null ? keyChange(form, keyStorageOf(form, storage)) : { change: 'remove' },
    ...(credential === null ? {} : { credential }),
    ...(credential?.kind === 'command' && isCommandAllowed(form.credential) ? { allowsCommand: true } : {}),
    trust: form.trust,
    ...preferencesOf(form),
    headers: headerChanges(form),
  };
}

export function headerChanges({ headers }: HeadersForm): ConnectionDraft['headers'] {
  return headers
    .filter((header) => header.name.trim() !== '')
    .map(({ name, value, stored }) => ({
      name: name.trim(),
      // A stored value belongs to its name; under another name it is a new header.
      value: value === '' && stored !== null && stored.name === name.trim() ? null : value,
    }));
}

/** Whether everything that its kind of credential needs is there. */
export function hasCredential({ credential }: Pick<ConnectionForm, 'credential'>): boolean {
  return sourceOf(credential, 'session') !== undefined;
}

export function timeoutProblem({ timeout }: Pick<ConnectionForm, 'timeout'>): string | null {
  const seconds = Number(timeout);
  const isValid = timeout.trim() === '' || (Number.isInteger(seconds) && seconds >= 1 && seconds <= 300);
  return isValid ? null : 'Enter whole seconds from 1 to 300, or leave it empty.';
}

function preferencesOf({ production, group, color, timeout }: ConnectionForm): ServerPreferences {
  return {
    ...(production ? { production } : {}),
    ...(group.trim() === '' ? {} : { group: group.trim() }),
    ...(color === null ? {} : { color }),
    ...(timeout.trim() === '' ? {} : { timeoutSeconds: Number(timeout) }),
  };
}

function keyChange({ key, forgetKey, imported, id }: ConnectionForm, storage: KeyStorageChoice): KeyChange {
  if (imported !== null) return { change: 'import', id: imported.id, storage };
  if (key !== '') return { change: 'set', value: key, storage };
  return forgetKey || id === null ? { change: 'remove' } : { change: 'keep' };
}
