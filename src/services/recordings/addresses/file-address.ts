import { AppError } from '../../../shared/app-error.ts';
import { isLoopbackHost } from '../../network/localhost-lookup.ts';

/** Presigned links with a session token have some 2,000 characters. */
export const maxAddressLength = 8192;

const maxPlaceLength = 300;
const maxNameLength = 200;

/**
 * Reads the address of a recording that a user typed: https, or http on this machine, without a user name or password.
 * Throws an `AppError` (`invalid-input`), which does not repeat the address: its query may be a secret.
 */
export function fileAddress(typed: string): URL {
  const text = typed.trim();
  const problem = problemOf(text);
  if (problem === null) return new URL(text);
  throw new AppError('invalid-input', `This address can’t be used: ${problem}.`, {
    hint: 'Copy the whole link to the file. It starts with https://.',
    details: { where: 'address' },
  });
}

function problemOf(text: string): string | null {
  if (text.length > maxAddressLength) return `it is longer than ${maxAddressLength} characters`;
  if (/[\s\p{C}\\]/u.test(text)) return 'it contains spaces, backslashes or invisible characters';
  const url = /^https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text) : null;
  if (url === null) return 'it is no web address';
  if (url.username !== '' || url.password !== '') return 'it contains a user name or password';
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return 'http is not encrypted, and only used on this machine';
  return null;
}

/**
 * How messages name an address: by its host and path. Query and fragment are left out, because a signature is a secret.
 */
export function placeOf({ host, pathname }: URL): string {
  return `${host}${pathname}`.slice(0, maxPlaceLength);
}

/** The parts of an address that may give access to a file, to be removed from logs and errors. */
export function secretsOf({ search, searchParams, hash }: URL): string[] {
  const secretParameters = [...searchParams].filter(([name]) =>
    /sig|token|credential|key|secret|password|auth/i.test(name),
  );
  return [search.slice(1), hash.slice(1), ...secretParameters.map(([, value]) => value)].filter(
    ({ length }) => length >= 8,
  );
}

/** The name of a file: as its server names it, or the end of its path. */
export function fileNameOf(url: URL, disposition: string | null): string {
  const rawName = nameInDisposition(disposition ?? '') ?? decoded(url.pathname.split('/').at(-1) ?? '');
  const name = rawName
    .replaceAll(/[\p{C}\\/:]/gu, '')
    .trim()
    .slice(0, maxNameLength);
  return name.replaceAll('.', '') === '' ? 'recording' : name;
}

// RFC 6266: `filename*=UTF-8''name` or `filename="name"`.
function nameInDisposition(disposition: string): string | null {
  const extended = /(?:^|;)\s*filename\*\s*=\s*utf-8'[^']*'([^;\s]{1,1000})/i.exec(disposition)?.[1];
  if (extended !== undefined) return decoded(extended);
  const [, quoted, plain] =
    /(?:^|;)\s*filename\s*=\s*(?:"([^"]{1,1000})"|([^;\s"]{1,1000}))/i.exec(disposition) ?? [];
  return quoted ?? plain ?? null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
