import { isObject } from '../http/response-checks.ts';

/** A class of errors, as in `catch (thrown instanceof X)`. */
export type ErrorClass = abstract new (...args: never[]) => unknown;

/**
 * True for an error of one of the classes (default: any). Never for what is no failure: an abort, or what a graph throws
 * to the graph around it to wait or to steer it.
 */
export function matchesErrorClass(thrown: unknown, classes: readonly ErrorClass[] | undefined): boolean {
  if (isObject(thrown) && (thrown['is_bubble_up'] === true || thrown['name'] === 'AbortError')) return false;
  return classes === undefined || classes.some((each) => thrown instanceof each);
}
