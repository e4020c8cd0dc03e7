import { AppError } from '../shared/app-error.ts';
import type { WebHostOptions } from './start-web-host.ts';

type Environment = Readonly<Record<string, string | undefined>>;

// Shorter tokens could be guessed.
const minTokenLength = 24;

const prefix = 'REMOTE_GRAPH_STUDIO_';

/**
 * Options of the web host from its environment, for containers: `REMOTE_GRAPH_STUDIO_ADDRESS`, `_PORT`,
 * `_ALLOW_NETWORK`, `_TOKEN`, `_PUBLIC_URL` and `_TEAM`. Empty ones don't count. Throws `AppError` (`invalid-input`),
 * which names the variable but never the token.
 */
export function readWebHostEnvironment(
  env: Environment,
): Pick<WebHostOptions, 'address' | 'port' | 'allowNetwork' | 'token' | 'publicUrl' | 'teamFile'> {
  const read = (name: string): string | null => (env[prefix + name] ?? '').trim() || null;
  const port = read('PORT');
  const address = read('ADDRESS');
  const allowNetwork = read('ALLOW_NETWORK');
  const token = read('TOKEN');
  const publicUrl = read('PUBLIC_URL');
  const teamFile = read('TEAM');
  return {
    ...(address === null ? {} : { address }),
    ...(port === null ? {} : { port: portNumber(port) }),
    ...(allowNetwork === null ? {} : { allowNetwork: isYes(allowNetwork) }),
    ...(token === null ? {} : { token: parseToken(token) }),
    ...(publicUrl === null ? {} : { publicUrl: publicOrigin(publicUrl) }),
    ...(teamFile === null ? {} : { teamFile }),
  };
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw invalidVariableError(
    'PORT',
    `"${text}" is not a port`,
    'Use a number from 0 (any free port) to 65535.',
  );
}

function isYes(text: string): boolean {
  if (/^(?:1|true|yes)$/i.test(text)) return true;
  if (/^(?:0|false|no)$/i.test(text)) return false;
  throw invalidVariableError('ALLOW_NETWORK', `"${text}" is neither 1 nor 0`, 'Use 1 or 0.');
}

function parseToken(text: string): string {
  const hint = 'Make one with: openssl rand -base64 32 | tr -d "/+="';
  if (text.length < minTokenLength)
    throw invalidVariableError('TOKEN', `it has fewer than ${minTokenLength} characters`, hint);
  if (text.length > 200 || !/^[\w.~-]+$/.test(text)) {
    throw invalidVariableError('TOKEN', 'it has other characters than letters, digits and ._~-', hint);
  }
  return text;
}

function publicOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isPlain =
    url !== null && url.pathname === '/' && url.search === '' && url.hash === '' && url.username === '';
  if (isPlain && /^https?:$/.test(url.protocol)) return url.origin;
  throw invalidVariableError(
    'PUBLIC_URL',
    `"${text}" is no base address`,
    'Example: https://studio.example.com',
  );
}

function invalidVariableError(name: string, what: string, hint: string): AppError {
  return new AppError('invalid-input', `${prefix}${name} can't be used: ${what}.`, { hint });
}
