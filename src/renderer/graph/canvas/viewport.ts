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

export const zoomRange = { min: 0.02, max: 2 };

// The size of all text on the canvas at zoom 1, as in the style sheet, and its minimum on screen, in px.
const textSize = { normal: 13, min: 11 };

/** The lowest zoom at which all text has its minimum size. Automatic camera moves don't zoom out further. */
export const legibleZoom = textSize.min / textSize.normal;

// Below this zoom nodes are plain blocks in their status colour, because legible names would not fit.
export const overviewBelowZoom = 0.45;

// The ratio between two text sizes: each change restyles all names.
const textStep = 1.15;

// The font size of names that keeps them legible below `legibleZoom`, in canvas px; `null` where the normal
// size suffices.
export function nameSizeAt(zoom: number): number | null {
  if (zoom >= legibleZoom) return null;
  const steps = Math.ceil(Math.log(legibleZoom / zoom) / Math.log(textStep));
  return Math.ceil(textSize.normal * textStep ** steps);
}

// The stroke width that appears one to two px wide on screen, for zooms with block nodes. Changes in large
// steps, because each change repaints all lines.
export function overviewStrokeWidth(zoom: number): number | null {
  return zoom < overviewBelowZoom ? 2 ** -Math.floor(Math.log2(zoom)) : null;
}

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

// The bounds of a layout, including nodes dragged outside it.
export function boundsOf({ nodes, width, height }: LayoutResult): Box {
  let left = 0;
  let top = 0;
  for (const { x, y } of nodes.values()) {
    left = Math.min(left, x - 16);
    top = Math.min(top, y - 16);
  }
  return { x: left, y: top, width: width - left, height: height - top };
}

const fitMargin = 8;

// Fits a graph in a pane at a legible zoom, at most 1. A graph that is larger is not shrunk: it is moved until
// `focus` is in the middle, without leaving room beyond the graph.
export function fitViewport(graph: Box, pane: Extent, focus: Box | null, minZoom = legibleZoom): Viewport {
  const zoom = fitZoom(graph, pane, minZoom);
  const offset = (start: number, size: number, room: number, middle: number): number => {
    if (size * zoom <= room) return (room - size * zoom) / 2 - start * zoom;
    const min = room - fitMargin - (start + size) * zoom;
    return Math.min(fitMargin - start * zoom, Math.max(min, room / 2 - middle * zoom));
  };
  const { x, y, width, height } = focus ?? graph;
  return {
    zoom,
    x: offset(graph.x, graph.width, pane.width, x + width / 2),
    y: offset(graph.y, graph.height, pane.height, y + height / 2),
  };
}

// Shows a whole graph in the middle of a pane, however small it gets; at most at zoom 1.
export function overviewViewport(graph: Box, pane: Extent): Viewport {
  const zoom = fitZoom(graph, pane, zoomRange.min);
  return {
    zoom,
    x: (pane.width - graph.width * zoom) / 2 - graph.x * zoom,
    y: (pane.height - graph.height * zoom) / 2 - graph.y * zoom,
  };
}

/** The zoom at which a graph fits into a pane, from `min` to 1. */
export function fitZoom(graph: Extent, pane: Extent, min: number): number {
  const room = Math.min(
    (pane.width - 2 * fitMargin) / graph.width,
    (pane.height - 2 * fitMargin) / graph.height,
  );
  return Math.min(1, Math.max(min, Number.isFinite(room) ? room : 1));
}

const revealMargin = 24;

export function revealBox(box: Box, pane: Extent, from: Viewport): Viewport {
  const margin = revealMargin;
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

// Keeps a box at its screen position, so that collapsing doesn't move what the user looks at.
export function anchorViewport(before: Box, after: Box, from: Viewport): Viewport {
  return {
    zoom: from.zoom,
    x: from.x + (before.x + before.width / 2 - after.x - after.width / 2) * from.zoom,
    y: from.y + (before.y - after.y) * from.zoom,
  };
}

// Centres a box at a legible zoom, at most 1. Of a box that is larger than the pane it shows the top left corner.
export function centerOn(box: Box, pane: Extent, zoomNow: number): Viewport {
  const zoom = Math.min(Math.max(zoomNow, legibleZoom), 1);
  const offset = (start: number, size: number, room: number): number =>
    (size * zoom > room ? revealMargin : (room - size * zoom) / 2) - start * zoom;
  return {
    zoom,
    x: offset(box.x, box.width, pane.width),
    y: offset(box.y, box.height, pane.height),
  };
}
