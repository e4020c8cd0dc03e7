import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** How long a one-time code can be exchanged. */
const codeLifetimeMs = 60_000;

/** Who may use the studio: whoever exchanged a one-time code for this start's token (rows H-5 and H-6). */
export interface Sessions {
  /** A fresh one-time code. Codes handed out before stay good until they are used or too old. */
  issueCode(): string;
  /** The session token for a good code, once; `null` for anything else. */
  exchange(code: string): string | null;
  isToken(token: string): boolean;
}

/** Sessions of one start. `token` exists for hot reload, where the window outlives the code that serves it. */
export function createSessions(now: () => number = Date.now, token: string = secret()): Sessions {
  const tokenDigest = digest(token);
  /** Digest of each code that was not used yet, with the time until which it is good. */
  let codes: { readonly digest: Buffer; readonly until: number }[] = [];
  return {
    issueCode() {
      const code = secret();
      codes = [
        ...codes.filter((known) => known.until > now()),
        { digest: digest(code), until: now() + codeLifetimeMs },
      ];
      return code;
    },
    exchange(code) {
      const given = digest(code);
      const fresh = codes.filter((known) => known.until > now());
      const match = fresh.filter((known) => timingSafeEqual(known.digest, given));
      codes = fresh.filter((known) => !match.includes(known));
      return match.length > 0 ? token : null;
    },
    isToken: (given) => timingSafeEqual(digest(given), tokenDigest),
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
