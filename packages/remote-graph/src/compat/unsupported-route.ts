import { GraphServerError } from '../errors.ts';

/** Whether an error means that the server does not have the requested route. */
export function isUnsupportedRoute(error: unknown): boolean {
  return error instanceof GraphServerError && [404, 405, 501].includes(error.status);
}
