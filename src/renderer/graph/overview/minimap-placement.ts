import type { Box } from '../model/layout-types.ts';
import { boxesOverlap } from '../scene/scene.ts';
import { showsAll, areaUnderCorner, type Extent, type Viewport } from '../scene/viewport.ts';

/** The size of the small map and its distance to the corner that it stands in, as in the style sheet. */
export const miniMapSize = { width: 132, height: 84 };
const margin = 12;

/** Whether the map would lie on a node while all is in view: there it tells nothing that would be worth that. */
export function isMiniMapObstructing(
  nodes: readonly { readonly box: Box }[],
  graph: Box,
  pane: Extent,
  at: Viewport,
): boolean {
  if (!showsAll(graph, pane, at)) return false;
  const under = areaUnderCorner(miniMapSize, margin, pane, at);
  return nodes.some(({ box }) => boxesOverlap(box, under));
}
