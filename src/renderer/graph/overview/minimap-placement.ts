import type { Box } from '../model/layout-types.ts';
import { boxesOverlap } from '../scene/scene.ts';
import { showsAll, areaUnderCorner, type Extent, type Viewport } from '../scene/viewport.ts';

/** The size of the minimap and its distance from the corner, as in the style sheet. */
export const miniMapSize = { width: 132, height: 84 };
const margin = 12;

/** Whether the minimap would cover a node while the whole graph is in view, where it adds little. */
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
