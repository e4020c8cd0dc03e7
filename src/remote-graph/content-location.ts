/**
 * The run's id from the `Content-Location` of a started run: `/threads/{thread}/runs/{run}` or `/runs/{run}`. Only the
 * id is taken out of it; the address itself is never followed (row C-5).
 */
export function runIdOf(headers: Headers): string | null {
  const location = headers.get('content-location');
  const segment = /\/runs\/([^/?#]+)/.exec(location ?? '')?.[1];
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
