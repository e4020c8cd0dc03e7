import { mask } from '../logging/scrubber.ts';

export type Replace = (kind: string) => string;

const pemBegin = /-----BEGIN[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/g;
const pemEnd = /-----END[ A-Z0-9_-]{0,60}PRIVATE KEY(?: BLOCK)?-----/g;

// Replaces whole blocks; one without its end, all that may belong to it.
export function maskPrivateKeys(text: string, replace: Replace): string {
  if (!text.includes('PRIVATE KEY')) return text;
  let result = '';
  let copied = 0;
  // Once there is no end, there is none further on: each is looked for only once.
  let hasEnd = true;
  pemBegin.lastIndex = 0;
  for (let match = pemBegin.exec(text); match; match = pemBegin.exec(text)) {
    pemEnd.lastIndex = pemBegin.lastIndex;
    hasEnd &&= pemEnd.test(text);
    const next = hasEnd ? pemEnd.lastIndex : endOfBase64(text, pemBegin.lastIndex);
    result += text.slice(copied, match.index) + replace('private-key');
    copied = next;
    pemBegin.lastIndex = next;
  }
  return result + text.slice(copied);
}

// Base64 with line breaks, which may be escaped, and the headers of an encrypted key.
function endOfBase64(text: string, from: number): number {
  // Part by part: an expression that repeats alternatives has no stack for megabytes.
  const part =
    /(?:\\[nr])*(?:Proc-Type|DEK-Info|Version|Comment): [^\r\n\\]{0,200}|[A-Za-z0-9+/=]+|\s+|\\+[nr]?/y;
  let end = from;
  for (part.lastIndex = from; part.test(text);) end = part.lastIndex;
  return end;
}

const maxScheme = 40;

// Where the scheme of an address begins whose `://` is at `index`; `null` without one.
function schemeStart(text: string, index: number): number | null {
  const before = text.slice(Math.max(0, index - maxScheme), index);
  const scheme = /[a-z][a-z\d+.-]*$/i.exec(before);
  return scheme ? index - scheme[0].length : null;
}

// Where an authority ends that begins at `start`: behind are a path, a query, or what is no address.
export function authorityEnd(text: string, start: number): number {
  const end = /[/?#\s"'`<>\\(){}|^]|$/g;
  end.lastIndex = start;
  return end.exec(text)?.index ?? text.length;
}

// The slashes of an address, which JSON may escape.
const slashes = /:(?:\\{0,4}\/){2}/g;

// Calls `visit` with the start of the scheme and of the authority of each address.
export function forEachAddress(text: string, visit: (scheme: number, authority: number) => void): void {
  for (const match of text.matchAll(slashes)) {
    const scheme = schemeStart(text, match.index);
    if (scheme !== null) visit(scheme, match.index + match[0].length);
  }
}

// Users and passwords in addresses of any scheme, also passwords that were not encoded.
export function maskAddressCredentials(text: string, replace: Replace): string {
  if (!text.includes('@')) return text;
  let result = '';
  let copied = 0;
  forEachAddress(text, (_scheme, authority) => {
    if (authority < copied) return;
    const end = credentialsEnd(text, authority);
    if (end === null || text.slice(authority, end) === mask) return;
    result += text.slice(copied, authority) + replace('credentials-in-address');
    copied = end;
  });
  return result + text.slice(copied);
}

const maxCredentials = 500;

function credentialsEnd(text: string, start: number): number | null {
  const end = authorityEnd(text, start);
  const inside = text.slice(start, end).lastIndexOf('@');
  if (inside >= 0) return inside === 0 ? null : start + inside;
  // `user:p/ss@host`: what is behind the colon is no port, so the password goes on.
  if (!/^[^:]+:(?!\d{1,5}$)./.test(text.slice(start, end))) return null;
  const [word = ''] = /^[^\s"'`<>]*/.exec(text.slice(start, start + maxCredentials)) ?? [];
  const index = word.lastIndexOf('@');
  return index > 0 ? start + index : null;
}

const scheme =
  /(?<![\w-])(Basic|Bearer|Token|ApiKey|Api-Key|Digest|Negotiate|Key)(\s{1,3}|%20|\+)(["']?)((?:[\w.~+/-]|%[0-9A-F]{2}){6,}={0,3})/gi;

// `Basic dXNlcjpw…`, `Bearer …`, as they stand in headers.
export function maskAuthSchemes(text: string, replace: Replace): string {
  return text.replaceAll(scheme, (whole, name: string, space: string, quote: string, value: string) => {
    const isSecret = /^basic$/i.test(name) ? isBasic(value) : looksRandom(value);
    return isSecret ? `${name}${space}${quote}${replace(`${name.toLowerCase()}-credentials`)}` : whole;
  });
}

// Base64 of `user:password`.
function isBasic(value: string): boolean {
  const plain = Buffer.from(safelyDecoded(value), 'base64').toString('latin1');
  return /^[\x20-\x7e]*:[\x20-\x7e]*$/.test(plain) || looksRandom(value);
}

// No word of a language: long with digits, or in both cases, or very long.
export function looksRandom(value: string): boolean {
  if (value.length >= 24) return !/^[a-z]+(?:[-_.][a-z]+)*$/i.test(value);
  if (value.length < 6) return false;
  return /\d/.test(value) || (value.length >= 12 && /[a-z]/.test(value) && /[A-Z]/.test(value.slice(1)));
}

export function safelyDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const curlUser = /(?<!\S)(-u|--user|--proxy-user)([ =]\s{0,3})(["']?)([^\s"':]{1,200}:[^\s"']{1,500})/g;

// `curl -u user:password`.
export function maskCommandUsers(text: string, replace: Replace): string {
  return text.replaceAll(
    curlUser,
    (_, option: string, space: string, quote: string) =>
      option + space + quote + replace('basic-credentials'),
  );
}
