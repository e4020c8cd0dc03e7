import { domainToASCII, domainToUnicode } from 'node:url';
import { AppError } from '../../shared/app-error.ts';

export const maxLinkLength = 2048;

/**
 * Checks an address for the system's browser: https only, and nothing that could make a person or
 * program read another target than the one that opens. Returns it normalized (host in punycode). Throws an
 * `AppError` (`invalid-input`). `allowsHttp`: for an address whose host the user typed.
 */
export function safeLink(text: string, { allowsHttp = false } = {}): string {
  const problem = problemOf(text, allowsHttp);
  if (problem !== null) {
    throw new AppError('invalid-input', `The link was not opened: ${problem}.`, {
      hint: 'Copy the address and open it yourself if you trust it.',
    });
  }
  return new URL(text).href;
}

function problemOf(text: string, allowsHttp: boolean): string | null {
  if (text.length > maxLinkLength) return `it is longer than ${maxLinkLength} characters`;
  if (text.trim() === '') return 'it is empty';
  if (/\p{Cs}/u.test(text)) return 'it contains broken characters';
  if (hidden.test(text)) return 'it contains control or invisible characters';
  if (/\s/.test(text)) return 'it contains spaces';
  if (text.includes('\\')) return 'it contains a backslash';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(text)?.[1]?.toLowerCase();
  if (scheme === undefined) return 'it has no scheme such as https://';
  if (scheme === 'http' && !allowsHttp) return 'http is not secure, only https links are opened';
  if (scheme === 'mailto') return 'mail links are not supported, only https links are opened';
  if (scheme !== 'https' && scheme !== 'http') return `only https links are opened, and this is "${scheme}"`;
  // `https:evil` and `https:/evil` mean `https://evil` by the URL standard, but not to every program.
  const authority = /^https?:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined) return 'it has no host';
  if (authority.includes('@')) return 'it contains a user name or password';
  const url = parseUrl(text);
  if (url === null) return 'it is not a valid address';
  if (url.hostname.replaceAll('.', '') === '') return 'it has no host';
  if (!isReadableHost(url.hostname)) return 'it is not a valid address: its host is malformed punycode';
  return url.href.length > maxLinkLength ? `it is longer than ${maxLinkLength} characters` : null;
}

// C0 and C1 controls, soft hyphen, zero-width and direction marks, line separators, byte order mark, tags.
const hidden = new RegExp(
  '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180f' +
    '\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb' +
    '\\u{e0000}-\\u{e0fff}]',
  'u',
);

// Whether each punycode label of a host decodes to characters. From Node 24 on, `new URL` accepts `xn--a`; older ones refuse it.
function isReadableHost(host: string): boolean {
  if (!/(^|\.)xn--/.test(host)) return true;
  const readable = domainToUnicode(host);
  return !/(^|\.)xn--/.test(readable) && domainToASCII(readable) === host;
}

function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
