import { GraphServerError } from '../errors/errors.ts';

/** Whether an error means that the server does not have the requested route. */
export function isUnsupportedRoute(thrown: unknown): boolean {
  return thrown instanceof GraphServerError && [404, 405, 501].includes(thrown.status);
}
