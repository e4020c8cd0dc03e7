import type { EdgeNote } from '../model/canvas-decorations.ts';
import type { Box, Point } from '../model/layout-types.ts';
import { textWidth } from '../model/node-size.ts';
import { boxesOverlap, type SceneEdge, type SceneNode } from './scene.ts';

const height = 18;
const padding = 8;
// How far a note keeps from nodes and labels.
const gap = 2;

export interface PlacedNote {
  readonly edgeId: string;
  readonly text: string;
  readonly title: string;
  readonly box: Box;
}

/**
 * Places a note on each edge that has one: with the longest text that covers no node, label or other note, and no border of a
 * container if there is room beside it. An edge without room for any of its texts gets none.
 */
export function placeEdgeNotes(
  nodes: readonly SceneNode[],
  edges: readonly SceneEdge[],
  notes: ReadonlyMap<string, EdgeNote>,
): readonly PlacedNote[] {
  if (notes.size === 0) return [];
  const walls: Box[] = [
    ...nodes.flatMap(({ visible, box }) => (visible.role === 'open' ? [titleOf(box)] : [box])),
    ...edges.flatMap(({ route }) => route.label ?? []),
  ];
  const borders = nodes.flatMap(({ visible, box }) => (visible.role === 'open' ? bordersOf(box) : []));
  const placed = new Map<string, PlacedNote>();
  const place = ({ id, route, box: bounds }: SceneEdge, text: string, title: string): void => {
    const others = [...placed.values()].flatMap((one) => (one.edgeId === id ? [] : one.box));
    const area = grown(bounds, 100);
    const nearOf = (boxes: readonly Box[]): readonly Box[] =>
      boxes.filter((one) => boxesOverlap(area, one)).map((one) => grown(one, gap));
    const near = nearOf([...walls, ...others]);
    const nearBorders = nearOf(borders);
    const width = textWidth(text, 13) + padding;
    const free = candidates(route.points)
      .map(({ x, y }) => ({ x: x - width / 2, y: y - height / 2, width, height }))
      .filter((one) => !near.some((wall) => boxesOverlap(one, wall)));
    const box = free.find((one) => !nearBorders.some((border) => boxesOverlap(one, border))) ?? free[0];
    if (box) placed.set(id, { edgeId: id, text, title, box });
  };
  // Every edge first gets its shortest text, so that no longer one takes its room.
  for (const turn of ['shortest', 'longest'] as const) {
    for (const edge of edges) {
      const note = notes.get(edge.id);
      const text = turn === 'shortest' ? note?.texts.at(-1) : note?.texts[0];
      if (note && text !== undefined && text !== placed.get(edge.id)?.text) place(edge, text, note.title);
    }
  }
  return [...placed.values()];
}

// Where on a segment a note may be, as shares of its length.
const positions = [0.5, 0.3, 0.7, 0.15, 0.85];

// Points on a route, the middle of its longest segment first.
function candidates(points: readonly Point[]): readonly Point[] {
  const segments = points.slice(1).map((b, index) => {
    const a = points[index] ?? b;
    return { a, b, length: Math.abs(a.x - b.x) + Math.abs(a.y - b.y) };
  });
  return segments
    .toSorted((one, other) => other.length - one.length)
    .flatMap(({ a, b }) => positions.map((at) => ({ x: a.x + (b.x - a.x) * at, y: a.y + (b.y - a.y) * at })));
}

/** The part of an expanded container that its title covers. */
export function titleOf({ x, y, width }: Box): Box {
  return { x, y, width, height: 30 };
}

// The borders of an expanded container below its title.
function bordersOf({ x, y, width, height: tall }: Box): readonly Box[] {
  return [
    { x, y, width: 1, height: tall },
    { x: x + width, y, width: 1, height: tall },
    { x, y: y + tall, width, height: 1 },
  ];
}

function grown({ x, y, width, height: tall }: Box, by: number): Box {
  return { x: x - by, y: y - by, width: width + 2 * by, height: tall + 2 * by };
}
