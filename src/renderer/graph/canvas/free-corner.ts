import type { Box } from '../model/layout-types.ts';
import { titleOf, type PlacedNote } from './place-edge-notes.ts';
import { boxesOverlap, visibleArea, type Scene } from './scene.ts';
import type { Extent, Viewport } from './viewport.ts';

export type Corner = 'bottom right' | 'top right' | 'top left' | 'bottom left';

// How far the badges of a node extend over its box, and the title of an expanded container: above and below.
const badgeOverhang = 18;

/**
 * The first of these corners of the pane where something of this size covers no node or title, with their badges, and no
 * label or note of an edge; `null` without one.
 */
export function freeCorner(
  scene: Scene,
  viewport: Viewport,
  pane: Extent,
  size: Extent,
  margin: number,
  corners: readonly Corner[],
  notes: readonly PlacedNote[] = [],
): Corner | null {
  const covered = ([vertical, horizontal]: readonly string[]): Box => {
    const left = horizontal === 'left' ? margin : pane.width - size.width - margin;
    const top = vertical === 'top' ? margin : pane.height - size.height - margin;
    return visibleArea({ ...viewport, x: viewport.x - left, y: viewport.y - top }, size, 0);
  };
  const boxes = [
    ...scene.nodes.map(({ visible, box }) => withBadges(visible.role === 'open' ? titleOf(box) : box)),
    ...scene.edges.flatMap(({ route }) => route.label ?? []),
    ...notes.map(({ box }) => box),
  ];
  return (
    corners.find((corner) => {
      const area = covered(corner.split(' '));
      return !boxes.some((box) => boxesOverlap(box, area));
    }) ?? null
  );
}

function withBadges({ x, y, width, height }: Box): Box {
  return { x, y: y - badgeOverhang, width, height: height + 2 * badgeOverhang };
}
