import { ArgumentError } from '../errors/errors.ts';

declare const routeMark: unique symbol;

/** A path below the server's base URL whose ids are escaped. Only {@link route} makes one. */
export type Route = string & { readonly [routeMark]: true };

/**
 * Builds a path from fixed text and ids: route`/threads/${threadId}/state`. Each id stays one segment whatever it
 * holds. An id that a URL can't carry as one segment is refused (row C-9).
 */
export function route(fixed: TemplateStringsArray, ...ids: readonly string[]): Route {
  return fixed.reduce((path, piece, index) => path + segment(ids[index - 1]) + piece) as Route;
}

function segment(id: unknown): string {
  if (typeof id !== 'string' || id === '') {
    throw new ArgumentError('An id is empty. Nothing was sent.');
  }
  // Every URL parser, fetch's too, takes `%2E%2E` for `..`: escaping can't keep these two inside their segment.
  if (id === '.' || id === '..') throw new ArgumentError(`"${id}" can't be an id. Nothing was sent.`);
  try {
    return encodeURIComponent(id);
  } catch {
    throw new ArgumentError('An id holds half of a character. Nothing was sent.');
  }
}

/** Values of a query. `null` and `undefined` are left out, lists are repeated, objects travel as JSON, as the official clients send them. */
export type Query = { readonly [name: string]: unknown };

/** The query with its `?`, or an empty text. */
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
