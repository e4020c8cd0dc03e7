import { abortAfter, type GraphClient } from 'remote-graph-client/client';
import type { Capability, CapabilityName } from '../../../shared/model/capability.ts';
import { knownCapability } from './capability-sentences.ts';
import { capabilitiesDescribedBy } from './route-capabilities.ts';
import { recordOrEmpty } from '../../../shared/narrow.ts';

export interface ServerRoutes {
  readonly capabilities: ReadonlyMap<CapabilityName, Capability>;
}

// Time limit of the description in milliseconds: it is worth less than a quick response.
const timeoutMs = 2000;

// Reads `GET /openapi.json`, which many servers have. `null` without one, or if it is of another API. Never
// rejects.
export async function readServerRoutes(
  client: GraphClient,
  options: { readonly purpose: string; readonly signal: AbortSignal },
): Promise<ServerRoutes | null> {
  const signal = abortAfter(timeoutMs, options.signal);
  try {
    return parseServerRoutes(await client.meta.openApi({ ...options, signal }));
  } catch {
    return null;
  }
}

function parseServerRoutes(description: unknown): ServerRoutes | null {
  const { paths, components } = recordOrEmpty(description);
  const routes = recordOrEmpty(paths);
  if (!Object.keys(routes).some((path) => path.endsWith('/threads/search'))) return null;
  const starts = Object.values(recordOrEmpty(recordOrEmpty(components)['schemas']))
    .map((schema) => recordOrEmpty(recordOrEmpty(schema)['properties']))
    .filter((properties) => 'assistant_id' in properties && 'input' in properties && 'command' in properties);
  const capabilities = new Map(capabilitiesDescribedBy(routes));
  if (starts.length > 0) {
    const available = starts.some((properties) => 'webhook' in properties);
    capabilities.set('webhooks', knownCapability('webhooks', available, 'routes'));
  }
  return { capabilities };
}
