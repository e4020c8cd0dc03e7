/** Where a server says that a started run is. */
export interface RunLocation {
  readonly runId: string;
  /** `null` where only the run is named. */
  readonly threadId: string | null;
}

/**
 * The ids in the `Content-Location` or `Location` of a started run: `/threads/{thread}/runs/{run}` or `/runs/{run}`.
 * Only ids are taken out of it; the address itself is never followed (row C-5).
 */
export function runLocationOf(headers: Headers): RunLocation | null {
  for (const name of ['content-location', 'location']) {
    const parts = /(?:\/threads\/([^/?#]+))?\/runs\/([^/?#]+)/.exec(headers.get(name) ?? '');
    const runId = decoded(parts?.[2]);
    if (runId !== null) return { runId, threadId: decoded(parts?.[1]) };
  }
  return null;
}

function decoded(segment: string | undefined): string | null {
  if (segment === undefined) return null;
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
