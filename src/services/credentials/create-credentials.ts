import { isDeepStrictEqual } from 'node:util';
import { abortAfter, untilAborted, type RequestCredential } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type {
  CommandSource,
  CredentialSource,
  CredentialView,
  OAuthSource,
  SignInStep,
} from '../../shared/model/credential.ts';
import type { TlsTrust } from '../../shared/model/network.ts';
import type { Platform } from '../common/platform.ts';
import { scrubbedProblem } from '../common/scrub-errors.ts';
import type { SecretStore } from '../connections/secret-store.ts';
import type { Scrubber } from '../logging/scrubber.ts';
import { createHttpTransport } from '../network/http-transport.ts';
import { createLogScrubber } from '../scrubbing/log-scrubber.ts';
import type { JsonDocument } from '../storage/json-document.ts';
import { consentDigest } from './consent-digest.ts';
import {
  CommandOutputError,
  readCommandOutput,
  tokenHeaders,
  type ObtainedHeaders,
} from './command-output.ts';
import { createOAuthClient, OAuthTokens, signedOutError, type OAuthClient } from './oauth-client.ts';
import { createRefreshedCredential, type RefreshedCredential } from './refreshed-credential.ts';
import { commandLimits, commandError, runCommand, type CommandLimits } from './run-command.ts';
import type { StoredCredential, StoredCredentials } from './stored-credentials.ts';
import { parseJson } from '../../shared/parse-json.ts';

/** The credential of a server as its client uses it. `id` differs between two that are not the same. */
export interface ServerCredential extends RequestCredential {
  readonly id: string;
}

/** The server that a credential is for; no other one gets it. */
export interface CredentialOwner {
  readonly connectionId: string;
  readonly origin: string;
  readonly trust: TlsTrust;
}

export interface Credentials {
  view(connectionId: string): CredentialView | null;
  /** `null` if the server has a key and headers only. */
  of(owner: CredentialOwner): ServerCredential | null;
  /** The credential of a draft, for a test of it: nothing of it is stored. */
  ofDraft(owner: CredentialOwner, source: CredentialSource, isAllowed: boolean): ServerCredential;
  /**
   * `isAllowed`: a person has just agreed to this command. Tokens and an earlier consent stay if they still fit the
   * source.
   */
  save(owner: CredentialOwner, source: CredentialSource | null, isAllowed: boolean): Promise<void>;
  /** Copies the source only: the other server needs a consent and a sign-in of its own. */
  copy(from: string, to: CredentialOwner): Promise<void>;
  remove(connectionId: string): Promise<void>;
  /** Throws `AppError` (`credential`); ends after `done`. When aborted, it stores nothing. */
  signIn(owner: CredentialOwner, signal: AbortSignal): AsyncGenerator<SignInStep>;
  /** Deletes the tokens here, and tells the authorization server if it can be told. */
  signOut(owner: CredentialOwner, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

/** Throws `AppError` (`storage`) while another program has the document. */
export type WithStoredCredentials = (
  work: (document: JsonDocument<StoredCredentials>) => Promise<void>,
) => Promise<void>;

interface CredentialsOptions {
  readonly platform: Pick<Platform, 'proxyFor' | 'isOpenToNetwork'>;
  readonly document: JsonDocument<StoredCredentials>;
  // Opens the stored document itself for a renewal, where `document` is a copy: a refresh token can often be used only
  // once, so the new one must be stored. `null` where `document` is the stored one.
  readonly withStoredCredentials: WithStoredCredentials | null;
  readonly secrets: SecretStore;
  readonly scrubber: Scrubber;
  readonly onChange: (connectionId: string) => void;
  readonly limits?: CommandLimits;
}

// - `replaced`: The tokens in `file` that were renewed.
interface TokenRenewal {
  readonly file: JsonDocument<StoredCredentials>;
  readonly replaced: StoredCredential['tokens'];
}

interface LiveCredential {
  readonly configText: string;
  readonly credential: RefreshedCredential;
  readonly serverCredential: ServerCredential;
}

/** Credentials that expire, of the servers that have one: from a command, or from a sign-in with OAuth. */
export function createCredentials(options: CredentialsOptions): Credentials {
  const {
    platform,
    document,
    withStoredCredentials,
    secrets,
    scrubber,
    onChange,
    limits = commandLimits,
  } = options;
  const scrub = createLogScrubber(scrubber);
  const transports = new Set<ReturnType<typeof createHttpTransport>>();
  const liveCredentials = new Map<string, LiveCredential>();
  const drafts = new Set<RefreshedCredential>();
  // Renewals that were sent. The old refresh token may be invalid by then: if the new one is not stored, a person has to
  // sign in again.
  const renewing = new Set<Promise<unknown>>();
  const closed = new AbortController();
  let count = 0;

  const find = (connectionId: string): StoredCredential | null =>
    document.value().credentials.find((stored) => stored.connectionId === connectionId) ?? null;

  const tokenOwner = ({ connectionId, origin }: Pick<CredentialOwner, 'connectionId' | 'origin'>) => ({
    connectionId,
    origin,
    name: 'sign-in',
  });

  const isAllowed = (stored: StoredCredential | null): boolean =>
    stored?.source.kind === 'command' &&
    stored.allowed === consentDigest(stored.connectionId, stored.origin, stored.source.command);

  const oauthClient = ({ trust }: CredentialOwner, source: OAuthSource): OAuthClient => {
    // The authorization server has a certificate of its own: an exception for the graph server does not hold for it.
    const transport = createHttpTransport({
      trust: { caText: trust.caText, insecure: false },
      proxyFor: platform.proxyFor,
    });
    transports.add(transport);
    return createOAuthClient({ source, fetch: transport.fetch, scrub });
  };

  const readTokens = async (stored: StoredCredential): Promise<OAuthTokens | null> => {
    if (stored.tokens === null) return null;
    const opening = await secrets.read(tokenOwner(stored), stored.tokens);
    // Kept in memory only, and the studio has been closed since.
    if (opening.state !== 'open' && stored.tokens.place === 'session') return null;
    if (opening.state !== 'open') {
      throw new AppError(
        'secret-locked',
        "The sign-in is stored, but the system key store can't decrypt it now.",
        {
          hint: 'Unlock the key store and check again, or sign in again.',
          details: { where: 'credential' },
        },
      );
    }
    const tokens = OAuthTokens.safeParse(parseJson(opening.value)).data ?? null;
    hide(stored, tokens);
    return tokens;
  };

  const hide = ({ connectionId }: { readonly connectionId: string }, tokens: OAuthTokens | null): void => {
    if (tokens === null) return;
    scrubber.renew(`${connectionId} access`, tokens.accessToken);
    if (tokens.refreshToken !== null) scrubber.renew(`${connectionId} refresh`, tokens.refreshToken);
  };

  // `null` deletes them. Changes nothing, and returns `false`, if the settings were changed or the server was removed
  // meanwhile, or if other tokens are stored than those that a renewal replaces.
  const writeTokens = async (
    stored: StoredCredential,
    tokens: OAuthTokens | null,
    renewals: readonly TokenRenewal[] | null = null,
  ): Promise<boolean> => {
    if (stored.source.kind !== 'oauth') return false;
    hide(stored, tokens);
    const secret =
      tokens === null
        ? null
        : await secrets.store(tokenOwner(stored), JSON.stringify(tokens), stored.source.storage);
    let isWritten = false;
    for (const { file, replaced } of renewals ?? [{ file: document, replaced: undefined }]) {
      await file.update(({ credentials }) => ({
        credentials: credentials.map((other) => {
          const isReplaced = replaced === undefined || isDeepStrictEqual(other.tokens, replaced);
          if (!isSameTarget(other, stored) || !isReplaced) return other;
          isWritten = true;
          return { ...other, tokens: secret };
        }),
      }));
    }
    const keptTokens = find(stored.connectionId)?.tokens;
    secrets.retain(stored.connectionId, keptTokens ? [keptTokens] : []);
    return isWritten;
  };

  const obtainByCommand = async (
    connectionId: string,
    source: CommandSource,
    signal: AbortSignal,
  ): Promise<ObtainedHeaders> => {
    if (platform.isOpenToNetwork) throw commandsRefused();
    const output = await runCommand({ command: source.command, limits, scrub, signal });
    try {
      const obtained = readCommandOutput(output, source.header, Date.now());
      for (const [name, value] of Object.entries(obtained.headers))
        hideHeader(scrubber, `${connectionId} ${name}`, value);
      return obtained;
    } catch (error) {
      throw error instanceof CommandOutputError
        ? commandError(`gave no credential: ${error.message}`, '')
        : error;
    }
  };

  const obtainByTokens = async (
    target: TokenTarget,
    client: OAuthClient,
    isForced: boolean,
  ): Promise<ObtainedHeaders> => {
    const stored = find(target.connectionId);
    // Tokens of changed settings may be for another server.
    if (stored === null || !isSameTarget(stored, target)) throw signedOutError(null);
    const tokens = await readTokens(stored);
    if (tokens === null) throw signedOutError(null);
    const isUsable = tokens.expiresAt === null || tokens.expiresAt > Date.now() + renewBeforeMs;
    if (isUsable && !isForced) return headersOfTokens(tokens);
    if (tokens.refreshToken === null) throw signedOutError(null);
    const copy = { file: document, replaced: stored.tokens };
    let renewed: ObtainedHeaders | null = null;
    if (withStoredCredentials === null)
      renewed = await renewTokens(client, stored, tokens.refreshToken, [copy]);
    else
      await withStoredCredentials(async (file) => {
        const newest = file.value().credentials.find((other) => isSameTarget(other, stored));
        // Without tokens, a studio has signed out since the copy was made.
        const refreshToken = newest ? (await readTokens(newest))?.refreshToken : null;
        if (!newest || !refreshToken) throw signedOutError(null);
        const renewals = [{ file, replaced: newest.tokens }, copy];
        renewed = await renewTokens(client, newest, refreshToken, renewals);
      }).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'storage' ? renewedElsewhere(error) : error;
      });
    // Those who wait get what holds now: the tokens of another sign-in, or that nobody is signed in.
    return renewed ?? obtainByTokens(target, client, false);
  };

  // `null`: somebody has signed out or in meanwhile, so the outcome holds for nobody any more.
  const renewTokens = async (
    client: OAuthClient,
    stored: StoredCredential,
    refreshToken: string,
    renewals: readonly TokenRenewal[],
  ): Promise<ObtainedHeaders | null> => {
    const { signal } = closed;
    let renewed: OAuthTokens;
    try {
      renewed = await client.refresh(refreshToken, signal);
    } catch (error) {
      const isSignedOut = error instanceof AppError && error.details['credential'] === 'signed-out';
      if (isSignedOut && !(await writeTokens(stored, null, renewals))) return null;
      throw error;
    }
    // The previous refresh token may be invalid now, so a failure to store the new one must be reported.
    if (await writeTokens(stored, renewed, renewals)) return headersOfTokens(renewed);
    // The sign-out could revoke the previous tokens only. After another sign-in, a server might revoke that too.
    if (find(stored.connectionId)?.tokens === null) client.revoke(renewed, signal).catch(() => undefined);
    return null;
  };

  const start = (owner: CredentialOwner, source: CredentialSource, mayRun: () => boolean): LiveCredential => {
    const client = source.kind === 'oauth' ? oauthClient(owner, source) : null;
    const credential = createRefreshedCredential({
      obtain: async (isForced, signal) => {
        if (client !== null) {
          const obtained = obtainByTokens({ ...owner, source }, client, isForced);
          renewing.add(obtained);
          return obtained.finally(() => renewing.delete(obtained));
        }
        if (source.kind !== 'command') throw signedOutError(null);
        if (!mayRun()) throw notAllowed();
        return obtainByCommand(owner.connectionId, source, signal);
      },
      onChange: () => onChange(owner.connectionId),
      toProblem: (error) => scrubbedProblem(error, scrub),
      initialState: () => {
        if (source.kind === 'command') return mayRun() ? 'unused' : 'not-allowed';
        return find(owner.connectionId)?.tokens ? 'unused' : 'signed-out';
      },
    });
    count += 1;
    const { headers, renew } = credential;
    return {
      configText: configTextOf(owner, source),
      credential,
      serverCredential: { id: `${owner.connectionId} ${count}`, headers, renew },
    };
  };

  const liveCredentialOf = (owner: CredentialOwner): LiveCredential | null => {
    const stored = find(owner.connectionId);
    if (stored === null || stored.origin !== owner.origin) return null;
    const running = liveCredentials.get(owner.connectionId);
    if (running?.configText === configTextOf(owner, stored.source)) return running;
    const started = start(owner, stored.source, () => isAllowed(find(owner.connectionId)));
    liveCredentials.set(owner.connectionId, started);
    return started;
  };

  // `toNext` gets what is stored by the time of the write: a renewal may have changed it a moment ago.
  const change = async (
    connectionId: string,
    toNext: (before: StoredCredential | null) => StoredCredential | null,
  ): Promise<void> => {
    await document.update(({ credentials }) => {
      const next = toNext(credentials.find((stored) => stored.connectionId === connectionId) ?? null);
      const otherCredentials = credentials.filter((stored) => stored.connectionId !== connectionId);
      return { credentials: next === null ? otherCredentials : [...otherCredentials, next] };
    });
    const changed = find(connectionId);
    secrets.retain(connectionId, changed?.tokens ? [changed.tokens] : []);
    liveCredentials.get(connectionId)?.credential.reset();
    if (changed === null) liveCredentials.delete(connectionId);
  };
  const forget = async (connectionId: string): Promise<void> => {
    if (find(connectionId) !== null) await change(connectionId, () => null);
  };

  return {
    view(connectionId) {
      const stored = find(connectionId);
      if (stored === null) return null;
      const status = liveCredentials.get(connectionId)?.credential.status();
      const state =
        stored.source.kind === 'command'
          ? isAllowed(stored)
            ? 'unused'
            : 'not-allowed'
          : stored.tokens
            ? 'unused'
            : 'signed-out';
      return { source: stored.source, status: status ?? { state, expiresAt: null, problem: null } };
    },
    of: (owner) => liveCredentialOf(owner)?.serverCredential ?? null,
    ofDraft(owner, source, isAllowedNow) {
      const stored = find(owner.connectionId);
      const isSame =
        stored !== null &&
        configTextOf(owner, source) === configTextOf({ ...owner, origin: stored.origin }, stored.source);
      const saved = isSame ? liveCredentialOf(owner) : null;
      if (saved !== null && (source.kind === 'oauth' || isAllowed(stored))) return saved.serverCredential;
      if (source.kind === 'oauth')
        return {
          id: 'draft',
          headers: () => Promise.reject(saveFirst()),
          renew: () => Promise.resolve(null),
        };
      const started = start(owner, source, () => isAllowedNow);
      drafts.add(started.credential);
      return started.serverCredential;
    },
    async save({ connectionId, origin }, source, isAllowedNow) {
      if (source === null) return forget(connectionId);
      const next: StoredCredential = { connectionId, origin, source, allowed: null, tokens: null };
      await change(connectionId, (before) => ({
        ...next,
        allowed:
          source.kind === 'command' && isAllowedNow
            ? consentDigest(connectionId, origin, source.command)
            : (before?.allowed ?? null),
        tokens: before !== null && isSameTarget(before, next) ? before.tokens : null,
      }));
    },
    async copy(from, to) {
      const stored = find(from);
      if (stored === null) return;
      const { connectionId, origin } = to;
      await change(connectionId, () => ({
        connectionId,
        origin,
        source: stored.source,
        allowed: null,
        tokens: null,
      }));
    },
    async remove(connectionId) {
      liveCredentials.get(connectionId)?.credential.dispose();
      await forget(connectionId);
    },
    async *signIn(owner, signal) {
      const stored = find(owner.connectionId);
      if (stored?.source.kind !== 'oauth') throw signedOutError(null);
      if (stored.source.flow === 'browser' && platform.isOpenToNetwork) throw noRedirect();
      yield { step: 'preparing' };
      const tokens = yield* oauthClient(owner, stored.source).signIn(signal);
      hide(stored, tokens);
      signal.throwIfAborted();
      if (!(await writeTokens(stored, tokens))) {
        // Nobody will use them.
        oauthClient(owner, stored.source)
          .revoke(tokens, signal)
          .catch(() => undefined);
        throw settingsChanged();
      }
      liveCredentialOf(owner)?.credential.reset();
      onChange(owner.connectionId);
      yield { step: 'done' };
    },
    async signOut(owner, signal) {
      const stored = find(owner.connectionId);
      if (stored?.source.kind !== 'oauth') return;
      const tokens = await readTokens(stored).catch(() => null);
      await writeTokens(stored, null);
      liveCredentials.get(owner.connectionId)?.credential.reset();
      onChange(owner.connectionId);
      // Whatever the server answers, the tokens are already deleted here.
      if (tokens !== null)
        await oauthClient(owner, stored.source)
          .revoke(tokens, signal)
          .catch(() => undefined);
    },
    async close() {
      const limited = abortAfter(closeMs);
      await untilAborted(Promise.allSettled(renewing), limited).catch(() => undefined);
      closed.abort();
      for (const { credential } of liveCredentials.values()) credential.dispose();
      for (const credential of drafts) credential.dispose();
      await Promise.all([...transports].map((transport) => transport.close()));
    },
  };
}

// A stored access token with less time left is renewed at once rather than used.
const renewBeforeMs = 30_000;

// How long the end of the studio waits for renewals that were sent.
const closeMs = 3_000;

function headersOfTokens({ accessToken, expiresAt }: OAuthTokens): ObtainedHeaders {
  return { headers: tokenHeaders(accessToken, 'authorization'), expiresAt };
}

// The value without its scheme, which alone would hide too little.
function hideHeader(scrubber: Scrubber, owner: string, value: string): void {
  scrubber.renew(owner, value);
  scrubber.renew(`${owner} value`, value.replace(/^(?:bearer|basic|token)\s+/i, ''));
}

function configTextOf({ origin, trust }: CredentialOwner, source: CredentialSource): string {
  return JSON.stringify([origin, source, trust.caText]);
}

type TokenTarget = Pick<StoredCredential, 'connectionId' | 'origin' | 'source'>;

// Whether tokens of one are tokens of the other: the same server, client and scope. Where they are kept does not matter.
function isSameTarget(one: TokenTarget, other: TokenTarget): boolean {
  const target = ({ connectionId, origin, source }: TokenTarget): string =>
    JSON.stringify([
      connectionId,
      origin,
      source.kind === 'oauth'
        ? [source.issuer, source.endpoints, source.clientId, source.scope, source.audience]
        : source,
    ]);
  return target(one) === target(other);
}

function settingsChanged(): AppError {
  return new AppError(
    'credential',
    'The settings of the server were changed during the sign-in, so it was not stored.',
    { hint: 'Sign in again.' },
  );
}

function notAllowed(): AppError {
  return new AppError(
    'credential',
    'The credential command was not started: nobody has allowed it on this computer.',
    {
      hint: 'Look at the command in the settings of the server, and allow it there.',
      details: { credential: 'not-allowed' },
    },
  );
}

function commandsRefused(): AppError {
  return new AppError(
    'credential',
    'Credential commands are not started while others on the network can reach the studio.',
    {
      hint: 'Use a key or OAuth for this server.',
    },
  );
}

function noRedirect(): AppError {
  return new AppError(
    'credential',
    'A browser elsewhere on the network can’t come back to this computer after the sign-in.',
    {
      hint: 'Choose the sign-in with a code in the settings of the server.',
    },
  );
}

function saveFirst(): AppError {
  return new AppError(
    'credential',
    'These OAuth settings are not saved, so nobody can be signed in with them.',
    {
      hint: 'Save the server and sign in on its page, then test it.',
      details: { credential: 'signed-out' },
    },
  );
}

function renewedElsewhere(cause: AppError): AppError {
  return new AppError(
    'credential',
    'The sign-in of this server has expired, and the open studio renews it.',
    {
      hint: 'Try again once the server is connected there, or pass --key-env or --credential-command.',
      cause,
    },
  );
}
