import { z } from 'zod';
import { WireError } from '../wire-error.ts';

/** Headers that a credential may be sent in: `Authorization: Bearer …`, or `x-api-key`. */
export const CredentialHeader = z.enum(['authorization', 'x-api-key']);
export type CredentialHeader = z.infer<typeof CredentialHeader>;

/** A program and its arguments, started without a shell. */
export const CommandLine = z.array(z.string().max(4096)).min(1).max(64);

/** Where a signed-in person's tokens are kept, as keys are. */
export const TokenStorage = z.enum(['session', 'sealed', 'plain']);

/**
 * OAuth 2.0 of a public client. `issuer` is asked for its endpoints, unless those are named.
 *
 * - `flow`: `browser`: authorization code with PKCE, and a redirect to this computer. `device`: a code to type on any device.
 * - `scope`, `audience`: as the authorization server wants them; empty for none.
 */
export const OAuthSettings = z.strictObject({
  issuer: z.string().max(2048),
  endpoints: z
    .strictObject({
      authorization: z.string().max(2048),
      token: z.string().max(2048),
      device: z.string().max(2048),
    })
    .nullable(),
  clientId: z.string().min(1).max(1024),
  scope: z.string().max(2048),
  audience: z.string().max(2048),
  flow: z.enum(['browser', 'device']),
  storage: TokenStorage,
});
export type OAuthSettings = z.infer<typeof OAuthSettings>;

/** Where a server's expiring credential comes from. Without one, the server has a key and headers that stay as they are. */
export const CredentialSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('command'), command: CommandLine, header: CredentialHeader }),
  z.strictObject({ kind: z.literal('oauth'), ...OAuthSettings.shape }),
]);
export type CredentialSource = z.infer<typeof CredentialSource>;
export type CommandSource = Extract<CredentialSource, { readonly kind: 'command' }>;
export type OAuthSource = Extract<CredentialSource, { readonly kind: 'oauth' }>;

/**
 * - `unused`: not asked for yet. `not-allowed`: nobody has agreed to this command on this computer. `signed-out`: a
 *   person must sign in.
 * - `expiresAt`: ISO 8601; `null` if unknown.
 * - `problem`: Why the last renewal failed; the previous credential may still be valid.
 */
export const CredentialStatus = z.strictObject({
  state: z.enum(['unused', 'ready', 'not-allowed', 'signed-out', 'failed']),
  expiresAt: z.string().nullable(),
  problem: z.nullable(WireError),
});
export type CredentialStatus = z.infer<typeof CredentialStatus>;

/** What a window may see of a server's credential. Never a token. */
export const CredentialView = z.strictObject({ source: CredentialSource, status: CredentialStatus });
export type CredentialView = z.infer<typeof CredentialView>;

/**
 * A sign-in as it goes on. `browser`: this page must be opened. `device`: the code has to be typed on that page, within
 * `expiresAt`; `completeUrl` has the code in it.
 */
export const SignInStep = z.discriminatedUnion('step', [
  z.strictObject({ step: z.literal('preparing') }),
  z.strictObject({ step: z.literal('browser'), url: z.string(), expiresAt: z.string() }),
  z.strictObject({
    step: z.literal('device'),
    userCode: z.string(),
    url: z.string(),
    completeUrl: z.string().nullable(),
    expiresAt: z.string(),
  }),
  z.strictObject({ step: z.literal('done') }),
]);
export type SignInStep = z.infer<typeof SignInStep>;

const HeaderOutcome = z.strictObject({
  outcome: z.enum(['accepted', 'refused', 'unknown']),
  status: z.int().nullable(),
});

/**
 * Which header a server takes a key in: the same small request without the key and with it in each header.
 *
 * - `sent`: The header that the studio sends it in.
 * - `isLangsmithKey`: The key has the form of one of LangSmith's.
 */
export const KeyHeaderTest = z.strictObject({
  sent: CredentialHeader,
  without: HeaderOutcome,
  xApiKey: HeaderOutcome,
  authorization: HeaderOutcome,
  isLangsmithKey: z.boolean(),
});
export type KeyHeaderTest = z.infer<typeof KeyHeaderTest>;
