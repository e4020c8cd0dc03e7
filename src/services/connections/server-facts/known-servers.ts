import type { Capabilities, CapabilityName } from '../../../shared/model/capability.ts';
import type { ServerInfo } from '../../../shared/model/connection.ts';
import { knownCapability } from './capability-sentences.ts';

// What was measured of servers that describe no routes, by what they call themselves in `/info`.
interface KnownServer {
  readonly runtime: ServerInfo['runtime'];
  readonly since?: readonly [number, number];
  readonly versions?: readonly string[];
  readonly capability: CapabilityName;
  readonly available: boolean;
  readonly reason?: string;
}

// A later row counts more (docs/protocol.md, Limits of the JavaScript server).
const knownServers: readonly KnownServer[] = [
  { runtime: 'js', capability: 'webhooks', available: true },
  { runtime: 'js', capability: 'loopbackWebhooks', available: true },
  { runtime: 'js', capability: 'prune', available: false },
  { runtime: 'js', capability: 'threadStorage', available: false },
  { runtime: 'js', capability: 'threadStream', available: false },
  { runtime: 'js', capability: 'xrayDepth', available: false },
  { runtime: 'js', capability: 'durability', available: false },
  { runtime: 'js', capability: 'declaredBreakpoints', available: false },
  {
    runtime: 'js',
    versions: ['2.0.0'],
    capability: 'streamModes',
    available: true,
    reason: 'This version fails on values of subgraphs without checkpoints, so the studio asks for both.',
  },
  { runtime: 'python', capability: 'xrayDepth', available: true },
  { runtime: 'python', capability: 'declaredBreakpoints', available: true },
  { runtime: 'python', capability: 'durability', available: true },
  { runtime: 'python', capability: 'loopbackWebhooks', available: true },
  { runtime: 'python', since: [0, 10], capability: 'loopbackWebhooks', available: false },
];

export function knownCapabilities({
  runtime,
  version,
}: Pick<ServerInfo, 'runtime' | 'version'>): Partial<Capabilities> {
  const capabilities: Partial<Record<CapabilityName, Capabilities[CapabilityName]>> = {};
  for (const row of knownServers) {
    const { versions, since } = row;
    if (row.runtime !== runtime) continue;
    if (versions && !versions.includes(version ?? '')) continue;
    if (since && !isSince(version, since)) continue;
    // Versions differ in it, so a server that does not say its own may be any.
    const varies = knownServers.some(
      (other) => other.since && other.runtime === runtime && other.capability === row.capability,
    );
    if (varies && parseVersion(version) === null) continue;
    const isOfVersion = versions !== undefined || varies;
    const capability = knownCapability(row.capability, row.available, isOfVersion ? 'version' : 'measured');
    capabilities[row.capability] = {
      ...capability,
      ...(row.reason === undefined ? {} : { reason: row.reason }),
    };
  }
  return capabilities;
}

function parseVersion(version: string | null): readonly [number, number] | null {
  const parts = /^(\d+)\.(\d+)/.exec(version ?? '');
  return parts ? [Number(parts[1]), Number(parts[2])] : null;
}

function isSince(version: string | null, [major, minor]: readonly [number, number]): boolean {
  const parts = parseVersion(version);
  return parts !== null && (parts[0] > major || (parts[0] === major && parts[1] >= minor));
}
