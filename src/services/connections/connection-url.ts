import { AppError } from '../../shared/app-error.ts';

// A server's address: base URL without trailing slash, and the origin that its keys are bound to.
interface ServerUrl {
  readonly url: string;
  readonly origin: string;
}

/** Parses what a person typed. Throws an `AppError` (`invalid-input`, `details.where` = `url`). */
export function parseServerUrl(typed: string): ServerUrl {
  const text = typed.trim();
  if (text === '')
    throw invalidUrlError('The address is empty.', 'For a local server, enter http://127.0.0.1:2024.');
  if (/[\s\p{Cc}\\]/u.test(text)) {
    throw invalidUrlError('The address contains a space, a backslash or a control character.', 'Retype it.');
  }
  const scheme = /^([a-z][a-z0-9+.-]*):\/\//i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) {
    throw invalidUrlError('The address must start with http:// or https://.', `Try ${guessScheme(text)}.`);
  }
  if (scheme !== 'http' && scheme !== 'https') {
    throw invalidUrlError(`The address starts with ${scheme}://.`, 'Use http:// or https://.');
  }
  const url = parseUrl(text);
  if (url === null || url.hostname === '') {
    throw invalidUrlError(
      'The address is not valid.',
      'Check the host and port. Example: https://example.com:8123.',
    );
  }
  if (/^[^/?#]*@/.test(text.slice(scheme.length + 3))) {
    throw invalidUrlError(
      'The address contains a user name or password.',
      'Remove it. Keys go in the API key field or a header.',
    );
  }
  if (text.includes('?'))
    throw invalidUrlError('The address has a query (the part after "?").', hintForQuery(url));
  if (text.includes('#')) {
    throw invalidUrlError(
      'The address has a fragment (the part after "#").',
      'Remove it. Only the base URL is needed.',
    );
  }
  return { url: url.origin + url.pathname.replace(/\/+$/, ''), origin: url.origin };
}

function invalidUrlError(message: string, hint: string): AppError {
  return new AppError('invalid-input', message, { hint, details: { where: 'url' } });
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

// This machine is usually served without TLS; everything else should have it.
function guessScheme(text: string): string {
  const local = /^(localhost|127\.|0\.0\.0\.0|\[::1\]|192\.168\.|10\.)/i.test(text);
  return `${local ? 'http' : 'https'}://${text.replace(/^:?\/*/, '')}`;
}

// Dev servers print a link like `https://.../studio/?baseUrl=http://127.0.0.1:2024`, which many people paste.
function hintForQuery(url: URL): string {
  const base = url.searchParams.get('baseUrl');
  return base === null
    ? 'Remove it. Only the base URL is needed.'
    : `The server address in this link is ${base}.`;
}
