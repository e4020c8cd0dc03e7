import {
  routeAreas,
  type ServerRoute,
  type ServerRoutesSummary,
} from '../../../shared/model/server-facts.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { recordOrEmpty } from '../../../shared/narrow.ts';

type RouteArea = (typeof routeAreas)[number];

export const maxCustomRoutes = 300;
// Paths that are looked at: the API has fewer than 100.
const maxPaths = 5000;
const maxTextLength = 300;

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const;

// Summarizes an OpenAPI description; `null` if it lists no routes. The API's own routes may be below a prefix
// (docs/protocol.md, Other servers), found by that of `/threads/search`.
export function summarizeRoutes(description: unknown, baseUrl: string): ServerRoutesSummary | null {
  const paths = Object.entries(recordOrEmpty(recordOrEmpty(description)['paths'])).slice(0, maxPaths);
  if (paths.length === 0) return null;
  const marker = '/threads/search';
  const api = paths.find(([path]) => path.endsWith(marker))?.[0] ?? null;
  const prefix = api === null ? '' : api.slice(0, -marker.length);

  const counts = Object.fromEntries(routeAreas.map((area) => [area, 0])) as Record<RouteArea, number>;
  const custom: ServerRoute[] = [];
  let isCut = false;
  for (const [path, item] of paths) {
    const listedMethods = methods.filter((method) => method in recordOrEmpty(item));
    const area = areaOf(path.startsWith(prefix) ? path.slice(prefix.length) : path);
    if (area !== null) {
      counts[area] += listedMethods.length;
      continue;
    }
    for (const method of listedMethods) {
      if (custom.length === maxCustomRoutes) isCut = true;
      else custom.push(routeOf(method, path, recordOrEmpty(recordOrEmpty(item)[method])));
    }
  }
  const urlOf = (test: RegExp): string | null => {
    const path = paths.find(([one]) => test.test(one))?.[0];
    return path === undefined ? null : clip(baseUrl + path);
  };
  // Custom routes may end so, too.
  const metricsPath = [`${prefix}/metrics`, '/metrics'].find((metrics) =>
    paths.some(([path]) => path === metrics),
  );
  return {
    areas: api === null ? null : counts,
    custom,
    isCut,
    mcpUrl: urlOf(/\/mcp\/?$/),
    a2aUrl: urlOf(/\/a2a\/\{[^/{}]+\}$/),
    metricsUrl: metricsPath === undefined ? null : clip(baseUrl + metricsPath),
  };
}

// `null` for a custom route.
function areaOf(path: string): RouteArea | null {
  if (/^\/(threads\/[^/]+\/)?runs\/crons(\/|$)/.test(path)) return 'crons';
  if (/^\/(threads\/[^/]+\/)?runs(\/|$)/.test(path)) return 'runs';
  const [, first = ''] = path.split('/');
  if (first === 'assistants' || first === 'agents') return 'assistants';
  if (first === 'threads' || first === 'store') return first;
  return systemRoutes.has(first) ? 'system' : null;
}

const systemRoutes = new Set([
  'info',
  'ok',
  'metrics',
  'docs',
  'openapi.json',
  'mcp',
  'a2a',
  'ui',
  '.well-known',
]);

function routeOf(method: string, path: string, operation: Readonly<Record<string, unknown>>): ServerRoute {
  const summary =
    nonEmptyStringOrNull(operation['summary']) ?? nonEmptyStringOrNull(operation['description']);
  return { method: method.toUpperCase(), path: clip(path), summary: summary === null ? null : clip(summary) };
}

// Texts of a server are shown in one line each.
export function clip(text: string): string {
  return text.length <= maxTextLength ? text : `${text.slice(0, maxTextLength - 1)}…`;
}
