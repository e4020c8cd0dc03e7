import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

/** A token as it is stored: only its digest, so that neither the file nor a view gives it away. */
export const StoredToken = z.strictObject({
  /** SHA-256 of the token, hexadecimal. */
  digest: z.string().length(64),
  last4: z.string().length(4),
  connectionId: z.string(),
  threadId: z.string(),
  /** `null` until the server told the run's id. */
  runId: z.string().nullable(),
  /** When the run was first reported, in milliseconds since 1970 by this machine's clock; `null` until then. */
  endedAt: z.number().nullable(),
});
export type StoredToken = z.infer<typeof StoredToken>;

/** The tokens that reports may come with. */
export interface TokenStore {
  /** A new token of 256 bit. Its text is known only to the caller. */
  add(connectionId: string, threadId: string): { readonly token: string; readonly stored: StoredToken };
  /** Takes the same time for every text of the same length, whatever tokens there are (row W-2). */
  find(token: string): StoredToken | 'unknown' | 'expired';
  change(digest: string, change: Partial<Pick<StoredToken, 'runId' | 'endedAt'>>): void;
  remove(digest: string): void;
  /** Removes all of a server and gives their digests. */
  forget(connectionId: string): readonly string[];
  /** Tokens whose run is known: what is worth keeping over a restart. */
  toStore(): StoredToken[];
}

export interface TokenStoreOptions {
  readonly storedTokens: readonly StoredToken[];
  readonly expiryMs: number;
  /** The most tokens; above it the oldest goes, of ended runs first. */
  readonly limit: number;
  readonly now: () => number;
}

export function createTokenStore({ storedTokens, expiryMs, limit, now }: TokenStoreOptions): TokenStore {
  const tokens = new Map(storedTokens.map((stored) => [stored.digest, stored]));
  const expired = ({ endedAt }: StoredToken): boolean => endedAt !== null && now() - endedAt > expiryMs;

  const makeRoom = (): void => {
    // An expired token is only kept to be able to say that it is one.
    while (tokens.size > limit) {
      const all = [...tokens.values()];
      const goes = all.find(expired) ?? all.find(({ endedAt }) => endedAt !== null) ?? all[0];
      if (goes) tokens.delete(goes.digest);
    }
  };
  makeRoom();

  return {
    add(connectionId, threadId) {
      const token = randomBytes(32).toString('base64url');
      const digest = digestOf(token).toString('hex');
      const stored = { digest, last4: token.slice(-4), connectionId, threadId, runId: null, endedAt: null };
      tokens.set(digest, stored);
      makeRoom();
      return { token, stored };
    },
    find(token) {
      const digest = digestOf(token);
      let found: StoredToken | null = null;
      for (const stored of tokens.values()) {
        if (timingSafeEqual(digest, Buffer.from(stored.digest, 'hex'))) found = stored;
      }
      if (!found) return 'unknown';
      return expired(found) ? 'expired' : found;
    },
    change(digest, change) {
      const stored = tokens.get(digest);
      if (stored) tokens.set(digest, { ...stored, ...change });
    },
    remove: (digest) => void tokens.delete(digest),
    forget(connectionId) {
      const own = [...tokens.values()].filter((stored) => stored.connectionId === connectionId);
      for (const { digest } of own) tokens.delete(digest);
      return own.map(({ digest }) => digest);
    },
    toStore: () => [...tokens.values()].filter(({ runId }) => runId !== null),
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** A webhook address made for one run, before that run exists. */
export interface WebhookReservation {
  /** Absolute URL with a 256-bit token in its path; goes into the run body as `webhook`. */
  readonly url: string;
  /** Says which run the token belongs to, once the server answered. Deliveries that came earlier are matched (W-5). */
  bind(runId: string): void;
  /** Forgets the token: the run was not created. */
  release(): void;
}

/** What the runs service needs from the webhook listener. */
export interface WebhookTokens {
  /** Throws an `AppError` (`unsupported`) when the listener is off or failed. */
  reserve(connectionId: string, threadId: string): WebhookReservation;
}
