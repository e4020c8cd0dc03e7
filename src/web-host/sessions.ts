import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Lifetime of a one-time code. */
export const codeLifetimeMs = 60_000;

// Unused codes at one time. The newest stay valid.
const maxCodes = 100;

// Sessions of one start. Beyond that the least recently used ends.
const maxSessions = 100;

/** A browser tab that exchanged a one-time code. Compared by identity. */
export interface Session {
  /**
   * Proves the host to the tab on each connection. The tab never sends it, so a program that takes over the
   * port later can't know it.
   */
  readonly proof: string;
}

export interface SessionSecrets {
  readonly token: string;
  readonly proof: string;
}

/** Browser tabs that exchanged a one-time code for their own token. */
export interface Sessions {
  /**
   * Creates a one-time code. Earlier codes stay valid until used or expired. `onSpent` is called once when
   * the code is used or revoked, but not when it expires.
   */
  issueCode(onSpent?: () => void): string;
  /**
   * The secrets of a new session for a valid code, once; else `null`. A tab with a valid token keeps its
   * session whatever the code is, which also uses up a valid code.
   */
  exchange(code: string, currentToken?: string): SessionSecrets | null;
  /** The session of a token, or `null`. */
  find(token: string): Session | null;
  countOthers(session: Session): number;
  /**
   * Ends every session but this one, and revokes unused codes. Returns the number of ended
   * sessions.
   */
  endOthers(session: Session): number;
  /** Calls `listener` for each session that ends. Returns an unsubscribe function. */
  onEnd(listener: (session: Session) => void): () => void;
}

interface Code {
  readonly digest: Buffer;
  readonly expiresAt: number;
  readonly onSpent: () => void;
}

interface Entry {
  readonly digest: Buffer;
  readonly session: Session;
}

/** `accessToken`: a code that never expires. `now`: milliseconds of a clock that nobody can set. */
export interface SessionOptions {
  readonly accessToken?: string | undefined;
  readonly now?: () => number;
}

/** Sessions of one start, in memory only: they end with the program. */
export function createSessions({
  accessToken,
  now = () => performance.now(),
}: SessionOptions = {}): Sessions {
  const lasting = accessToken === undefined ? null : digest(accessToken);
  let codes: readonly Code[] = [];
  // Least recently used first.
  let entries: readonly Entry[] = [];
  const listeners = new Set<(session: Session) => void>();

  const end = (ended: readonly Entry[]): void => {
    entries = entries.filter((entry) => !ended.includes(entry));
    for (const { session } of ended) for (const listener of listeners) listener(session);
  };
  const takeCode = (code: string): boolean => {
    const given = digest(code);
    const fresh = codes.filter((known) => known.expiresAt > now());
    const used = fresh.filter((known) => timingSafeEqual(known.digest, given));
    codes = fresh.filter((known) => !used.includes(known));
    for (const { onSpent } of used) onSpent();
    const isLasting = lasting !== null && timingSafeEqual(lasting, given);
    return used.length > 0 || isLasting;
  };
  const findEntry = (token: string): Entry | null => {
    const given = digest(token);
    const [matching = null] = entries.filter((entry) => timingSafeEqual(entry.digest, given));
    return matching;
  };
  const find = (token: string): Session | null => {
    const usedEntry = findEntry(token);
    if (usedEntry) entries = [...entries.filter((entry) => entry !== usedEntry), usedEntry];
    return usedEntry?.session ?? null;
  };

  return {
    issueCode(onSpent = () => undefined) {
      const code = secret();
      const fresh = codes.filter((known) => known.expiresAt > now());
      codes = [...fresh, { digest: digest(code), expiresAt: now() + codeLifetimeMs, onSpent }].slice(
        -maxCodes,
      );
      return code;
    },
    exchange(code, currentToken) {
      const isGood = takeCode(code);
      const current = currentToken === undefined ? null : find(currentToken);
      if (currentToken !== undefined && current) return { token: currentToken, proof: current.proof };
      if (!isGood) return null;
      const secrets = { token: secret(), proof: secret() };
      entries = [...entries, { digest: digest(secrets.token), session: { proof: secrets.proof } }];
      end(entries.slice(0, -maxSessions));
      return secrets;
    },
    find,
    countOthers: (session) => entries.filter((entry) => entry.session !== session).length,
    endOthers(session) {
      const revoked = codes;
      codes = [];
      for (const { onSpent } of revoked) onSpent();
      const others = entries.filter((entry) => entry.session !== session);
      end(others);
      return others.length;
    },
    onEnd(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}

// 256 random bits, URL-safe.
function secret(): string {
  return randomBytes(32).toString('base64url');
}

// Digests have equal length, so that comparing them takes constant time.
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
