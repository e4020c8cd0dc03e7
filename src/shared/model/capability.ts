import { z } from 'zod';

/** What a server may or may not offer. Each menu, command and tool asks here, not for a name or a version. */
export const CapabilityName = z.enum([
  'assistants',
  'assistantChanges',
  'assistantVersions',
  'assistantFilters',
  'graphs',
  'schemas',
  'xrayDepth',
  'declaredBreakpoints',
  'threadCreation',
  'threadChanges',
  'threadDeletion',
  'threadState',
  'threadHistory',
  'stateUpdates',
  'subgraphState',
  'threadCopy',
  'threadCount',
  'prune',
  'threadStorage',
  'threadFilters',
  'runs',
  'backgroundRuns',
  'statelessRuns',
  'joinRuns',
  'resumption',
  'cancelRuns',
  'cancelRollback',
  'deleteRuns',
  'runFilters',
  'enqueueRuns',
  'interruptRuns',
  'rollbackRuns',
  'durability',
  'streamModes',
  'threadStream',
  'eventStreaming',
  'store',
  'storeChanges',
  'storeFilters',
  'crons',
  'cronFilters',
  'webhooks',
  'loopbackWebhooks',
]);
export type CapabilityName = z.infer<typeof CapabilityName>;

/**
 * Where a capability is known from: `info` and `routes` are the server's descriptions of itself (`/info`, `/openapi.json`),
 * `answer` is what it did when it was asked, `measured` is what was found out about its kind, `version` about its version.
 */
export const CapabilitySource = z.enum(['info', 'routes', 'answer', 'measured', 'version']);
export type CapabilitySource = z.infer<typeof CapabilitySource>;

/**
 * `available: null`: unknown until it is tried. `reason`: why not, or why unknown; `null` if there is nothing to say.
 *
 * - `source` is omitted while it is unknown.
 */
export const Capability = z.strictObject({
  available: z.boolean().nullable(),
  reason: z.string().nullable(),
  source: z.optional(CapabilitySource),
});
export type Capability = z.infer<typeof Capability>;

export const Capabilities = z.record(CapabilityName, Capability);
export type Capabilities = z.infer<typeof Capabilities>;
