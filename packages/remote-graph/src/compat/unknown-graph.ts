import { GraphServerError } from '../errors.ts';

/**
 * Whether a search by graph was refused because the server has no such graph, as the Python server does with 404
 * (docs/protocol.md, The Python server in memory). Other 404s mean that there is no such route.
 */
export function isUnknownGraph(error: unknown): boolean {
  return (
    error instanceof GraphServerError &&
    error.status === 404 &&
    /^graph ['"].*['"] not found\b/is.test(error.serverText.trim())
  );
}
