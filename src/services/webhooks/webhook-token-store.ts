import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';

// A stored token: only its digest, so that neither the file nor a view reveals it.
// - `digest`: SHA-256 of the token, hexadecimal.
// - `runId` is `null` until the server returned the run's id.
// - `endedAt`: First delivery of the run, in milliseconds since 1970 by this machine's clock; `null` until then.
export const StoredToken = z.strictObject({
  digest: z.string().length(64),
  last4: z.string().length(4),
  connectionId: z.string(),
  threadId: z.string(),
  runId: z.string().nullable(),
  endedAt: z.number().nullable(),
});
export type StoredToken = z.infer<typeof StoredToken>;

// Creates and expires the tokens that verify (authenticate) webhooks.
export interface WebhookTokenStore {
  // Creates a token of 256 bit. Only the caller knows its text.
  add(connectionId: string, threadId: string): { readonly token: string; readonly stored: StoredToken };
  // Checks whether the token of an incoming webhook is valid, in constant time. It is the webhook's only secret: servers sign
  // nothing (no HMAC).
  verifyToken(token: string): StoredToken | 'unknown' | 'expired';
  change(digest: string, change: Partial<Pick<StoredToken, 'runId' | 'endedAt'>>): void;
  remove(digest: string): void;
  forget(connectionId: string): readonly string[];
  // Tokens whose run is known, which are worth storing over a restart.
  toStore(): StoredToken[];
}

interface WebhookTokenStoreOptions {
  readonly storedTokens: readonly StoredToken[];
  readonly expiryMs: number;
  readonly limit: number;
  readonly now: () => number;
}

/** Issues the tokens (secrets) of webhook addresses, and verifies that of a delivery, by digests alone. */
export function createWebhookTokenStore({
  storedTokens,
  expiryMs,
  limit,
  now,
}: WebhookTokenStoreOptions): WebhookTokenStore {
  const tokens = new Map(storedTokens.map((stored) => [stored.digest, stored]));
  const isExpired = ({ endedAt }: StoredToken): boolean => endedAt !== null && now() - endedAt > expiryMs;

  const makeRoom = (): void => {
    // An expired token is only stored to be reported as such.
    while (tokens.size > limit) {
      const all = [...tokens.values()];
      const evicted = all.find(isExpired) ?? all.find(({ endedAt }) => endedAt !== null) ?? all[0];
      if (evicted) tokens.delete(evicted.digest);
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
    verifyToken(token) {
      const digest = digestOf(token);
      let match: StoredToken | null = null;
      for (const stored of tokens.values()) {
        if (timingSafeEqual(digest, Buffer.from(stored.digest, 'hex'))) match = stored;
      }
      if (!match) return 'unknown';
      return isExpired(match) ? 'expired' : match;
    },
    change(digest, change) {
      const stored = tokens.get(digest);
      if (stored) tokens.set(digest, { ...stored, ...change });
    },
    remove: (digest) => {
      tokens.delete(digest);
    },
    forget(connectionId) {
      const connectionTokens = [...tokens.values()].filter((stored) => stored.connectionId === connectionId);
      for (const { digest } of connectionTokens) tokens.delete(digest);
      return connectionTokens.map(({ digest }) => digest);
    },
    toStore: () => [...tokens.values()].filter(({ runId }) => runId !== null),
  };
}

function digestOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
