import type { Box, LayoutInput, LayoutResult, Point } from '../../renderer/graph/model/layout-types.ts';

/** Height of the title in a container's top padding. */
const titleHeight = 30;

/** Faults of a layout, in words; empty if it is valid. */
export function layoutFaults(input: LayoutInput, result: LayoutResult): string[] {
  return [...misplaced(input, result), ...overlaps(input, result), ...throughNodes(input, result)];
}

/** Nodes outside their container, edges that do not reach their nodes, routes that are not orthogonal. */
function misplaced(input: LayoutInput, { nodes, edges }: LayoutResult): string[] {
  const faults: string[] = [];
  for (const { id, parent } of input.nodes) {
    const box = nodes.get(id);
    const around = parent === null ? undefined : nodes.get(parent);
    if (!box) faults.push(`${id} has no place`);
    else if (around && !contains(around, box)) faults.push(`${id} lies outside of ${parent ?? ''}`);
  }
  for (const { id, source, target } of input.edges) {
    const points = edges.get(id)?.points ?? [];
    const first = points[0];
    const last = points.at(-1);
    if (!nodes.has(source) || !nodes.has(target)) continue;
    if (!isOnBorder(first, nodes.get(source))) faults.push(`${id} does not start at ${source}`);
    if (!isOnBorder(last, nodes.get(target))) faults.push(`${id} does not end at ${target}`);
    for (const [index, from] of points.entries()) {
      const to = points[index + 1];
      if (to && Math.abs(from.x - to.x) > 0.1 && Math.abs(from.y - to.y) > 0.1)
        faults.push(`${id} is slanted`);
    }
  }
  return faults;
}

/** Overlapping siblings, and labels that overlap a node. */
function overlaps(input: LayoutInput, { nodes, edges }: LayoutResult): string[] {
  const faults: string[] = [];
  const byParent = new Map<string | null, { id: string; box: Box }[]>();
  for (const { id, parent } of input.nodes) {
    const box = nodes.get(id);
    if (!box) continue;
    const siblings = byParent.get(parent);
    if (siblings) siblings.push({ id, box });
    else byParent.set(parent, [{ id, box }]);
  }
  for (const siblings of byParent.values()) {
    const sorted = siblings.toSorted((a, b) => a.box.x - b.box.x);
    for (const [index, { id, box }] of sorted.entries()) {
      for (let next = index + 1; next < sorted.length; next += 1) {
        const other = sorted[next];
        if (!other || other.box.x >= box.x + box.width) break;
        if (meet(box, other.box)) faults.push(`${id} lies on ${other.id}`);
      }
    }
  }
  const plain = input.nodes.filter(({ container }) => !container);
  const labels = [...edges].flatMap(([id, { label }]) => (label ? [{ id, label }] : []));
  for (const { id, label } of labels) {
    for (const node of plain) {
      const box = nodes.get(node.id);
      if (box && meet(box, label)) faults.push(`the label of ${id} lies on ${node.id}`);
    }
  }
  for (const [index, { id, label }] of labels.entries()) {
    for (const other of labels.slice(index + 1)) {
      if (meet(label, other.label)) faults.push(`the label of ${id} lies on that of ${other.id}`);
    }
  }
  return faults;
}

/** Edges through a node, or through a container that contains neither end. */
function throughNodes(input: LayoutInput, { nodes, edges }: LayoutResult): string[] {
  const faults: string[] = [];
  const parents = new Map(input.nodes.map(({ id, parent }) => [id, parent]));
  const around = (id: string): Set<string> => {
    const ancestors = new Set<string>();
    for (let up: string | null = id; up !== null && !ancestors.has(up); up = parents.get(up) ?? null)
      ancestors.add(up);
    return ancestors;
  };
  const boxes = [...nodes].map(([id, box]) => ({ id, box })).toSorted((a, b) => a.box.y - b.box.y);
  const containers = new Set(input.nodes.filter(({ container }) => container).map(({ id }) => id));
  for (const { id, source, target } of input.edges) {
    const mine = new Set([...around(source), ...around(target)]);
    const points = edges.get(id)?.points ?? [];
    for (const [index, from] of points.entries()) {
      const to = points[index + 1];
      if (!to) continue;
      for (const { id: node, box } of boxes) {
        if (box.y > Math.max(from.y, to.y)) break;
        if (containers.has(node) && mine.has(node)) continue;
        if (goesThrough(from, to, box)) faults.push(`${id} goes through ${node}`);
      }
    }
  }
  return faults;
}

/** Edges through the title of a container, for a top-to-bottom layout. */
export function crossedTitles(input: LayoutInput, { nodes, edges }: LayoutResult): string[] {
  const titles = input.nodes.flatMap(({ id, title }) => {
    const box = nodes.get(id);
    if (title === undefined || !box) return [];
    return [{ id, box: { ...box, width: Math.min(title, box.width), height: titleHeight } }];
  });
  return [...edges].flatMap(([edge, { points }]) =>
    titles.flatMap(({ id, box }) =>
      points.some((point, index) => index > 0 && goesThrough(points[index - 1] ?? point, point, box))
        ? [`${edge} crosses the title of ${id}`]
        : [],
    ),
  );
}

/** Number of edge crossings. Edges that share an end or overlap do not count there. */
export function countEdgeCrossings({ edges }: LayoutResult): number {
  const upright: { edge: string; x: number; from: number; to: number }[] = [];
  const level: { edge: string; y: number; from: number; to: number }[] = [];
  for (const [edge, { points }] of edges) {
    for (const [index, a] of points.entries()) {
      const b = points[index + 1];
      if (!b) continue;
      if (Math.abs(a.x - b.x) < 0.1)
        upright.push({ edge, x: a.x, from: Math.min(a.y, b.y), to: Math.max(a.y, b.y) });
      else level.push({ edge, y: a.y, from: Math.min(a.x, b.x), to: Math.max(a.x, b.x) });
    }
  }
  upright.sort((a, b) => a.x - b.x);
  let crossings = 0;
  for (const { edge, y, from, to } of level) {
    for (let index = firstAfter(upright, from); index < upright.length; index += 1) {
      const other = upright[index];
      if (!other || other.x >= to - 0.5) break;
      if (other.edge !== edge && other.from < y - 0.5 && other.to > y + 0.5) crossings += 1;
    }
  }
  return crossings;
}

function firstAfter(sorted: readonly { readonly x: number }[], from: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle]?.x ?? 0) <= from + 0.5) low = middle + 1;
    else high = middle;
  }
  return low;
}

function contains(outer: Box, inner: Box): boolean {
  return (
    inner.x >= outer.x &&
    inner.y >= outer.y &&
    inner.x + inner.width <= outer.x + outer.width &&
    inner.y + inner.height <= outer.y + outer.height
  );
}

function isOnBorder(point: Point | undefined, box: Box | undefined): boolean {
  if (!point || !box) return false;
  const near = (a: number, b: number): boolean => Math.abs(a - b) < 0.5;
  const inside = point.x >= box.x - 0.5 && point.x <= box.x + box.width + 0.5;
  const within = point.y >= box.y - 0.5 && point.y <= box.y + box.height + 0.5;
  const upright = near(point.x, box.x) || near(point.x, box.x + box.width);
  const level = near(point.y, box.y) || near(point.y, box.y + box.height);
  return inside && within && (upright || level);
}

function meet(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

/** Whether an axis-aligned segment passes through a box. */
function goesThrough(a: Point, b: Point, box: Box): boolean {
  const inset = 0.5;
  return (
    Math.max(a.x, b.x) > box.x + inset &&
    Math.min(a.x, b.x) < box.x + box.width - inset &&
    Math.max(a.y, b.y) > box.y + inset &&
    Math.min(a.y, b.y) < box.y + box.height - inset
  );
}
