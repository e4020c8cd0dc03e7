import { ArgumentError } from '../errors.ts';

declare const routeMark: unique symbol;

/** A path below the base URL with escaped ids, made by {@link route} only. */
export type Route = string & { readonly [routeMark]: true };

/**
 * Builds a path from literals and ids: route`/threads/${threadId}/state`. Each id stays one segment; one that
 * a URL can't carry as a segment is refused.
 */
export function route(fixed: TemplateStringsArray, ...ids: readonly string[]): Route {
  return fixed.reduce((path, piece, index) => path + segment(ids[index - 1]) + piece) as Route;
}

/** A path as it is, escaped already. Throws `ArgumentError` if it leads elsewhere. */
export function givenRoute(path: string): Route {
  const isBelow = new URL(`http://server/base${path}`).pathname === `/base${path}`;
  if (path.startsWith('/') && isBelow) return path as Route;
  throw new ArgumentError(`"${path}" is not a path of a server. Nothing was sent.`);
}

function segment(id: unknown): string {
  if (typeof id !== 'string' || id === '') {
    throw new ArgumentError('An ID is empty. Nothing was sent.');
  }
  // Every URL parser, including fetch's, takes `%2E%2E` for `..`, so escaping does not help here.
  if (id === '.' || id === '..') throw new ArgumentError(`"${id}" is not a valid ID. Nothing was sent.`);
  try {
    return encodeURIComponent(id);
  } catch {
    throw new ArgumentError('An ID contains half of a character (an unpaired surrogate). Nothing was sent.');
  }
}

/**
 * Query values. `null` and `undefined` are omitted, lists repeated, objects sent as JSON, as in the official
 * clients.
 */
export type Query = { readonly [name: string]: unknown };

// The query with its `?`, or an empty string.
export function toQueryString(query: Query): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (one === null || one === undefined) continue;
      search.append(name, typeof one === 'string' ? one : JSON.stringify(one));
    }
  }
  return search.size === 0 ? '' : `?${search.toString()}`;
}
