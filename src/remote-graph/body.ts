import { stringifyExact } from '../exact-json/stringify.ts';

/**
 * The JSON text of a request's body. Top-level members that are null or undefined are left out, because the JavaScript
 * server refuses most nulls there; nulls further inside are the caller's data and stay. `JsonText` goes out verbatim.
 */
export function bodyText(members: Readonly<Record<string, unknown>>): string {
  const kept = Object.entries(members).filter(([, value]) => value !== null && value !== undefined);
  return stringifyExact(Object.fromEntries(kept));
}
