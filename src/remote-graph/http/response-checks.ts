import { ProtocolError } from '../errors/errors.ts';
import { sampleOf } from './raw-text.ts';

/**
 * Light checks that an answer is what this API answers, so that another program at the address is told as such (row
 * C-12). Only what is asked for is checked: servers differ in the rest.
 */

/** An object that has the given text member. */
export function expectObjectWith<T>(value: unknown, member: string, what: string): T {
  if (isObject(value) && typeof value[member] === 'string') return value as T;
  throw wrongShape(value, what);
}

/** Any object. */
export function expectObject<T>(value: unknown, what: string): T {
  if (isObject(value)) return value as T;
  throw wrongShape(value, what);
}

/** A list whose objects all have the given text member; `null` when their members were chosen by the caller. */
export function expectListWith<T>(value: unknown, member: string | null, what: string): T[] {
  if (!Array.isArray(value)) throw wrongShape(value, what);
  for (const element of value) {
    if (member === null) expectObject(element, what);
    else expectObjectWith(element, member, what);
  }
  return value as T[];
}

/** A list of any objects. */
export function expectObjectList<T>(value: unknown, what: string): T[] {
  return expectListWith(value, null, what);
}

/** A bare whole number. */
export function expectInteger(value: unknown, what: string): number {
  if (typeof value === 'number' && Number.isInteger(value)) return value;
  throw wrongShape(value, what);
}

/** True for a JSON object, not for a list or null. */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function wrongShape(value: unknown, what: string): ProtocolError {
  return new ProtocolError(`The answer is not ${what}: this may not be a graph server.`, sampleOf(value));
}
