import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { SecretStorage } from '../../shared/model/app-info.ts';
import type { KeyStorage } from '../../shared/model/connection.ts';
import type { SecretVault } from '../common/platform.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import {
  withDeadline,
  timedOut,
  defaultKeyStoreDeadlines,
  type KeyStoreDeadlines,
  createSecretDecryptor,
  type SecretRead,
  type SecretOwner,
} from './secret-decryptor.ts';
import type { StoredSecret } from './stored-connections.ts';

export type SecretLocation = 'session' | 'sealed' | 'plain';

interface SecretView {
  readonly storage: KeyStorage;
  readonly last4: string | null;
}

export interface SecretStore {
  storage(): Promise<SecretStorage>;
  // Throws an `AppError` (`secret-locked`) if `sealed` is requested and nothing can encrypt now.
  store(owner: SecretOwner, value: string, location: SecretLocation): Promise<StoredSecret>;
  // Asks the key store each time until it opens, but not twice at once.
  read(owner: SecretOwner, stored: StoredSecret): Promise<SecretRead>;
  // Encrypts an opened secret again. `null` unless the encrypted text opens and is the same: then the old one must
  // stay.
  reEncrypt(owner: SecretOwner, value: string): Promise<StoredSecret | null>;
  // As of the last `store` or `read`; an unread encrypted secret counts as intact.
  view(owner: SecretOwner, stored: StoredSecret | null): SecretView;
  retain(connectionId: string, stored: readonly StoredSecret[]): void;
}

// `onDelayedResult`: called for a connection whose secret was opened or refused after `read` had given up.
interface SecretStoreOptions {
  readonly vault: SecretVault;
  readonly scrubber: Scrubber;
  readonly onDelayedResult?: (connectionId: string) => void;
  readonly deadlines?: KeyStoreDeadlines;
}

const OwnedSecret = z.strictObject({
  value: z.string(),
  connectionId: z.string(),
  origin: z.string(),
  name: z.string(),
});

const notResponding: SecretStorage = {
  kind: 'locked',
  sentence: 'The system key store has not responded yet. It may be waiting for you to unlock it.',
};

/** Stores API keys and header values: encrypted by the host's vault, in memory only, or as plain text if the user wants. */
export function createSecretStore(options: SecretStoreOptions): SecretStore {
  const {
    vault,
    scrubber,
    onDelayedResult = () => undefined,
    deadlines = defaultKeyStoreDeadlines,
  } = options;
  const inMemory = new Map<string, Map<string, string>>();
  const remember = ({ connectionId }: SecretOwner, ref: string, value: string): void => {
    scrubber.add(value);
    const secrets = inMemory.get(connectionId) ?? new Map<string, string>();
    inMemory.set(connectionId, secrets.set(ref, value));
  };
  const recall = ({ connectionId }: SecretOwner, ref: string): string | null =>
    inMemory.get(connectionId)?.get(ref) ?? null;
  const decryptor = createSecretDecryptor({
    decrypt: async (owner, ciphertext) => {
      const { plain, shouldReEncrypt } = await vault.decrypt(ciphertext);
      const ownedSecret = OwnedSecret.safeParse(JSON.parse(plain)).data;
      return ownedSecret && isOwn(ownedSecret, owner) ? { value: ownedSecret.value, shouldReEncrypt } : null;
    },
    waitMs: deadlines.readMs,
    onDecrypted: remember,
    onDelayedResult: ({ connectionId }) => onDelayedResult(connectionId),
  });

  const storage = async (ms: number): Promise<SecretStorage> => {
    const storageInfo = await withDeadline(vault.check(), ms);
    return storageInfo === timedOut ? notResponding : storageInfo;
  };
  const encryptText = async ({ connectionId, origin, name }: SecretOwner, value: string): Promise<string> => {
    const encrypting = vault.encrypt(JSON.stringify({ value, connectionId, origin, name }));
    const ciphertext = await withDeadline(encrypting, deadlines.encryptMs);
    if (ciphertext === timedOut) throw new Error(notResponding.sentence);
    return ciphertext;
  };
  const encryptSecret = async (owner: SecretOwner, value: string): Promise<StoredSecret> => {
    const storageInfo = await storage(deadlines.encryptMs);
    if (storageInfo.kind !== 'system') throw cannotEncrypt(owner, storageInfo);
    scrubber.add(value);
    try {
      const ciphertext = await encryptText(owner, value);
      remember(owner, ciphertext, value);
      return { place: 'sealed', sealed: ciphertext, backend: storageInfo.sentence, last4: last4Of(value) };
    } catch (error) {
      throw cannotEncrypt(owner, vault.describe(), error);
    }
  };

  return {
    storage: () => storage(deadlines.readMs),
    async store(owner, value, location) {
      if (location === 'sealed') return encryptSecret(owner, value);
      scrubber.add(value);
      if (location === 'plain') return { place: location, value };
      const id = randomUUID();
      remember(owner, id, value);
      return { place: location, id };
    },
    async read(owner, stored) {
      if (stored.place === 'plain') {
        scrubber.add(stored.value);
        return { state: 'open', value: stored.value, shouldReEncrypt: false };
      }
      const ref = stored.place === 'sealed' ? stored.sealed : stored.id;
      const cached = recall(owner, ref);
      if (cached !== null) return { state: 'open', value: cached, shouldReEncrypt: false };
      return stored.place === 'sealed' ? decryptor.read(owner, ref) : { state: 'locked', cause: null };
    },
    async reEncrypt(owner, value) {
      try {
        const newSecret = await encryptSecret(owner, value);
        if (newSecret.place !== 'sealed') return null;
        const decrypted = await withDeadline(vault.decrypt(newSecret.sealed), deadlines.readMs);
        if (decrypted === timedOut) return null;
        return OwnedSecret.parse(JSON.parse(decrypted.plain)).value === value ? newSecret : null;
      } catch {
        // The old text still opens; retried at the next start.
        return null;
      }
    },
    view(owner, stored) {
      if (stored === null) return { storage: 'none', last4: null };
      if (stored.place === 'plain') return { storage: 'plain', last4: last4Of(stored.value) };
      if (stored.place === 'sealed') {
        const isLocked = recall(owner, stored.sealed) === null && decryptor.hasFailed(owner, stored.sealed);
        const protection = vault.isProtected(stored.sealed) ? 'sealed' : 'weak';
        return { storage: isLocked ? 'locked' : protection, last4: stored.last4 };
      }
      const value = recall(owner, stored.id);
      return value === null
        ? { storage: 'locked', last4: null }
        : { storage: 'session', last4: last4Of(value) };
    },
    retain(connectionId, stored) {
      const secrets = inMemory.get(connectionId);
      const used = new Set(stored.flatMap((secret) => refOf(secret) ?? []));
      for (const ref of secrets?.keys() ?? []) if (!used.has(ref)) secrets?.delete(ref);
      if (secrets?.size === 0) inMemory.delete(connectionId);
      decryptor.retain(connectionId, used);
    },
  };
}

function refOf(stored: StoredSecret): string | null {
  if (stored.place === 'sealed') return stored.sealed;
  return stored.place === 'session' ? stored.id : null;
}

// The end of a secret, to distinguish two; empty for one so short that four characters would reveal it.
export function last4Of(value: string): string | null {
  return value.length < 8 ? null : value.slice(-4);
}

function isOwn(opened: SecretOwner, owner: SecretOwner): boolean {
  return (
    opened.connectionId === owner.connectionId && opened.origin === owner.origin && opened.name === owner.name
  );
}

function cannotEncrypt({ name }: SecretOwner, { kind, sentence }: SecretStorage, cause?: unknown): AppError {
  const what = name === 'key' ? 'The key' : `The value of the ${name.replace(':', ' ')}`;
  return new AppError('secret-locked', `${what} can't be stored securely now. ${sentence}`, {
    hint:
      kind === 'locked'
        ? 'Unlock it and save again, or store the key until the studio closes.'
        : 'Store it until the studio closes, or save it without protection.',
    details: { where: name === 'key' ? 'key' : 'headers' },
    ...(cause === undefined ? {} : { cause }),
  });
}
