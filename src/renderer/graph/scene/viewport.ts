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

/** Below this zoom nodes are plain blocks in their status colour, because names are unreadable. */
export const overviewBelowZoom = 0.3;

/**
 * The stroke width that appears one to two px wide on screen, for zooms with block nodes. Changes in large
 * steps, because each change repaints all lines.
 */
export function overviewStrokeWidth(zoom: number): number | null {
  return zoom < overviewBelowZoom ? 2 ** -Math.floor(Math.log2(zoom)) : null;
}

/** Whether the whole graph is visible in a pane. */
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

/** The area in graph coordinates under a box in the pane's bottom right corner. */
export function areaUnderCorner(box: Extent, margin: number, pane: Extent, { x, y, zoom }: Viewport): Box {
  return {
    x: (pane.width - margin - box.width - x) / zoom,
    y: (pane.height - margin - box.height - y) / zoom,
    width: box.width / zoom,
    height: box.height / zoom,
  };
}

/** The bounds of a layout, including nodes dragged outside it. */
export function boundsOf({ nodes, width, height }: LayoutResult): Box {
  let left = 0;
  let top = 0;
  for (const { x, y } of nodes.values()) {
    left = Math.min(left, x - 16);
    top = Math.min(top, y - 16);
  }
  return { x: left, y: top, width: width - left, height: height - top };
}

/** Fits and centres a graph in a pane, at most at zoom 1. */
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

/** Reveals a box with minimal movement. */
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

/** Keeps a box at its screen position, so that collapsing doesn't move what the user looks at. */
export function anchorViewport(before: Box, after: Box, from: Viewport): Viewport {
  return {
    zoom: from.zoom,
    x: from.x + (before.x + before.width / 2 - after.x - after.width / 2) * from.zoom,
    y: from.y + (before.y - after.y) * from.zoom,
  };
}

/** Centres a box at a readable zoom, at most 1. */
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
