import type { NodeActivity, NodeStatus } from '../shared-ui/node-activity.ts';
import type { Box } from './model/layout-types.ts';
import type { VisibleEdge } from './model/visible-graph.ts';
import { legibleZoom, type Extent } from './canvas/viewport.ts';

// The statuses that the camera follows, the most important first.
const followed: readonly NodeStatus[] = ['running', 'waiting', 'failed', 'cancelled', 'queued', 'next'];

/** The node ids with the most important followed status, in order of their activity. Empty if nothing is active. */
export function activeNodeIds(activities: ReadonlyMap<string, NodeActivity>): readonly string[] {
  let best = followed.length;
  let ids: string[] = [];
  for (const [id, { status }] of activities) {
    const rank = followed.indexOf(status);
    if (rank === -1 || rank > best) continue;
    if (rank < best) ids = [];
    best = rank;
    ids.push(id);
  }
  return ids;
}

export interface FollowOptions {
  readonly boxes: ReadonlyMap<string, Box>;
  readonly bounds: Box;
  readonly neighbours: ReadonlyMap<string, readonly string[]>;
  readonly collapsedAncestors: ReadonlyMap<string, string>;
  readonly activeIds: readonly string[];
  readonly pane: Extent;
}

// Of more active nodes, only the last ones are followed.
const maxFollowed = 100;

/**
 * What to keep in view at a legible zoom: the active nodes with some space around them and with their
 * neighbours. What doesn't fit into the pane is left out: first the neighbours, then the space, then all nodes
 * but the last. `null` if no active node is drawn.
 */
export function followTarget({
  boxes,
  bounds,
  neighbours,
  collapsedAncestors,
  activeIds,
  pane,
}: FollowOptions): Box | null {
  const drawn = [
    ...new Set(
      activeIds
        .slice(-maxFollowed)
        .flatMap((id) => (boxes.has(id) ? id : (collapsedAncestors.get(id) ?? []))),
    ),
  ];
  // The node inside an active container is the better target.
  const active = drawn.filter((id) => !drawn.some((other) => other.startsWith(`${id}:`)));
  const last = active.at(-1);
  if (last === undefined) return null;
  const nodesToShow = new Set(active.flatMap((id) => [id, ...(neighbours.get(id) ?? [])]));
  const fitsView = ({ width, height }: Box): boolean =>
    width * legibleZoom <= pane.width - 2 * margin && height * legibleZoom <= pane.height - 2 * margin;
  const unionById = (ids: Iterable<string>): Box | null =>
    unionOf([...ids].flatMap((id) => boxes.get(id) ?? []));
  const activeBounds = unionById(active);
  const spaced = activeBounds && withSpace(activeBounds, bounds);
  const withNeighbours = unionOf([unionById(nodesToShow), spaced].filter((box) => box !== null));
  return (
    [withNeighbours, spaced, activeBounds].find((box) => box !== null && fitsView(box)) ??
    boxes.get(last) ??
    null
  );
}

export function neighboursIn(edges: readonly VisibleEdge[]): ReadonlyMap<string, readonly string[]> {
  const neighboursById = new Map<string, string[]>();
  const add = (id: string, other: string): void => {
    const neighbours = neighboursById.get(id);
    if (neighbours) neighbours.push(other);
    else neighboursById.set(id, [other]);
  };
  for (const { source, target } of edges) {
    add(source, target);
    add(target, source);
  }
  return neighboursById;
}

// How much around the active nodes is kept in view, in canvas px.
const space = 90;

// Grows a box, but not beyond the graph.
function withSpace(box: Box, all: Box): Box {
  const x = Math.max(all.x, box.x - space);
  const y = Math.max(all.y, box.y - space);
  return {
    x,
    y,
    width: Math.min(all.x + all.width, box.x + box.width + space) - x,
    height: Math.min(all.y + all.height, box.y + box.height + space) - y,
  };
}

const margin = 24;

function unionOf([first, ...others]: readonly Box[]): Box | null {
  if (!first) return null;
  let [left, top, right, bottom] = [first.x, first.y, first.x + first.width, first.y + first.height];
  for (const { x, y, width, height } of others) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x + width);
    bottom = Math.max(bottom, y + height);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
