import type { Configuration, TokenEndpointResponse, TokenEndpointResponseHelpers } from 'openid-client';
import { abortAfter, untilAborted } from 'remote-graph-client/client';
import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import type { OAuthSource, SignInStep } from '../../shared/model/credential.ts';
import { isLoopbackHost } from '../network/localhost-lookup.ts';
import { safeLink } from '../network/safe-link.ts';
import { openRedirectListener } from './redirect-listener.ts';
import { readBody } from '../network/read-body.ts';

// - `expiresAt`: milliseconds since 1970; `null` if the server did not say, or named a time that no `Date` can hold.
export const OAuthTokens = z.strictObject({
  accessToken: z.string(),
  refreshToken: z.string().nullable(),
  expiresAt: z.number().nullable().transform(dateTime),
});
export type OAuthTokens = z.infer<typeof OAuthTokens>;

export interface OAuthClient {
  /** Signs in a person, who is told each step. Throws `AppError`. */
  signIn(signal: AbortSignal): AsyncGenerator<SignInStep, OAuthTokens>;
  /** Throws `AppError`, with `details.credential` = `signed-out` if a person must sign in again. */
  refresh(refreshToken: string, signal: AbortSignal): Promise<OAuthTokens>;
  /** Tells the server that the tokens are not used any more, if it has an endpoint for that. */
  revoke(tokens: OAuthTokens, signal: AbortSignal): Promise<void>;
}

interface OAuthClientOptions {
  readonly source: OAuthSource;
  readonly fetch: typeof fetch;
  // Removes secrets, known and likely ones.
  readonly scrub: (text: string) => string;
  readonly limits?: { readonly answerMs: number; readonly signInMs: number };
}

const oauthLimits = { answerMs: 10_000, signInMs: 10 * 60_000 };
const maxAnswerBytes = 256 * 1024;

/** OAuth 2.0 with one authorization server, by `openid-client`, which is loaded at the first use. */
export function createOAuthClient(options: OAuthClientOptions): OAuthClient {
  const { source, scrub, limits = oauthLimits } = options;
  const toProblem = (error: unknown): AppError => oauthProblem(error, source, scrub);
  // Opens a client for the requests of one action, which are aborted together.
  const openClient = async (signal: AbortSignal) => {
    const openid = await import('openid-client');
    const send = boundedFetch(options.fetch, signal, limits.answerMs);
    return { openid, config: await configure(openid, source, send) };
  };

  async function* browserSignIn(signal: AbortSignal): AsyncGenerator<SignInStep, OAuthTokens> {
    const { openid, config } = await openClient(signal);
    const codeVerifier = openid.randomPKCECodeVerifier();
    const state = openid.randomState();
    const listener = await openRedirectListener(state);
    try {
      const url = openid.buildAuthorizationUrl(config, {
        ...scopeParameters(source),
        redirect_uri: listener.redirectUri,
        code_challenge: await openid.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        state,
        // Without it, OpenID providers leave out the refresh token.
        ...(/(^|\s)offline_access(\s|$)/.test(source.scope) ? { prompt: 'consent' } : {}),
      });
      yield { step: 'browser', url: safeAddress(url.href), expiresAt: isoTimeAfter(limits.signInMs) };
      const limitedSignal = abortAfter(limits.signInMs, signal);
      const redirected = await untilAborted(listener.redirected, limitedSignal);
      const token = await openid.authorizationCodeGrant(config, redirected, {
        pkceCodeVerifier: codeVerifier,
        expectedState: state,
      });
      return tokensOf(token, null);
    } finally {
      listener.close();
    }
  }

  async function* deviceSignIn(signal: AbortSignal): AsyncGenerator<SignInStep, OAuthTokens> {
    const { openid, config } = await openClient(signal);
    const device = await openid.initiateDeviceAuthorization(config, scopeParameters(source));
    const ms = Math.min(device.expires_in * 1000, limits.signInMs);
    yield {
      step: 'device',
      userCode: printable(device.user_code),
      url: safeAddress(device.verification_uri),
      completeUrl:
        device.verification_uri_complete === undefined ? null : safeAddress(device.verification_uri_complete),
      expiresAt: isoTimeAfter(ms),
    };
    const limitedSignal = abortAfter(ms, signal);
    const token = await openid.pollDeviceAuthorizationGrant(config, device, undefined, {
      signal: limitedSignal,
    });
    return tokensOf(token, null);
  }

  return {
    async *signIn(signal) {
      try {
        return yield* source.flow === 'browser' ? browserSignIn(signal) : deviceSignIn(signal);
      } catch (error) {
        throw signal.aborted ? signal.reason : toProblem(error);
      }
    },
    async refresh(refreshToken, signal) {
      try {
        const { openid, config } = await openClient(signal);
        return tokensOf(await openid.refreshTokenGrant(config, refreshToken), refreshToken);
      } catch (error) {
        const problem = toProblem(error);
        throw problem.details['error'] === 'invalid_grant' ? signedOutError(problem) : problem;
      }
    },
    async revoke({ accessToken, refreshToken }, signal) {
      const { openid, config } = await openClient(signal);
      if (config.serverMetadata().revocation_endpoint === undefined) return;
      await openid.tokenRevocation(config, refreshToken ?? accessToken);
    },
  };
}

/** A person must sign in; `cause`: what the server said of the last tokens. */
export function signedOutError(cause: AppError | null): AppError {
  return new AppError(
    'credential',
    cause === null ? 'Nobody is signed in to this server.' : 'The sign-in has expired or was revoked.',
    {
      hint:
        cause === null ? 'Sign in on the page of the server.' : 'Sign in again on the page of the server.',
      details: { ...cause?.details, credential: 'signed-out' },
      ...(cause === null ? {} : { cause }),
    },
  );
}

type OpenIdClient = typeof import('openid-client');

async function configure(
  openid: OpenIdClient,
  source: OAuthSource,
  send: typeof fetch,
): Promise<Configuration> {
  const { issuer, endpoints, clientId } = source;
  if (endpoints !== null) {
    const config = new openid.Configuration(
      {
        issuer: issuer === '' ? new URL(endpoints.token).origin : issuer,
        token_endpoint: endpoints.token,
        ...(endpoints.authorization === '' ? {} : { authorization_endpoint: endpoints.authorization }),
        ...(endpoints.device === '' ? {} : { device_authorization_endpoint: endpoints.device }),
      },
      clientId,
      undefined,
      openid.None(),
    );
    config[openid.customFetch] = send;
    if (isLocal(endpoints.token)) openid.allowInsecureRequests(config);
    return config;
  }
  const discover = (algorithm: 'oidc' | 'oauth2'): Promise<Configuration> =>
    openid.discovery(new URL(issuer), clientId, undefined, openid.None(), {
      algorithm,
      [openid.customFetch]: send,
      execute: isLocal(issuer) ? [openid.allowInsecureRequests] : [],
    });
  // Only a request shows which of the two documents a server has.
  return discover('oidc').catch((first: unknown) =>
    isMissing(first)
      ? discover('oauth2').catch((second: unknown) => {
          throw isMissing(second) ? first : second;
        })
      : Promise.reject(first),
  );
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Response && error.cause.status === 404;
}

function isLocal(address: string): boolean {
  const url = new URL(address);
  return url.protocol === 'http:' && isLoopbackHost(url.hostname);
}

function scopeParameters({ scope, audience }: OAuthSource): Record<string, string> {
  return { ...(scope === '' ? {} : { scope }), ...(audience === '' ? {} : { audience }) };
}

function tokensOf(
  token: TokenEndpointResponse & TokenEndpointResponseHelpers,
  refreshToken: string | null,
): OAuthTokens {
  if (token.token_type.toLowerCase() !== 'bearer')
    throw new AppError('credential', 'The sign-in server sent a token that is no bearer token.');
  const seconds = token.expiresIn();
  return {
    accessToken: token.access_token,
    // A server that does not rotate refresh tokens sends none again.
    refreshToken: token.refresh_token ?? refreshToken,
    expiresAt: dateTime(seconds === undefined ? null : Date.now() + seconds * 1000),
  };
}

function dateTime(time: number | null): number | null {
  return time === null || Number.isNaN(new Date(time).getTime()) ? null : time;
}

// The address that the person is asked to open comes from a server that may be hostile.
function safeAddress(address: string): string {
  return safeLink(address, { allowsHttp: URL.canParse(address) && isLocal(address) });
}

function printable(text: string): string {
  return text.replaceAll(/[^\u0020-\u007e]/g, '?').slice(0, 64);
}

function isoTimeAfter(ms: number): string {
  return new Date(Date.now() + ms).toISOString();
}

class AnswerTooLarge extends Error {}

// Reads whole responses, of bounded size and within bounded time, however slowly they come.
function boundedFetch(send: typeof fetch, action: AbortSignal, ms: number): typeof fetch {
  return async (input, init) => {
    // The library's own signal is left out: it is a longer limit.
    const response = await send(input, { ...init, signal: abortAfter(ms, action) });
    const { bytes, isCut } = await readBody(response, maxAnswerBytes);
    if (isCut) throw new AnswerTooLarge();
    const hasBody = response.status !== 204 && response.status !== 304;
    return new Response(hasBody ? new Uint8Array(bytes) : null, {
      status: response.status,
      headers: new Headers([...response.headers]),
    });
  };
}

// Sentences about an authorization server. Of its answers, only its own description of an error is repeated.
function oauthProblem(error: unknown, source: OAuthSource, scrub: (text: string) => string): AppError {
  if (error instanceof AppError) return error;
  const host = hostOf(source);
  const causes = [...causesOf(error)];
  const answer = causes.find(
    (cause): cause is Error & { readonly error: string; readonly error_description?: unknown } =>
      'error' in cause && typeof cause.error === 'string',
  );
  if (answer) {
    const code = printable(answer.error);
    const rawDescription = 'error_description' in answer ? answer.error_description : undefined;
    const description =
      typeof rawDescription === 'string' ? scrub(printable(rawDescription.slice(0, 1000))).slice(0, 300) : '';
    return oauthError(errorSentences[code] ?? `${host} refused the sign-in: ${code}.`, {
      error: code,
      ...(description === '' ? {} : { server: description }),
    });
  }
  if (causes.some((cause) => cause instanceof AnswerTooLarge))
    return oauthError(`${host} sent an answer larger than ${maxAnswerBytes / 1024} kB, which was not read.`);
  if (causes.some((cause) => cause.name === 'TimeoutError'))
    return oauthError(`${host} took too long to answer, or nobody finished the sign-in in time.`);
  const code =
    causes.map((cause) => ('code' in cause ? String(cause.code) : '')).find((text) => text !== '') ?? '';
  if (code.startsWith('OAUTH_'))
    return oauthError(
      `${host} does not answer like an OAuth server (${code.slice(6).toLowerCase().replaceAll('_', ' ')}).`,
    );
  return oauthError(`${host} could not be reached${code === '' ? '' : ` (${code})`}.`);
}

const errorSentences: Readonly<Record<string, string>> = {
  access_denied: 'The sign-in was refused.',
  expired_token: 'The code has expired. Sign in again.',
  invalid_client: 'The sign-in server does not know this client ID, or wants a secret of it.',
  unauthorized_client: 'The sign-in server does not allow this client to sign in this way.',
  invalid_scope: 'The sign-in server does not know one of the scopes.',
};

function oauthError(message: string, details: Readonly<Record<string, string>> = {}): AppError {
  return new AppError('credential', message, {
    hint: 'Check the OAuth settings of the server, then sign in again.',
    details,
  });
}

function hostOf({ issuer, endpoints }: OAuthSource): string {
  const address = endpoints?.token ?? issuer;
  return URL.canParse(address) ? new URL(address).host : 'The sign-in server';
}

function* causesOf(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}
