import { AppError } from '../../shared/app-error.ts';

/**
 * A server's address: base URL without trailing slash, and the origin that its keys are bound to (row C-8).
 */
export interface ServerUrl {
  readonly url: string;
  readonly origin: string;
}

/** Parses what a person typed. Throws an `AppError` (`invalid-input`, `details.where` = `url`). */
export function parseServerUrl(typed: string): ServerUrl {
  const text = typed.trim();
  if (text === '')
    throw wrong('The address is empty.', 'For a local server it is like http://127.0.0.1:2024.');
  if (/[\s\p{Cc}\\]/u.test(text)) {
    throw wrong('The address holds a space, a backslash or a control character.', 'Type it again by hand.');
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    throw wrong('The address does not say http:// or https://.', `Try ${guessScheme(text)}.`);
  }
  if (scheme !== 'http' && scheme !== 'https') {
    throw wrong(`The address starts with ${scheme}://.`, 'Graph servers are reached by http:// or https://.');
  }
  const url = parseUrl(text);
  if (url === null || url.hostname === '') {
    throw wrong('The address is not valid.', 'Check the host and the port, like https://example.com:8123.');
  }
  if (/^[^/?#]*@/.test(text.slice(scheme.length + 3))) {
    throw wrong(
      'The address holds a user name or password.',
      'Take it out; keys belong into the key field or a header.',
    );
  }
  if (text.includes('?')) throw wrong('The address has a query (the part from "?" on).', hintForQuery(url));
  if (text.includes('#')) {
    throw wrong(
      'The address has a fragment (the part from "#" on).',
      'Take it out; only the base address is needed.',
    );
  }
  return { url: url.origin + url.pathname.replace(/\/+$/, ''), origin: url.origin };
}

function wrong(message: string, hint: string): AppError {
  return new AppError('invalid-input', message, { hint, details: { where: 'url' } });
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** This machine is usually served without TLS; everything else should have it. */
function guessScheme(text: string): string {
  const local = /^(localhost|127\.|0\.0\.0\.0|\[::1\]|192\.168\.|10\.)/i.test(text);
  return `${local ? 'http' : 'https'}://${text.replace(/^:?\/*/, '')}`;
}

/**
 * Dev servers print a link like `https://.../studio/?baseUrl=http://127.0.0.1:2024`, which many people paste.
 */
function hintForQuery(url: URL): string {
  const base = url.searchParams.get('baseUrl');
  return base === null
    ? 'Take it out; only the base address is needed.'
    : `The server's own address in this link is ${base}.`;
}
