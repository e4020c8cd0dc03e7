import type { Box } from './layout-types.ts';
import { touches } from './scene.ts';
import { showsAll, underCorner, type Extent, type Viewport } from './viewport-fit.ts';

/** The size of the small map and its distance to the corner that it stands in, as in the style sheet. */
export const mapSize = { width: 132, height: 84 };
const margin = 12;

/** Whether the map would lie on a node while all is in view: there it tells nothing that would be worth that. */
export function isMapInTheWay(
  nodes: readonly { readonly box: Box }[],
  graph: Box,
  pane: Extent,
  at: Viewport,
): boolean {
  if (!showsAll(graph, pane, at)) return false;
  const under = underCorner(mapSize, margin, pane, at);
  return nodes.some(({ box }) => touches(box, under));
}
