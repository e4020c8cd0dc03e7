import type { Box } from '../model/layout-types.ts';
import { boxesOverlap, visibleArea, type Scene } from './scene.ts';
import type { Extent, Viewport } from './viewport.ts';

export type Corner = 'bottom right' | 'top right' | 'top left' | 'bottom left';

/** The first of these corners of the pane where something of this size covers no node and no label; `null` without one. */
export function freeCorner(
  scene: Scene,
  viewport: Viewport,
  pane: Extent,
  size: Extent,
  margin: number,
  corners: readonly Corner[],
): Corner | null {
  const covered = ([vertical, horizontal]: readonly string[]): Box => {
    const left = horizontal === 'left' ? margin : pane.width - size.width - margin;
    const top = vertical === 'top' ? margin : pane.height - size.height - margin;
    return visibleArea({ ...viewport, x: viewport.x - left, y: viewport.y - top }, size, 0);
  };
  const boxes = [
    ...scene.nodes.flatMap(({ visible, box }) => (visible.role === 'open' ? [] : [box])),
    ...scene.edges.flatMap(({ route }) => route.label ?? []),
  ];
  return (
    corners.find((corner) => {
      const area = covered(corner.split(' '));
      return !boxes.some((box) => boxesOverlap(box, area));
    }) ?? null
  );
}
