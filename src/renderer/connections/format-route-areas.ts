import { routeAreas, type ServerRoutesSummary } from '../../shared/model/server-facts.ts';

export function formatRouteAreas({ areas, custom }: ServerRoutesSummary): string {
  if (areas === null) return `only ${custom.length} custom ones described`;
  const counted = routeAreas.filter((area) => (areas[area] ?? 0) > 0);
  const missing = routeAreas.filter((area) => !counted.includes(area));
  const areaCounts = counted.map((area) => `${area} ${areas[area]}`).join(', ');
  return missing.length === 0 ? areaCounts : `${areaCounts}; not described: ${missing.join(', ')}`;
}
