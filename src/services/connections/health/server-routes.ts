import { abortAfter, type GraphClient } from '../../../remote-graph/client.ts';
import { recordOrEmpty } from '../../parsing/narrow.ts';

/** What a server's route description says; `null` where it leaves a point open. */
export interface ServerRoutes {
  readonly crons: boolean | null;
  readonly prune: boolean | null;
  readonly webhooks: boolean | null;
}

/** Time limit of the description in milliseconds: it is worth less than a quick response. */
const patienceMs = 2000;

/**
 * Reads `GET /openapi.json`, which many servers have. `null` without one, or if it is of another API. Never
 * rejects.
 */
export async function readServerRoutes(
  client: GraphClient,
  options: { readonly purpose: string; readonly signal: AbortSignal },
): Promise<ServerRoutes | null> {
  const signal = abortAfter(patienceMs, options.signal);
  try {
    return parseServerRoutes(await client.meta.openApi({ ...options, signal }));
  } catch {
    return null;
  }
}

export function parseServerRoutes(description: unknown): ServerRoutes | null {
  const { paths, components } = recordOrEmpty(description);
  const names = Object.keys(recordOrEmpty(paths));
  const has = (path: string): boolean => names.some((name) => name.endsWith(path));
  if (!has('/threads/search')) return null;
  const starts = Object.values(recordOrEmpty(recordOrEmpty(components)['schemas']))
    .map((schema) => recordOrEmpty(recordOrEmpty(schema)['properties']))
    .filter((properties) => 'assistant_id' in properties && 'input' in properties && 'command' in properties);
  return {
    crons: has('/runs/crons'),
    prune: has('/threads/prune'),
    webhooks: starts.length === 0 ? null : starts.some((properties) => 'webhook' in properties),
  };
}
