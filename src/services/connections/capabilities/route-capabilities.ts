import type { Capability, CapabilityName } from '../../../shared/model/connections/capability.ts';

/** The requests that show a capability, as patterns of method and path behind the base path. */
interface RouteOfCapability {
  readonly capability: CapabilityName;
  readonly methods: RegExp;
  readonly path: RegExp;
  /** How `/openapi.json` names it, as the end of a path; omitted if methods of one path tell it. */
  readonly described: string;
  readonly describedMethod?: string;
  readonly missing: string;
}

const routes: readonly RouteOfCapability[] = [
  {
    capability: 'assistants',
    methods: /^POST$/,
    path: /\/assistants\/search$/,
    described: '/assistants/search',
    missing: 'This server does not offer assistants, graphs or schemas. Its threads and runs still work.',
  },
  {
    capability: 'assistantVersions',
    methods: /^(?:GET|POST)$/,
    path: /\/assistants\/[^/]+\/versions$/,
    described: '/assistants/{}/versions',
    missing: 'This server keeps no versions of assistants.',
  },
  {
    capability: 'threadState',
    methods: /^GET$/,
    path: /\/threads\/[^/]+\/state$/,
    described: '/threads/{}/state',
    missing: 'This server does not offer the state of threads.',
  },
  {
    capability: 'threadHistory',
    methods: /^(?:GET|POST)$/,
    path: /\/threads\/[^/]+\/history$/,
    described: '/threads/{}/history',
    missing: 'This server does not offer the history of threads.',
  },
  {
    capability: 'stateUpdates',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/state$/,
    described: '/threads/{}/state',
    describedMethod: 'post',
    missing: 'This server does not take edits of states.',
  },
  {
    capability: 'threadCopy',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/copy$/,
    described: '/threads/{}/copy',
    missing: 'This server does not copy threads.',
  },
  {
    capability: 'threadCount',
    methods: /^POST$/,
    path: /\/threads\/count$/,
    described: '/threads/count',
    missing: 'This server does not count threads.',
  },
  {
    capability: 'prune',
    methods: /^POST$/,
    path: /\/threads\/prune$/,
    described: '/threads/prune',
    missing: 'This server does not support pruning threads.',
  },
  {
    capability: 'runs',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/runs\/stream$/,
    described: '/threads/{}/runs/stream',
    missing: 'This server does not stream runs.',
  },
  {
    capability: 'backgroundRuns',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/runs$/,
    described: '/threads/{}/runs',
    describedMethod: 'post',
    missing: 'This server does not start runs in the background.',
  },
  {
    capability: 'statelessRuns',
    methods: /^POST$/,
    path: /(?<!\/threads\/[^/]+)\/runs\/(?:stream|wait)$/,
    described: '/runs/stream',
    missing: 'This server does not run without a thread.',
  },
  {
    capability: 'joinRuns',
    methods: /^GET$/,
    path: /\/threads\/[^/]+\/runs\/[^/]+\/stream$/,
    described: '/threads/{}/runs/{}/stream',
    missing: 'This server does not let a run be followed that was started elsewhere.',
  },
  {
    capability: 'cancelRuns',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/runs\/[^/]+\/cancel$/,
    described: '/threads/{}/runs/{}/cancel',
    missing: 'This server does not stop runs.',
  },
  {
    capability: 'deleteRuns',
    methods: /^DELETE$/,
    path: /\/threads\/[^/]+\/runs\/[^/]+$/,
    described: '/threads/{}/runs/{}',
    describedMethod: 'delete',
    missing: 'This server does not delete runs.',
  },
  {
    capability: 'threadStream',
    methods: /^GET$/,
    path: /\/threads\/[^/]+\/stream$/,
    described: '/threads/{}/stream',
    missing: 'This server does not stream the runs of a thread as they come.',
  },
  {
    capability: 'eventStreaming',
    methods: /^POST$/,
    path: /\/threads\/[^/]+\/stream\/events$/,
    described: '/threads/{}/stream/events',
    missing: 'This server does not offer the event-streaming protocol.',
  },
  {
    capability: 'store',
    methods: /^(?:GET|PUT|POST)$/,
    path: /\/store\/(?:items|items\/search|namespaces)$/,
    described: '/store/items',
    missing: 'This server has no memory (store).',
  },
  {
    capability: 'crons',
    methods: /^POST$/,
    path: /\/runs\/crons(?:\/search)?$/,
    described: '/runs/crons',
    missing: 'This server does not support crons.',
  },
];

/** A request and the status of its answer, as the client reports it. */
export interface AnsweredRequest {
  readonly method: string;
  /** Path and query without the base address. */
  readonly path: string;
  readonly status: number;
  /** The server's message for an error. */
  readonly message: string;
}

/** What an answer shows of its server; `null` if nothing. */
export function capabilityShownBy(
  request: AnsweredRequest,
): { readonly name: CapabilityName; readonly capability: Capability } | null {
  const path = request.path.replace(/\?.*$/s, '');
  const route = routes.find((one) => one.methods.test(request.method) && one.path.test(path));
  if (!route) return null;
  const available = availableBy(request, path);
  if (available === null) return null;
  const reason = available ? null : route.missing;
  return { name: route.capability, capability: { available, reason, source: 'answer' } };
}

/** Lists of whatever there is, in which nothing can be missing. */
const listing =
  /\/(?:assistants\/search|threads\/count|runs\/crons\/search|store\/items\/search|store\/namespaces)$/;

/**
 * A missing thing, which the path, the query or the body names, and a missing route are both a 404; the words of web
 * frameworks for a missing route tell them apart.
 */
function availableBy({ status, message }: AnsweredRequest, path: string): boolean | null {
  if (status >= 200 && status < 300) return true;
  if (status === 405 || status === 501) return false;
  if (status !== 404) return null;
  const isRouteMissing =
    /^(?:not found|404 not found|404 page not found|cannot (?:get|post|put|delete) .*)$/i.test(
      message.trim(),
    );
  return isRouteMissing || listing.test(path) ? false : null;
}

/** What a description of routes (`/openapi.json`) says. Descriptions may leave out routes, but not whole families. */
export function capabilitiesDescribedBy(
  paths: Readonly<Record<string, unknown>>,
): ReadonlyMap<CapabilityName, Capability> {
  const names = new Map(
    Object.entries(paths).map(([path, item]) => [path.replaceAll(/\{[^}]*\}/g, '{}'), item]),
  );
  const capabilities = new Map<CapabilityName, Capability>();
  for (const { capability, described, describedMethod, missing } of routes) {
    const items = [...names].filter(([path]) =>
      described === '/runs/stream' ? /(?<!\{\})\/runs\/stream$/.test(path) : path.endsWith(described),
    );
    const available =
      describedMethod === undefined
        ? items.length > 0
        : items.some(([, item]) => typeof item === 'object' && item !== null && describedMethod in item);
    capabilities.set(capability, { available, reason: available ? null : missing, source: 'routes' });
  }
  return capabilities;
}
