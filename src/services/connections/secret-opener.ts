/** Whose secret it is. It is sealed together with these, so that it opens for the same server only (row C-8). */
export interface SecretOwner {
  readonly connectionId: string;
  readonly origin: string;
  /** `key`, or `header:` and the header's name in small letters. */
  readonly name: string;
}

/** How long a caller waits for the system's key store, in ms. It may be waiting for a person (row E-25). */
export interface KeyStoreDeadlines {
  /** To open a key that a server wants, or to learn what the key store can do. */
  readonly readMs: number;
  /** To seal a key that somebody is saving: they see the key store's question, and need time to answer it. */
  readonly sealMs: number;
}

export const defaultKeyStoreDeadlines: KeyStoreDeadlines = { readMs: 5_000, sealMs: 30_000 };

/** What is returned instead of an answer that did not come in time. */
export const timedOut: unique symbol = Symbol('late');

/** The outcome of `work`, or {@link timedOut} after `ms`. What it settles with later is the caller's business, not lost here. */
export function withDeadline<T>(work: Promise<T>, ms: number): Promise<T | typeof timedOut> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(timedOut), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** What came of reading a secret. */
export type SecretRead =
  /** `shouldReseal`: the key store wants it sealed anew; told once. */
  | { readonly state: 'open'; readonly value: string; readonly shouldReseal: boolean }
  /** The key store has not answered yet; it may be waiting for a person. */
  | { readonly state: 'waiting' }
  /** It does not open now. `cause` is what the key store said, if it was asked. */
  | { readonly state: 'locked'; readonly cause: unknown };

/** Opens sealed secrets, each only once at a time, and hears answers that come late. */
export interface SecretOpener {
  /** Never rejects. Settles within the limit; at once while an earlier question is unanswered beyond it. */
  read(owner: SecretOwner, sealed: string): Promise<SecretRead>;
  /** Whether the last read of it did not open it. */
  hasFailed(owner: SecretOwner, sealed: string): boolean;
  /** Forgets everything of a connection but these sealed texts; what is still asked of the others is dropped. */
  retain(connectionId: string, sealed: ReadonlySet<string>): void;
}

export interface SecretOpenerOptions {
  /** May take for ever. `null` when the text opens and belongs to another owner. */
  readonly open: (
    owner: SecretOwner,
    sealed: string,
  ) => Promise<{ readonly value: string; readonly shouldReseal: boolean } | null>;
  readonly waitMs: number;
  readonly onOpened: (owner: SecretOwner, sealed: string, value: string) => void;
  /** Called when a read had already been told to be waiting. */
  readonly onDelayedResult: (owner: SecretOwner) => void;
}

interface Opening {
  readonly owner: SecretOwner;
  readonly sealed: string;
  readonly outcome: Promise<SecretRead>;
  isLate: boolean;
}

/**
 * A key store that waits for a person answers after minutes or never (row E-25). Its answer is waited for once, however
 * many ask, and counts whenever it comes, unless the secret was replaced or removed meanwhile.
 */
export function createSecretOpener(options: SecretOpenerOptions): SecretOpener {
  const openings = new Map<string, Opening>();
  const failed = new Map<string, { readonly owner: SecretOwner; readonly sealed: string }>();

  const begin = (id: string, owner: SecretOwner, sealed: string): Opening => {
    const outcome = options.open(owner, sealed).then(
      (opened): SecretRead =>
        opened === null ? { state: 'locked', cause: null } : { state: 'open', ...opened },
      // Another backend, another user, a locked store: the sealed text stays where it is, and is tried again (E-21).
      (cause: unknown): SecretRead => ({ state: 'locked', cause }),
    );
    const opening: Opening = { owner, sealed, outcome: outcome.then(settled), isLate: false };
    function settled(read: SecretRead): SecretRead {
      if (openings.get(id) !== opening) return { state: 'locked', cause: null };
      openings.delete(id);
      if (read.state === 'open') {
        failed.delete(id);
        options.onOpened(owner, sealed, read.value);
      } else failed.set(id, { owner, sealed });
      if (opening.isLate) options.onDelayedResult(owner);
      return read;
    }
    openings.set(id, opening);
    return opening;
  };

  return {
    async read(owner, sealed) {
      const id = idOf(owner, sealed);
      const opening = openings.get(id) ?? begin(id, owner, sealed);
      const read = opening.isLate ? timedOut : await withDeadline(opening.outcome, options.waitMs);
      if (read !== timedOut) return read;
      opening.isLate = true;
      failed.set(id, { owner, sealed });
      return { state: 'waiting' };
    },
    hasFailed: (owner, sealed) => failed.has(idOf(owner, sealed)),
    retain(connectionId, used) {
      for (const known of [openings, failed]) {
        for (const [id, { owner, sealed }] of known) {
          if (owner.connectionId === connectionId && !used.has(sealed)) known.delete(id);
        }
      }
    },
  };
}

function idOf({ connectionId, origin, name }: SecretOwner, sealed: string): string {
  return JSON.stringify([connectionId, origin, name, sealed]);
}
