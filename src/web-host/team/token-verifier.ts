import { createHash } from 'node:crypto';
import type { JWTPayload, JWTVerifyGetKey } from 'jose';
import { teamRoles, type TeamRole } from '../../shared/model/team.ts';
import type { TeamOptions } from './team-options.ts';
import { readBody } from '../../services/network/read-body.ts';

/**
 * Who sent a request, as the issuer signed it.
 *
 * - `owner`: Digest of issuer and subject, which names the member's folder and sessions.
 * - `expiresAt`: Until when the token is accepted, in milliseconds since 1970.
 */
export interface Identity {
  readonly subject: string;
  readonly owner: string;
  readonly name: string;
  readonly role: TeamRole;
  readonly expiresAt: number;
}

/** `sentence`: for the person; `reason`: for the log, without anything of the token. */
export interface IdentityRefusal {
  readonly status: 401 | 403 | 503;
  readonly sentence: string;
  readonly reason: string;
}

export type IdentityVerdict = { readonly identity: Identity } | { readonly refusal: IdentityRefusal };

export type TokenVerifier = (rawHeaders: readonly string[]) => Promise<IdentityVerdict>;

// Larger ones would not fit beside cookies anyway.
const maxTokenLength = 16 * 1024;
const maxNameLength = 100;
const maxKeySetBytes = 1_000_000;
// How far the clocks of issuer and studio may differ.
const leewaySeconds = 30;
// Between two attempts to load the keys after a failure, and between two reloads for a key that is not in the list.
const retryMs = 5_000;
const unknownKeyMs = 30_000;
// How long a list of keys is used: keys that the issuer has withdrawn are accepted no longer than this.
const keysLiveMs = 10 * 60_000;

class KeysUnavailable extends Error {}

/**
 * Verifies the token of the one configured header. No other header says anything about the user. Keys are loaded when
 * the first request comes; while they can't be, everybody is refused with 503. `now`: milliseconds since 1970.
 */
export function createTokenVerifier(
  options: TeamOptions,
  {
    fetch: load = fetch,
    now = Date.now,
  }: { readonly fetch?: typeof fetch; readonly now?: () => number } = {},
): TokenVerifier {
  // Only a studio for a team loads it.
  const ready = import('jose').then((jose) => ({ jose, keys: keySource(jose, options, load, now) }));
  ready.catch(() => undefined);

  return async (rawHeaders) => {
    const token = tokenIn(rawHeaders, options.header);
    if (typeof token !== 'string') return { refusal: token };
    const { jose, keys } = await ready;
    try {
      const { payload } = await jose.jwtVerify(token, keys, {
        algorithms: [...options.algorithms],
        issuer: options.issuer,
        audience: options.audience,
        clockTolerance: leewaySeconds,
        requiredClaims: ['sub', 'exp'],
        currentDate: new Date(now()),
      });
      return identityOf(payload, options);
    } catch (error) {
      if (error instanceof KeysUnavailable) return { refusal: keysUnavailable(options, error) };
      if (error instanceof jose.errors.JWTExpired) return { refusal: expired(options) };
      if (error instanceof jose.errors.JOSEError)
        return { refusal: invalidTokenRefusal(options, error.code) };
      // A key or signature that can't be read at all.
      return { refusal: invalidTokenRefusal(options, error instanceof Error ? error.name : 'unknown') };
    }
  };
}

function keySource(
  jose: typeof import('jose'),
  { keys }: TeamOptions,
  load: typeof fetch,
  now: () => number,
): JWTVerifyGetKey {
  if ('set' in keys) return jose.createLocalJWKSet(keys.set);
  let failedAt: number | null = null;
  const remote = jose.createRemoteJWKSet(new URL(keys.url), {
    timeoutDuration: 5_000,
    cooldownDuration: unknownKeyMs,
    cacheMaxAge: keysLiveMs,
    async [jose.customFetch](url, init) {
      if (failedAt !== null && now() - failedAt < retryMs)
        throw new Error('They could not be loaded a moment ago.');
      try {
        const response = await load(url, init);
        const { bytes, isCut } = await readBody(response, maxKeySetBytes);
        if (isCut) throw new Error('The list of keys is too long.');
        if (response.status !== 200) throw new Error(`The answer was ${response.status}.`);
        failedAt = null;
        return new Response(bytes.toString());
      } catch (error) {
        failedAt = now();
        throw error;
      }
    },
  });
  return async (header, token) => {
    try {
      return await remote(header, token);
    } catch (error) {
      const { JOSENotSupported, JWKSMultipleMatchingKeys, JWKSNoMatchingKey } = jose.errors;
      // What is wrong with the token and not with the list.
      const isOfToken = [JOSENotSupported, JWKSMultipleMatchingKeys, JWKSNoMatchingKey].some(
        (kind) => error instanceof kind,
      );
      if (isOfToken) throw error;
      throw new KeysUnavailable('The keys of the issuer can not be loaded.', { cause: error });
    }
  };
}

// Reads raw headers, in which repeated ones are still visible: a proxy that only appends its own header lets the
// client's through as well.
function tokenIn(rawHeaders: readonly string[], header: string): string | IdentityRefusal {
  const values: string[] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    if (rawHeaders[index]?.toLowerCase() === header) values.push(rawHeaders[index + 1] ?? '');
  }
  const [value, ...repeated] = values;
  if (value === undefined) return notSignedIn(`no ${header} header`);
  if (repeated.length > 0) return notSignedIn(`more than one ${header} header`);
  const token = header === 'authorization' ? /^Bearer +(\S+)$/i.exec(value)?.[1] : value;
  if (token === undefined) return notSignedIn(`no Bearer token in the ${header} header`);
  return token.length > maxTokenLength ? notSignedIn('a token that is too long') : token;
}

function identityOf(
  payload: JWTPayload,
  { issuer, nameClaim, groupsClaim, roles }: TeamOptions,
): IdentityVerdict {
  const { sub: subject = '', exp = 0 } = payload;
  if (typeof subject !== 'string' || subject === '' || subject.length > 255)
    return { refusal: notSignedIn('a token without a usable subject') };
  const claimed = payload[groupsClaim];
  const groups = new Set(['*', ...(Array.isArray(claimed) ? claimed : [claimed])]);
  const role = teamRoles.findLast((candidate) => roles[candidate].some((group) => groups.has(group)));
  const nameCandidates = [payload[nameClaim], payload['preferred_username'], payload['email'], subject];
  const name = nameCandidates.find(
    (candidate) => typeof candidate === 'string' && candidate.trim() !== '',
  ) as string;
  if (role === undefined) return { refusal: withoutRole };
  const owner = createHash('sha256')
    .update(JSON.stringify([issuer, subject]))
    .digest('hex')
    .slice(0, 40);
  return {
    identity: {
      subject,
      owner,
      name: Array.from(name.trim())
        .slice(0, maxNameLength / 2)
        .join(''),
      role,
      // As it was verified. A window that ended earlier would open again and again with the same token.
      expiresAt: (exp + leewaySeconds) * 1000,
    },
  };
}

const withoutRole: IdentityRefusal = {
  status: 403,
  sentence: 'You are signed in, but none of your groups may open this studio. Ask who runs it to add one.',
  reason: 'no group with a role',
};

function notSignedIn(reason: string): IdentityRefusal {
  return { status: 401, sentence: 'Nobody is signed in. Open the studio through its sign-in proxy.', reason };
}

function invalidTokenRefusal({ publicOrigin }: TeamOptions, reason: string): IdentityRefusal {
  return {
    status: 401,
    sentence: `This sign-in is not valid here. Open ${publicOrigin} and sign in.`,
    reason,
  };
}

function expired({ publicOrigin }: TeamOptions): IdentityRefusal {
  return {
    status: 401,
    sentence: `Your sign-in has expired. Open ${publicOrigin} again.`,
    reason: 'an expired token',
  };
}

function keysUnavailable({ publicOrigin }: TeamOptions, error: Error): IdentityRefusal {
  const cause = error.cause instanceof Error ? error.cause.message : 'unknown';
  return {
    status: 503,
    sentence: `Sign-ins can't be checked now, because the keys of the sign-in service can't be loaded. Try ${publicOrigin} again in a moment.`,
    reason: `the keys of the issuer could not be loaded: ${cause}`,
  };
}
