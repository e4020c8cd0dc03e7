import type { Capability, CapabilityName } from '../../../shared/model/capability.ts';
import { knownCapability } from './capability-sentences.ts';

// The requests that show a capability, as patterns of method and path behind the base path.
// - `describedMethod` is omitted if any method of that path shows it.
// - `alternatives`: Methods of which one is enough, where the client uses the other if a server refuses the first.
// - `namesThing`: The query or body names what is asked for, so that 404 may mean that this is missing.
interface RouteOfCapability {
  readonly capability: CapabilityName;
  readonly methods: RegExp;
  readonly path: RegExp;
  readonly described?: string;
  readonly describedMethod?: string;
  readonly alternatives?: readonly string[];
  readonly namesThing?: true;
}

const routes: readonly RouteOfCapability[] = [
  {
    capability: 'assistants',
    methods: /^POST$/,
    path: /\/assistants\/search$/,
    described: '/assistants/search',
  },
  {
    capability: 'assistantChanges',
    methods: /^POST$/,
    path: /\/assistants$/,
    described: '/assistants',
    describedMethod: 'post',
  },
  {
    capability: 'assistantChanges',
    methods: /^(?:PATCH|DELETE)$/,
    path: /\/assistants\/[^/]+$/,
  },
  {
    capability: 'assistantVersions',
    methods: /^(?:GET|POST)$/,
    path: /\/assistants\/[^/]+\/versions$/,
    described: '/assistants/{}/versions',
    alternatives: ['GET', 'POST'],
  },
  {
    capability: 'graphs',
    methods: /^GET$/,
    path: /\/assistants\/[^/]+\/graph$/,
    described: '/assistants/{}/graph',
  },
  {
    capability: 'schemas',
    methods: /^GET$/,
    path: /\/assistants\/[^/]+\/schemas$/,
    described: '/assistants/{}/schemas',
  },
  {
    capability: 'threadCreation',
    methods: /^POST$/,
    path: /\/threads$/,
    described: '/threads',
    describedMethod: 'post',
  },
  {
    capability: 'threadChanges',
    methods: /^PATCH$/,
    path: /\/threads\/[^/]+$/,
    described: '/threads/{}',
    describedMethod: 'patch',
  },
  {
    capability: 'threadDeletion',
    methods: /^DELETE$/,
    path: /\/threads\/[^/]+$/,
    described: '/threads/{}',
    describedMethod: 'delete',
  },
  {
    capability: 'threadState',
    methods: /^GET$/,
    path: /\/threads\/[^/]+\/state$/,
    described: '/threads/{}/state',
  },
  {
    capability: 'threadHistory',
    methods: /^(?:GET|POST)$/,
    path: /\/threads\/[^/]+\/history$/,
    described: '/threads/{}/history',
    alternatives: ['GET', 'POST'],
  },
  {
    capability: 'stateUpdates',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/state$/,
    described: '/threads/{}/state',
    describedMethod: 'post',
  },
  {
    capability: 'threadCopy',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/copy$/,
    described: '/threads/{}/copy',
  },
  {
    capability: 'threadCount',
    methods: /^POST$/,
    path: /\/threads\/count$/,
    described: '/threads/count',
  },
  {
    capability: 'prune',
    methods: /^POST$/,
    path: /\/threads\/prune$/,
    described: '/threads/prune',
  },
  {
    capability: 'threadStorage',
    methods: /^GET$/,
    path: /\/threads\/[^/]+\/storage$/,
    described: '/threads/{}/storage',
  },
  {
    capability: 'runs',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/runs\/stream$/,
    described: '/threads/{}/runs/stream',
  },
  {
    capability: 'backgroundRuns',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/runs$/,
    described: '/threads/{}/runs',
    describedMethod: 'post',
  },
  {
    capability: 'statelessRuns',
    methods: /^POST$/,
    path: /(?<!\/threads\/[^/]+)\/runs\/(?:stream|wait)$/,
    described: '/runs/stream',
  },
  {
    capability: 'joinRuns',
    methods: /^GET$/,
    path: /\/threads\/[^/]+\/runs\/[^/]+\/stream$/,
    described: '/threads/{}/runs/{}/stream',
  },
  {
    capability: 'cancelRuns',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/runs\/[^/]+\/cancel$/,
    described: '/threads/{}/runs/{}/cancel',
  },
  {
    capability: 'deleteRuns',
    methods: /^DELETE$/,
    path: /\/threads\/[^/]+\/runs\/[^/]+$/,
    described: '/threads/{}/runs/{}',
    describedMethod: 'delete',
  },
  {
    capability: 'threadStream',
    methods: /^GET$/,
    path: /\/threads\/[^/]+\/stream$/,
    described: '/threads/{}/stream',
  },
  {
    capability: 'eventStreaming',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/stream\/events$/,
    described: '/threads/{}/stream/events',
  },
  {
    capability: 'storeChanges',
    methods: /^PUT$/,
    path: /\/store\/items$/,
    described: '/store/items',
    describedMethod: 'put',
  },
  {
    capability: 'storeChanges',
    methods: /^DELETE$/,
    path: /\/store\/items$/,
    namesThing: true,
  },
  {
    capability: 'store',
    methods: /^GET$/,
    path: /\/store\/items$/,
    namesThing: true,
  },
  {
    capability: 'store',
    methods: /^POST$/,
    path: /\/store\/(?:items\/search|namespaces)$/,
    described: '/store/items',
  },
  {
    capability: 'crons',
    methods: /^POST$/,
    path: /\/runs\/crons(?:\/search)?$/,
    described: '/runs/crons',
  },
];

interface AnsweredRequest {
  readonly method: string;
  // Path and query without the base address.
  readonly path: string;
  readonly status: number;
  readonly message: string;
}

// - `verdict`: `suspected`: no, if `thing` exists.
// - `thing`: The path of the thread, run or assistant that the request is about; `null` if of none.
// - `alternatives`: Methods of which one is enough.
export interface CapabilityObservation {
  readonly name: CapabilityName;
  readonly verdict: 'yes' | 'no' | 'suspected';
  readonly thing: string | null;
  readonly method: string;
  readonly alternatives: readonly string[];
}

export function observationOf(request: AnsweredRequest): CapabilityObservation | null {
  const path = pathOf(request);
  const route = routes.find((one) => one.methods.test(request.method) && one.path.test(path));
  if (!route) return null;
  const thing = thingOf(path);
  const verdict = verdictOf(request, route, thing);
  if (verdict === null) return null;
  const { capability: name, alternatives = [] } = route;
  return { name, verdict, thing, method: request.method, alternatives };
}

export function pathOf({ path }: Pick<AnsweredRequest, 'path'>): string {
  return path.replace(/\?.*$/s, '');
}

const collections = new Set([
  'search',
  'count',
  'prune',
  'stream',
  'wait',
  'batch',
  'cancel',
  'crons',
  'state',
]);

function thingOf(path: string): string | null {
  const run = /^.*?\/threads\/[^/]+\/runs\/([^/]+)/.exec(path);
  if (run && !collections.has(run[1] ?? '')) return run[0];
  const thing = /^.*?\/(?:threads|assistants)\/([^/]+)/.exec(path);
  return thing && !collections.has(thing[1] ?? '') ? thing[0] : null;
}

// Lists of whatever there is, in which nothing can be missing.
const listing =
  /\/(?:assistants\/search|threads\/count|runs\/crons\/search|store\/items\/search|store\/namespaces)$/;

// A missing thing, which the path, the query or the body names, and a missing route are both a 404. The words of web
// frameworks for a missing route are a hint only where a path names a thing: some servers say the same of a missing
// thread.
function verdictOf(
  { status, message, path }: AnsweredRequest,
  { namesThing }: RouteOfCapability,
  thing: string | null,
): CapabilityObservation['verdict'] | null {
  if (status >= 200 && status < 300) return 'yes';
  if (status === 405 || status === 501) return 'no';
  if (status !== 404 || namesThing) return null;
  const isRouteMissing =
    /^(?:not found|404 not found|404 page not found|no such route.*|route not found.*|cannot (?:get|post|put|patch|delete) .*|)$/i.test(
      message.trim(),
    );
  if (thing !== null) return isRouteMissing ? 'suspected' : null;
  return isRouteMissing || listing.test(pathOf({ path })) ? 'no' : null;
}

// What a description of routes (`/openapi.json`) says. Descriptions may leave out routes, but not whole families.
export function capabilitiesDescribedBy(
  paths: Readonly<Record<string, unknown>>,
): ReadonlyMap<CapabilityName, Capability> {
  const names = new Map(
    Object.entries(paths).map(([path, item]) => [path.replaceAll(/\{[^}]*\}/g, '{}'), item]),
  );
  const capabilities = new Map<CapabilityName, Capability>();
  for (const { capability, described, describedMethod } of routes) {
    if (described === undefined) continue;
    const items = [...names].filter(([path]) =>
      described === '/runs/stream' ? /(?<!\{\})\/runs\/stream$/.test(path) : path.endsWith(described),
    );
    const available =
      describedMethod === undefined
        ? items.length > 0
        : items.some(([, item]) => typeof item === 'object' && item !== null && describedMethod in item);
    capabilities.set(capability, knownCapability(capability, available, 'routes'));
  }
  return capabilities;
}
