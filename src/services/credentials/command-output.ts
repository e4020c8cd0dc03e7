import { z } from 'zod';
import type { CredentialHeader } from '../../shared/model/credential.ts';
import { checkHeaderName, normalizeHeaderValue } from '../connections/header-rules.ts';

/** Headers for requests. `expiresAt`: milliseconds since 1970; `null` if unknown. */
export interface ObtainedHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly expiresAt: number | null;
}

const Text = z.string().min(1);

// Members are optional and others ignored: programs print these for more than one reader.
const Output = z.object({
  token: Text.optional(),
  access_token: Text.optional(),
  headers: z.record(z.string(), z.string()).optional(),
  expiration: z.unknown().optional(),
  Expiration: z.unknown().optional(),
  token_expiry: z.unknown().optional(),
  expirationTimestamp: z.unknown().optional(),
});

// Some programs put the same one level deeper: `gcloud config config-helper`, and those made for Kubernetes.
const Nested = z.object({ credential: Output.optional(), status: Output.optional() });

/** Says what is wrong with the output, and never repeats any of it. */
export class CommandOutputError extends Error {}

/**
 * Reads what a credential command printed: `{ "token": …, "expiration": … }`, or `headers` instead of a token. Throws
 * {@link CommandOutputError}.
 */
export function readCommandOutput(text: string, header: CredentialHeader, now: number): ObtainedHeaders {
  if (text.trim() === '') throw new CommandOutputError('it printed nothing.');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new CommandOutputError('it did not print JSON.');
  }
  const nested = Nested.safeParse(value).data;
  const output = Output.safeParse(nested?.credential ?? nested?.status ?? value).data;
  if (!output) throw new CommandOutputError('its JSON has no "token" and no "headers".');
  const token = output.token ?? output.access_token;
  if (token === undefined && output.headers === undefined)
    throw new CommandOutputError('its JSON has no "token" and no "headers".');
  const headers = token === undefined ? checkedHeaders(output.headers ?? {}) : tokenHeaders(token, header);
  if (Object.keys(headers).length === 0) throw new CommandOutputError('its "headers" are empty.');
  const expiresAt = readExpiration(
    output.expiration ?? output.Expiration ?? output.token_expiry ?? output.expirationTimestamp,
  );
  if (expiresAt !== null && expiresAt <= now)
    throw new CommandOutputError(`what it printed has expired at ${new Date(expiresAt).toISOString()}.`);
  return { headers, expiresAt };
}

/** The header that carries a token. Throws {@link CommandOutputError} if HTTP can't send it. */
export function tokenHeaders(token: string, header: CredentialHeader): Readonly<Record<string, string>> {
  const value = checked('its token', () => normalizeHeaderValue(header, token));
  return { [header]: header === 'authorization' ? `Bearer ${value}` : value };
}

function checkedHeaders(headers: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const entries = Object.entries(headers);
  if (entries.length > 32) throw new CommandOutputError('it printed more than 32 headers.');
  return Object.fromEntries(
    entries.map(([name, value]) =>
      checked('one of its headers', () => {
        checkHeaderName(name);
        return [name.toLowerCase(), normalizeHeaderValue(name, value)];
      }),
    ),
  );
}

// The messages of the header rules repeat the header that they refuse, which may contain a secret.
function checked<T>(what: string, check: () => T): T {
  try {
    return check();
  } catch {
    throw new CommandOutputError(`${what} can't be sent over HTTP.`);
  }
}

function readExpiration(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null;
  // `Date.parse` alone takes almost any text that ends with a number.
  const time =
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}[T ]/.test(value) ? Date.parse(value) : Number.NaN;
  if (Number.isNaN(time))
    throw new CommandOutputError('its "expiration" is not a date such as 2026-01-31T12:00:00Z.');
  return time;
}
