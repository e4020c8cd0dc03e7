import { ProtocolError } from '../errors.ts';
import { sampleOf } from './raw-text.ts';

// Checks that a response is of this API, so that another program at the address is recognized.
// Checks required members only, because servers differ in the rest.

export function expectObjectWith<T>(value: unknown, member: string, what: string): T {
  if (isObject(value) && typeof value[member] === 'string') return value as T;
  throw wrongShape(value, what);
}

export function expectObject<T>(value: unknown, what: string): T {
  if (isObject(value)) return value as T;
  throw wrongShape(value, what);
}

/** A list of objects with the given string member; `null` if the caller selected the members. */
export function expectListWith<T>(value: unknown, member: string | null, what: string): T[] {
  if (!Array.isArray(value)) throw wrongShape(value, what);
  for (const element of value) {
    if (member === null) expectObject(element, what);
    else expectObjectWith(element, member, what);
  }
  return value as T[];
}

export function expectObjectList<T>(value: unknown, what: string): T[] {
  return expectListWith(value, null, what);
}

/** A bare integer. */
export function expectInteger(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw wrongShape(value, what);
}

/** True for objects, not for lists or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongShape(value: unknown, what: string): ProtocolError {
  return new ProtocolError(`The response is not ${what}: this may not be a graph server.`, sampleOf(value));
}
