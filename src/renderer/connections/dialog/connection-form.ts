import type { SecretStorage } from '../../../shared/model/app-info.ts';
import type {
  Connection,
  ConnectionDraft,
  KeyChange,
  ServerPreferences,
} from '../../../shared/model/connection.ts';
import type { EnvFindings } from '../../../shared/model/env-findings.ts';
import type { TlsTrust } from '../../../shared/model/network.ts';

export type KeyStorageChoice = 'session' | 'sealed' | 'plain';

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
    imported: null,
    keyStorage: storage === 'session' || storage === 'sealed' || storage === 'plain' ? storage : null,
    headers: (connection?.headers ?? []).map((stored, id) => ({ id, name: stored.name, value: '', stored })),
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

/** Where a new key is stored, chosen or by default. `storage` is `null` while unknown. */
export function keyStorageOf(
  { keyStorage }: ConnectionForm,
  storage: SecretStorage | null,
): KeyStorageChoice {
  return keyStorage ?? defaultKeyStorage(storage);
}

/**
 * The safest permanent storage, otherwise this session only. Storing a key unprotected is never the default.
 */
export function defaultKeyStorage(storage: SecretStorage | null): KeyStorageChoice {
  return storage?.kind === 'system' ? 'sealed' : 'session';
}

export function keyStorageOptions(storage: SecretStorage | null) {
  const canSeal = storage?.kind === 'system';
  return [
    {
      value: 'sealed',
      label: "In the system's key store",
      disabled: !canSeal,
      detail: canSeal ? 'Sealed by the operating system' : sealRefusal(storage),
    },
    { value: 'session', label: 'Until the studio closes', detail: 'In memory only' },
    {
      value: 'plain',
      label: 'In a file, unprotected',
      detail: 'Anyone who can read your files can read the key',
    },
  ] as const;
}

function sealRefusal(storage: SecretStorage | null): string {
  if (storage === null) return 'Not known yet';
  return storage.kind === 'locked' ? 'Locked now' : 'Not available on this machine now';
}

export function addHeader(form: ConnectionForm): ConnectionForm {
  const id = form.headers.reduce((max, header) => Math.max(max, header.id), -1) + 1;
  return { ...form, headers: [...form.headers, { id, name: '', value: '', stored: null }] };
}

export function changeHeader(form: ConnectionForm, id: number, change: Partial<HeaderRow>): ConnectionForm {
  const headers = form.headers.map((header) => (header.id === id ? { ...header, ...change } : header));
  return { ...form, headers };
}

export function removeHeader(form: ConnectionForm, id: number): ConnectionForm {
  return { ...form, headers: form.headers.filter((header) => header.id !== id) };
}

export function toConnectionDraft(
  form: ConnectionForm,
  storage: SecretStorage | null,
  edited: Connection | null = null,
): ConnectionDraft {
  return {
    ...(edited === null ? {} : { expected: edited }),
    id: form.id,
    name: form.name.trim(),
    url: form.url.trim(),
    key: keyChange(form, keyStorageOf(form, storage)),
    trust: form.trust,
    ...preferencesOf(form),
    headers: form.headers
      .filter((header) => header.name.trim() !== '')
      .map(({ name, value, stored }) => ({
        name: name.trim(),
        // A stored value belongs to its name; under another name it is a new header.
        value: value === '' && stored !== null && stored.name === name.trim() ? null : value,
      })),
  };
}

export function timeoutProblem({ timeout }: Pick<ConnectionForm, 'timeout'>): string | null {
  const seconds = Number(timeout);
  const isValid = timeout.trim() === '' || (Number.isInteger(seconds) && seconds >= 1 && seconds <= 300);
  return isValid ? null : 'Enter whole seconds from 1 to 300, or nothing.';
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
