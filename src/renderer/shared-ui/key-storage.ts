import type { SecretStorage } from '../../shared/model/app-info.ts';

/** Where a new key is stored. */
export type KeyStorageChoice = 'session' | 'sealed' | 'plain';

/** The safest permanent storage, otherwise this session only. Storing a key unprotected is never the default. */
export function defaultKeyStorage(storage: SecretStorage | null): KeyStorageChoice {
  return storage?.kind === 'system' ? 'sealed' : 'session';
}

/** The places where a new key can be stored, to choose from; the key store is disabled while it can't be used. */
export function keyStorageOptions(storage: SecretStorage | null) {
  const canEncrypt = storage?.kind === 'system';
  return [
    {
      value: 'sealed',
      label: "In the system's key store",
      disabled: !canEncrypt,
      detail: canEncrypt ? 'Encrypted by the operating system' : encryptionRefusal(storage),
    },
    { value: 'session', label: 'Until the studio closes', detail: 'In memory only' },
    {
      value: 'plain',
      label: 'In a file, unprotected',
      detail: 'Anyone who can read your files can read the key',
    },
  ] as const;
}

function encryptionRefusal(storage: SecretStorage | null): string {
  if (storage === null) return 'Not known yet';
  return storage.kind === 'locked' ? 'Locked now' : 'Not available on this machine now';
}
