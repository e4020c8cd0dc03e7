import type { FlowDirection } from '../model/layout-types.ts';
import { fitZoom, legibleZoom, zoomRange, type Extent } from '../canvas/viewport.ts';

// From this ratio of width to height, a pane is wide.
const wideness = 1.5;

/**
 * The flow direction that suits a pane: left to right in a wide one, else top to bottom. The other one is
 * better if only it shows the whole graph legibly, or if neither does and it shows more of it. `sizeIn` gives
 * the size of the graph; `null` if that is unknown.
 */
export function chooseDirection(
  pane: Extent,
  sizeIn: ((direction: FlowDirection) => Extent) | null,
): FlowDirection {
  const usual: FlowDirection = pane.width > pane.height * wideness ? 'right' : 'down';
  if (sizeIn === null || pane.width === 0 || pane.height === 0) return usual;
  const other: FlowDirection = usual === 'right' ? 'down' : 'right';
  const usualZoom = fitZoom(sizeIn(usual), pane, zoomRange.min);
  if (usualZoom >= legibleZoom) return usual;
  return fitZoom(sizeIn(other), pane, zoomRange.min) > usualZoom ? other : usual;
}
