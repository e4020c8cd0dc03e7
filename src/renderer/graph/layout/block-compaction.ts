// One step of a link between adjacent layers, with the offsets from the middle of its items.
export interface LinkStep {
  readonly upper: number;
  readonly lower: number;
  readonly atUpper: number;
  readonly atLower: number;
  // Part of a back edge, which gives way to forward edges.
  readonly back: boolean;
}

export interface ItemExtent {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

export type MinimumGap = (left: number, right: number) => number;

// The layers as seen in one of the four sweeps: from above or below, from the left or right.
export interface LayerSweep {
  readonly layers: readonly (readonly number[])[];
  // Steps to the previous layer, by item, from left to right.
  readonly before: readonly (readonly number[])[];
  readonly position: Int32Array;
  readonly isDown: boolean;
  readonly sign: 1 | -1;
}

// Vertically aligned items that move together.
export interface AlignedBlocks {
  readonly root: Int32Array;
  // The offset of an item's middle in its block.
  readonly shift: Float64Array;
}

// Pushes all blocks to the left, then those with room to the right, towards their neighbours.
export function compactBlocks(
  steps: readonly LinkStep[],
  view: LayerSweep,
  blocks: AlignedBlocks,
  reach: ItemExtent,
  gap: MinimumGap,
): Float64Array {
  const { root, shift } = blocks;
  const count = root.length;
  const arcs = arcsBetween(view, blocks, reach, gap);
  const positions = new Float64Array(count);
  const order: number[] = [];
  const open = arcs.into;
  for (let item = 0; item < count; item += 1) if (root[item] === item && open[item] === 0) order.push(item);
  for (let index = 0; index < order.length; index += 1) {
    const block = order[index] ?? 0;
    const position = positions[block] ?? 0;
    for (let arc = arcs.first[block] ?? -1; arc >= 0; arc = arcs.next[arc] ?? -1) {
      const to = arcs.to[arc] ?? 0;
      positions[to] = Math.max(positions[to] ?? 0, position + (arcs.min[arc] ?? 0));
      open[to] = (open[to] ?? 0) - 1;
      if (open[to] === 0) order.push(to);
    }
  }
  const links = linksBetween(steps, view, blocks);
  for (let index = order.length - 1; index >= 0; index -= 1) {
    const block = order[index] ?? 0;
    let room = middleOfLinks(links, block, positions);
    const position = positions[block] ?? 0;
    for (let arc = arcs.first[block] ?? -1; arc >= 0 && room > position; arc = arcs.next[arc] ?? -1) {
      room = Math.min(room, (positions[arcs.to[arc] ?? 0] ?? 0) - (arcs.min[arc] ?? 0));
    }
    if (room > position) positions[block] = room;
  }
  return positions.map((_, item) => view.sign * ((positions[root[item] ?? item] ?? 0) + (shift[item] ?? 0)));
}

interface Arcs {
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly to: Int32Array;
  readonly min: Float64Array;
  readonly into: Int32Array;
}

function newArcs(blocks: number, arcs: number): Arcs {
  return {
    first: new Int32Array(blocks).fill(-1),
    next: new Int32Array(arcs),
    to: new Int32Array(arcs),
    min: new Float64Array(arcs),
    into: new Int32Array(blocks),
  };
}

function addArc(arcs: Arcs, arc: number, from: number, to: number, min: number): void {
  arcs.next[arc] = arcs.first[from] ?? -1;
  arcs.first[from] = arc;
  arcs.to[arc] = to;
  arcs.min[arc] = min;
  arcs.into[to] = (arcs.into[to] ?? 0) + 1;
}

// From each block to those on its right, with the minimum distance between them.
function arcsBetween(
  view: LayerSweep,
  { root, shift }: AlignedBlocks,
  reach: ItemExtent,
  gap: MinimumGap,
): Arcs {
  const arcs = newArcs(root.length, root.length);
  let count = 0;
  for (const layer of view.layers) {
    for (let index = 1; index < layer.length; index += 1) {
      const left = layer[index - 1] ?? 0;
      const right = layer[index] ?? 0;
      const a = root[left] ?? left;
      const b = root[right] ?? right;
      if (a === b) continue;
      const apart = (reach.right[left] ?? 0) + gap(left, right) + (reach.left[right] ?? 0);
      addArc(arcs, count, a, b, apart + (shift[left] ?? 0) - (shift[right] ?? 0));
      count += 1;
    }
  }
  return arcs;
}

function linksBetween(
  steps: readonly LinkStep[],
  { sign }: LayerSweep,
  { root, shift }: AlignedBlocks,
): Arcs {
  const links = newArcs(root.length, 2 * steps.length);
  let count = 0;
  for (const { upper, lower, atUpper, atLower } of steps) {
    const a = root[upper] ?? upper;
    const b = root[lower] ?? lower;
    if (a === b) continue;
    const apart = (shift[upper] ?? 0) + sign * atUpper - (shift[lower] ?? 0) - sign * atLower;
    addArc(links, count, a, b, -apart);
    addArc(links, count + 1, b, a, apart);
    count += 2;
  }
  return links;
}

function middleOfLinks(links: Arcs, block: number, positions: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (let link = links.first[block] ?? -1; link >= 0; link = links.next[link] ?? -1) {
    sum += (positions[links.to[link] ?? 0] ?? 0) + (links.min[link] ?? 0);
    count += 1;
  }
  return count === 0 ? -Infinity : sum / count;
}
