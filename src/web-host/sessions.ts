import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

export const codeLifetimeMs = 60_000;

// Unused codes at one time. The newest stay valid.
const maxCodes = 100;

// Sessions of one start, and of each member of a team. Beyond that the least recently used ends.
const maxSessions = 100;

// A browser tab that exchanged a one-time code, or whose team member signed in. Compared by identity.
export interface Session {
  // Proves the host to the tab on each connection. The tab never sends it, so a program that takes over the
  // port later can't know it.
  readonly proof: string;
  // The member of the team whose session it is; `null` in a studio of one person.
  readonly owner: string | null;
}

export interface SessionSecrets {
  readonly token: string;
  readonly proof: string;
}

// Browser tabs with a token of their own, for a one-time code or a team member's sign-in.
export interface Sessions {
  // Creates a one-time code. Earlier codes stay valid until used or expired. `onSpent` is called once when
  // the code is used or revoked, but not when it expires.
  issueCode(onSpent?: () => void): string;
  // The secrets of a new session for a valid code, once; else `null`. A tab with a valid token keeps its
  // session whatever the code is, which also uses up a valid code.
  exchange(code: string, currentToken?: string): SessionSecrets | null;
  // Opens a session for a member whom a proxy has signed in. A tab with a valid token of that member keeps its session.
  openFor(owner: string, currentToken?: string): SessionSecrets;
  find(token: string): Session | null;
  // Sessions of the same owner.
  countOthers(session: Session): number;
  // Ends every session of its owner but this one, and revokes unused codes. Returns the number of ended
  // sessions.
  endOthers(session: Session): number;
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

// `accessToken`: a code that never expires. `now`: milliseconds of a clock that nobody can set.
export interface SessionOptions {
  readonly accessToken?: string | undefined;
  readonly now?: () => number;
}

// Sessions of one start, in memory only: they end with the program.
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
    const codeDigest = digest(code);
    const validCodes = codes.filter((entry) => entry.expiresAt > now());
    const used = validCodes.filter((entry) => timingSafeEqual(entry.digest, codeDigest));
    codes = validCodes.filter((entry) => !used.includes(entry));
    for (const { onSpent } of used) onSpent();
    const isLasting = lasting !== null && timingSafeEqual(lasting, codeDigest);
    return used.length > 0 || isLasting;
  };
  const findEntry = (token: string): Entry | null => {
    const tokenDigest = digest(token);
    const [matching = null] = entries.filter((entry) => timingSafeEqual(entry.digest, tokenDigest));
    return matching;
  };
  const find = (token: string): Session | null => {
    const usedEntry = findEntry(token);
    if (usedEntry) entries = [...entries.filter((entry) => entry !== usedEntry), usedEntry];
    return usedEntry?.session ?? null;
  };

  const create = (owner: string | null): SessionSecrets => {
    const secrets = { token: secret(), proof: secret() };
    entries = [...entries, { digest: digest(secrets.token), session: { proof: secrets.proof, owner } }];
    end(entries.filter(({ session }) => session.owner === owner).slice(0, -maxSessions));
    return secrets;
  };
  const othersOf = (session: Session): readonly Entry[] =>
    entries.filter((entry) => entry.session !== session && entry.session.owner === session.owner);

  return {
    issueCode(onSpent = () => undefined) {
      const code = secret();
      const validCodes = codes.filter((entry) => entry.expiresAt > now());
      codes = [...validCodes, { digest: digest(code), expiresAt: now() + codeLifetimeMs, onSpent }].slice(
        -maxCodes,
      );
      return code;
    },
    exchange(code, currentToken) {
      const isGood = takeCode(code);
      const current = currentToken === undefined ? null : find(currentToken);
      if (currentToken !== undefined && current) return { token: currentToken, proof: current.proof };
      return isGood ? create(null) : null;
    },
    openFor(owner, currentToken) {
      const current = currentToken === undefined ? null : find(currentToken);
      if (currentToken !== undefined && current?.owner === owner)
        return { token: currentToken, proof: current.proof };
      return create(owner);
    },
    find,
    countOthers: (session) => othersOf(session).length,
    endOthers(session) {
      const revoked = codes;
      codes = [];
      for (const { onSpent } of revoked) onSpent();
      const otherSessions = othersOf(session);
      end(otherSessions);
      return otherSessions.length;
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
