// The owner of a secret, encrypted with it, so that it opens for the same server only.
export interface SecretOwner {
  readonly connectionId: string;
  readonly origin: string;
  readonly name: string;
}

// Time limits for the system's key store, in ms. It may be waiting for a person.
// - `encryptMs`: For encrypting a key on save: the user sees the key store's prompt and needs time to answer.
export interface KeyStoreDeadlines {
  readonly readMs: number;
  readonly encryptMs: number;
}

export const defaultKeyStoreDeadlines: KeyStoreDeadlines = { readMs: 5_000, encryptMs: 30_000 };

export const timedOut: unique symbol = Symbol('late');

// Settles with `work`, or `timedOut` after `ms`. The caller handles a late outcome of `work`.
export function withDeadline<T>(work: Promise<T>, ms: number): Promise<T | typeof timedOut> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(timedOut), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

export type SecretRead =
  /** `shouldReEncrypt`: the key store wants it encrypted again; reported once. */
  | { readonly state: 'open'; readonly value: string; readonly shouldReEncrypt: boolean }
  /** The key store has not responded yet; it may be waiting for a person. */
  | { readonly state: 'waiting' }
  /** It can't be opened now. `cause`: the key store's error, if it was asked. */
  | { readonly state: 'locked'; readonly cause: unknown };

interface SecretDecryptor {
  // Never rejects. Settles within the limit, or at once while an earlier request exceeds it.
  read(owner: SecretOwner, sealed: string): Promise<SecretRead>;
  hasFailed(owner: SecretOwner, sealed: string): boolean;
  // Discards everything of a connection but these encrypted texts; pending requests of others are dropped.
  retain(connectionId: string, sealed: ReadonlySet<string>): void;
}

interface SecretDecryptorOptions {
  // May stay pending forever. `null` if the text opens but belongs to another owner.
  readonly decrypt: (
    owner: SecretOwner,
    sealed: string,
  ) => Promise<{ readonly value: string; readonly shouldReEncrypt: boolean } | null>;
  readonly waitMs: number;
  readonly onDecrypted: (owner: SecretOwner, sealed: string, value: string) => void;
  readonly onDelayedResult: (owner: SecretOwner) => void;
}

interface PendingDecryption {
  readonly owner: SecretOwner;
  readonly sealed: string;
  readonly outcome: Promise<SecretRead>;
  isLate: boolean;
}

// A key store that waits for a person responds after minutes or never. It is asked once, however
// many callers wait, and its answer counts whenever it comes, unless the secret was replaced or removed
// meanwhile.
export function createSecretDecryptor(options: SecretDecryptorOptions): SecretDecryptor {
  const openings = new Map<string, PendingDecryption>();
  const failed = new Map<string, { readonly owner: SecretOwner; readonly sealed: string }>();

  const startOpening = (id: string, owner: SecretOwner, sealed: string): PendingDecryption => {
    const outcome = options.decrypt(owner, sealed).then(
      (opened): SecretRead =>
        opened === null ? { state: 'locked', cause: null } : { state: 'open', ...opened },
      // Another backend or user, or a locked store: the encrypted text stays and is tried again.
      (cause: unknown): SecretRead => ({ state: 'locked', cause }),
    );
    const pending: PendingDecryption = { owner, sealed, outcome: outcome.then(settled), isLate: false };
    function settled(read: SecretRead): SecretRead {
      if (openings.get(id) !== pending) return { state: 'locked', cause: null };
      openings.delete(id);
      if (read.state === 'open') {
        failed.delete(id);
        options.onDecrypted(owner, sealed, read.value);
      } else failed.set(id, { owner, sealed });
      if (pending.isLate) options.onDelayedResult(owner);
      return read;
    }
    openings.set(id, pending);
    return pending;
  };

  return {
    async read(owner, sealed) {
      const id = idOf(owner, sealed);
      const pending = openings.get(id) ?? startOpening(id, owner, sealed);
      const read = pending.isLate ? timedOut : await withDeadline(pending.outcome, options.waitMs);
      if (read !== timedOut) return read;
      pending.isLate = true;
      failed.set(id, { owner, sealed });
      return { state: 'waiting' };
    },
    hasFailed: (owner, sealed) => failed.has(idOf(owner, sealed)),
    retain(connectionId, used) {
      for (const cache of [openings, failed]) {
        for (const [id, { owner, sealed }] of cache) {
          if (owner.connectionId === connectionId && !used.has(sealed)) cache.delete(id);
        }
      }
    },
  };
}

function idOf({ connectionId, origin, name }: SecretOwner, sealed: string): string {
  return JSON.stringify([connectionId, origin, name, sealed]);
}
