import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a one-time code can be exchanged. */
export const codeLifetimeMs = 60_000;

/** Codes that can wait to be used at one time. The newest stay good. */
const maxCodes = 100;

/** Sessions of one start. Beyond that the one that was used longest ago ends. */
const maxSessions = 100;

/** One browser tab that exchanged a one-time code. Compared by identity. */
export interface Session {
  /**
   * What the host shows to the tab each time that it connects. The tab never sends it, so a program that listens on the port
   * after the studio ended can't know it (row H-5).
   */
  readonly proof: string;
}

/** What a tab stores of its session. */
export interface SessionSecrets {
  readonly token: string;
  readonly proof: string;
}

/** Who may use the studio: every browser tab that exchanged a one-time code for a token of its own (rows H-5 and H-6). */
export interface Sessions {
  /**
   * A fresh one-time code. Codes handed out before stay good until they are used or too old. `onSpent` is called once when
   * the code was used or revoked, but not when it expires.
   */
  issueCode(onSpent?: () => void): string;
  /**
   * The secrets of a new session for a good code, once; `null` for anything else. A tab that still has a good token keeps
   * its session whatever the code is (row H-20); a good code is used up by that, too.
   */
  exchange(code: string, currentToken?: string): SessionSecrets | null;
  /** The session that a token belongs to, or `null`. */
  find(token: string): Session | null;
  countOthers(session: Session): number;
  /** Ends every session but this one, and revokes codes that were not used (row H-19). Returns how many sessions ended. */
  endOthers(session: Session): number;
  /** Calls `listener` for each session that ends. Returns a function that unsubscribes it. */
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

/** Sessions of one start, all in memory: they end with the program. */
export function createSessions(now: () => number = Date.now): Sessions {
  let codes: readonly Code[] = [];
  /** The one that was used longest ago is first. */
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
    return used.length > 0;
  };
  const findEntry = (token: string): Entry | null => {
    const given = digest(token);
    const [found = null] = entries.filter((entry) => timingSafeEqual(entry.digest, given));
    return found;
  };
  const find = (token: string): Session | null => {
    const found = findEntry(token);
    if (found) entries = [...entries.filter((entry) => entry !== found), found];
    return found?.session ?? null;
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
      return () => void listeners.delete(listener);
    },
  };
}

/** 256 random bits, safe in an address. */
function secret(): string {
  return randomBytes(32).toString('base64url');
}

/** Digests have one length, so that comparing them takes the same time for every input. */
function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
