import type { Box, LayoutResult } from '../model/layout-types.ts';

export interface Viewport {
  readonly x: number;
  readonly y: number;
  readonly zoom: number;
}

export interface Extent {
  readonly width: number;
  readonly height: number;
}

export const zoomRange = { least: 0.02, most: 2 };

/** Below this zoom names can't be read: nodes are drawn as plain blocks in their status' colour. */
export const overviewBelowZoom = 0.3;

/**
 * The width of lines on the canvas that makes them one to two px wide in the window, for zooms where nodes are only
 * blocks. It changes in large steps: all lines are painted anew for it.
 */
export function overviewStrokeWidth(zoom: number): number | null {
  return zoom < overviewBelowZoom ? 2 ** -Math.floor(Math.log2(zoom)) : null;
}

/** Whether a viewport shows all of a graph in a pane. */
export function showsAll(graph: Box, pane: Extent, { x, y, zoom }: Viewport): boolean {
  const left = graph.x * zoom + x;
  const top = graph.y * zoom + y;
  return (
    left >= -1 &&
    top >= -1 &&
    left + graph.width * zoom <= pane.width + 1 &&
    top + graph.height * zoom <= pane.height + 1
  );
}

/** What a box in a pane's right lower corner lies on, in the graph's own measures. */
export function areaUnderCorner(box: Extent, margin: number, pane: Extent, { x, y, zoom }: Viewport): Box {
  return {
    x: (pane.width - margin - box.width - x) / zoom,
    y: (pane.height - margin - box.height - y) / zoom,
    width: box.width / zoom,
    height: box.height / zoom,
  };
}

/** What a layout covers: from its corner on, or farther where a node was dragged beyond it. */
export function boundsOf({ nodes, width, height }: LayoutResult): Box {
  let left = 0;
  let top = 0;
  for (const { x, y } of nodes.values()) {
    left = Math.min(left, x - 16);
    top = Math.min(top, y - 16);
  }
  return { x: left, y: top, width: width - left, height: height - top };
}

/** The viewport that shows all of a graph in a pane, in the middle and never larger than life. */
export function fitViewport(graph: Box, pane: Extent, least: number = zoomRange.least): Viewport {
  const margin = 8;
  const room = Math.min((pane.width - 2 * margin) / graph.width, (pane.height - 2 * margin) / graph.height);
  const zoom = Math.min(1, Math.max(least, Number.isFinite(room) ? room : 1));
  return {
    zoom,
    x: (pane.width - graph.width * zoom) / 2 - graph.x * zoom,
    y: (pane.height - graph.height * zoom) / 2 - graph.y * zoom,
  };
}

/** The viewport that shows a box, moved by as little as it takes. */
export function revealBox(box: Box, pane: Extent, from: Viewport): Viewport {
  const margin = 24;
  const shift = (start: number, size: number, room: number): number => {
    if (start < margin) return margin - start;
    if (start + size > room - margin) return Math.max(margin - start, room - margin - start - size);
    return 0;
  };
  return {
    zoom: from.zoom,
    x: from.x + shift(box.x * from.zoom + from.x, box.width * from.zoom, pane.width),
    y: from.y + shift(box.y * from.zoom + from.y, box.height * from.zoom, pane.height),
  };
}

/** The viewport in which a box lies where it lay before, so that folding does not move what one looks at. */
export function anchorViewport(before: Box, after: Box, from: Viewport): Viewport {
  return {
    zoom: from.zoom,
    x: from.x + (before.x + before.width / 2 - after.x - after.width / 2) * from.zoom,
    y: from.y + (before.y - after.y) * from.zoom,
  };
}

/** The viewport with a box in the middle, near enough to be read, and no nearer than life. */
export function centerOn(box: Box, pane: Extent, zoomNow: number): Viewport {
  const readable = 0.8;
  const room = Math.min(pane.width / box.width, pane.height / box.height);
  const zoom = Math.max(zoomRange.least, Math.min(Math.max(zoomNow, readable), 1, Math.max(room, zoomNow)));
  return {
    zoom,
    x: pane.width / 2 - (box.x + box.width / 2) * zoom,
    y: pane.height / 2 - (box.y + box.height / 2) * zoom,
  };
}
