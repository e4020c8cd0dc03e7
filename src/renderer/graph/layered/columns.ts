import { isStandIn, type LayerGraph } from './layer-graph.ts';

/** One step of a link, between neighbouring layers, and where it meets its items, to the right of their middle. */
export interface Step {
  readonly upper: number;
  readonly lower: number;
  readonly atUpper: number;
  readonly atLower: number;
  /** It belongs to an edge that closes a loop: it goes around what leads on. */
  readonly back: boolean;
}

/** How far an item reaches to the left and right of its middle. */
export interface Reach {
  readonly left: readonly number[];
  readonly right: readonly number[];
}

/** The least distance between two neighbours in a layer. */
export type Gap = (left: number, right: number) => number;

interface View {
  readonly layers: readonly (readonly number[])[];
  /** Steps to the layer before, by item, from left to right. */
  readonly before: readonly (readonly number[])[];
  readonly position: Int32Array;
  readonly isDown: boolean;
  readonly sign: 1 | -1;
}

/**
 * The middles of all items, from left to right: after Brandes and Köpf. Long links are upright, items lie in the middle
 * of their neighbours, and no two are closer than the gap. Four pictures, each pushed into one corner, make the one between.
 */
export function columns(graph: LayerGraph, steps: readonly Step[], reach: Reach, gap: Gap): Float64Array {
  const up: number[][] = Array.from({ length: graph.count }, () => []);
  const down: number[][] = Array.from({ length: graph.count }, () => []);
  for (const [at, step] of steps.entries()) {
    down[step.upper]?.push(at);
    up[step.lower]?.push(at);
  }
  const position = new Int32Array(graph.count);
  for (const layer of graph.layers) layer.forEach((item, at) => (position[item] = at));
  const xAt = (step: number, end: 'upper' | 'lower'): number => {
    const found = steps[step];
    if (!found) return 0;
    return end === 'upper'
      ? (position[found.upper] ?? 0) + found.atUpper * 1e-6
      : (position[found.lower] ?? 0) + found.atLower * 1e-6;
  };
  for (const list of up) if (list.length > 1) list.sort((a, b) => xAt(a, 'upper') - xAt(b, 'upper'));
  for (const list of down) if (list.length > 1) list.sort((a, b) => xAt(a, 'lower') - xAt(b, 'lower'));
  const marked = crossingLongOnes(graph, steps, up, position);
  giveWay(steps, up, down, marked);

  const pictures: Float64Array[] = [];
  for (const isDown of [true, false]) {
    const ordered = isDown ? graph.layers : graph.layers.toReversed();
    for (const sign of [1, -1] as const) {
      const flip = sign === -1;
      const view: View = {
        layers: flip ? ordered.map((layer) => layer.toReversed()) : ordered,
        before: isDown ? up : down,
        position: flip ? mirrored(graph, position) : position,
        isDown,
        sign,
      };
      const blocks = align(graph, steps, view, marked);
      pictures.push(
        compact(steps, view, blocks, flip ? { left: reach.right, right: reach.left } : reach, gap),
      );
    }
  }
  return between(pictures, reach);
}

function mirrored(graph: LayerGraph, position: Int32Array): Int32Array {
  const other = new Int32Array(position.length);
  for (const layer of graph.layers) {
    for (const item of layer) other[item] = layer.length - 1 - (position[item] ?? 0);
  }
  return other;
}

/** Steps that cross a piece of a long link: they give way, so that long links stay upright. */
function crossingLongOnes(
  graph: LayerGraph,
  steps: readonly Step[],
  up: readonly (readonly number[])[],
  position: Int32Array,
): Uint8Array {
  const marked = new Uint8Array(steps.length);
  const isLong = (item: number): boolean => isStandIn(graph.sketch, item);
  for (let at = 1; at < graph.layers.length; at += 1) {
    const layer = graph.layers[at] ?? [];
    let from = 0;
    let leftmost = -1;
    for (let index = 0; index < layer.length; index += 1) {
      const item = layer[index] ?? 0;
      const inner = isLong(item)
        ? (up[item] ?? []).map((step) => steps[step]?.upper ?? 0).find((upper) => isLong(upper))
        : undefined;
      if (inner === undefined && index + 1 < layer.length) continue;
      const rightmost = inner === undefined ? Infinity : (position[inner] ?? 0);
      for (; from <= index; from += 1) {
        const lower = layer[from] ?? 0;
        for (const step of up[lower] ?? []) {
          const upper = steps[step]?.upper ?? 0;
          const where = position[upper] ?? 0;
          if ((where < leftmost || where > rightmost) && !(isLong(upper) && isLong(lower))) marked[step] = 1;
        }
      }
      leftmost = rightmost;
    }
  }
  return marked;
}

/** Edges that close a loop give way where an end of theirs has others: the way on is straight, the loop beside it. */
function giveWay(
  steps: readonly Step[],
  up: readonly (readonly number[])[],
  down: readonly (readonly number[])[],
  marked: Uint8Array,
): void {
  const leadsOn = (near: readonly number[] | undefined): boolean =>
    near?.some((at) => !steps[at]?.back) ?? false;
  for (const [at, { upper, lower, back }] of steps.entries()) {
    if (back && (leadsOn(down[upper]) || leadsOn(up[lower]))) marked[at] = 1;
  }
}

interface Blocks {
  readonly root: Int32Array;
  /** Where an item's middle lies in its block. */
  readonly shift: Float64Array;
}

/** Puts each item below the middle one of its neighbours, where that crosses nothing. Items so joined are a block. */
function align(graph: LayerGraph, steps: readonly Step[], view: View, marked: Uint8Array): Blocks {
  const root = Int32Array.from({ length: graph.count }, (_, item) => item);
  const shift = new Float64Array(graph.count);
  for (const layer of view.layers) {
    let reached = -1;
    for (const item of layer) {
      const near = (view.before[item] ?? []).filter((at) => marked[at] !== 1);
      if (near.length === 0) continue;
      for (const middle of [Math.floor((near.length - 1) / 2), Math.ceil((near.length - 1) / 2)]) {
        const at = near[view.sign === 1 ? middle : near.length - 1 - middle] ?? 0;
        const step = steps[at];
        if (root[item] !== item || !step) continue;
        const other = view.isDown ? step.upper : step.lower;
        const where = view.position[other] ?? 0;
        if (where <= reached) continue;
        const lean = view.sign * (view.isDown ? step.atUpper - step.atLower : step.atLower - step.atUpper);
        root[item] = root[other] ?? other;
        shift[item] = (shift[other] ?? 0) + lean;
        reached = where;
      }
    }
  }
  return { root, shift };
}

/** Pushes all blocks to the left, then those that have room to the right, towards what they are linked with. */
function compact(steps: readonly Step[], view: View, blocks: Blocks, reach: Reach, gap: Gap): Float64Array {
  const { root, shift } = blocks;
  const count = root.length;
  const arcs = arcsBetween(view, blocks, reach, gap);
  const places = new Float64Array(count);
  const order: number[] = [];
  const open = arcs.into;
  for (let item = 0; item < count; item += 1) if (root[item] === item && open[item] === 0) order.push(item);
  for (let at = 0; at < order.length; at += 1) {
    const block = order[at] ?? 0;
    const place = places[block] ?? 0;
    for (let arc = arcs.first[block] ?? -1; arc >= 0; arc = arcs.next[arc] ?? -1) {
      const to = arcs.to[arc] ?? 0;
      places[to] = Math.max(places[to] ?? 0, place + (arcs.least[arc] ?? 0));
      open[to] = (open[to] ?? 0) - 1;
      if (open[to] === 0) order.push(to);
    }
  }
  const links = linksBetween(steps, view, blocks);
  for (let at = order.length - 1; at >= 0; at -= 1) {
    const block = order[at] ?? 0;
    let room = middleOfLinks(links, block, places);
    const place = places[block] ?? 0;
    for (let arc = arcs.first[block] ?? -1; arc >= 0 && room > place; arc = arcs.next[arc] ?? -1) {
      room = Math.min(room, (places[arcs.to[arc] ?? 0] ?? 0) - (arcs.least[arc] ?? 0));
    }
    if (room > place) places[block] = room;
  }
  return places.map((_, item) => view.sign * ((places[root[item] ?? item] ?? 0) + (shift[item] ?? 0)));
}

/** Lists of what leads from one block to another, in arrays: `first` by block, then `next` by arc, -1 at the end. */
interface Arcs {
  readonly first: Int32Array;
  readonly next: Int32Array;
  readonly to: Int32Array;
  readonly least: Float64Array;
  /** How many lead to a block. */
  readonly into: Int32Array;
}

function newArcs(blocks: number, arcs: number): Arcs {
  return {
    first: new Int32Array(blocks).fill(-1),
    next: new Int32Array(arcs),
    to: new Int32Array(arcs),
    least: new Float64Array(arcs),
    into: new Int32Array(blocks),
  };
}

function addArc(arcs: Arcs, arc: number, from: number, to: number, least: number): void {
  arcs.next[arc] = arcs.first[from] ?? -1;
  arcs.first[from] = arc;
  arcs.to[arc] = to;
  arcs.least[arc] = least;
  arcs.into[to] = (arcs.into[to] ?? 0) + 1;
}

/** From each block to those right of it, with the least distance that keeps their items apart. */
function arcsBetween(view: View, { root, shift }: Blocks, reach: Reach, gap: Gap): Arcs {
  const arcs = newArcs(root.length, root.length);
  let count = 0;
  for (const layer of view.layers) {
    for (let at = 1; at < layer.length; at += 1) {
      const left = layer[at - 1] ?? 0;
      const right = layer[at] ?? 0;
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

/** The steps that join two blocks, from both sides, with the distance at which they are upright. */
function linksBetween(steps: readonly Step[], { sign }: View, { root, shift }: Blocks): Arcs {
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

/** Where a block would lie in the middle of what it is linked with; as far left as can be when that is nothing. */
function middleOfLinks(links: Arcs, block: number, places: Float64Array): number {
  let sum = 0;
  let count = 0;
  for (let link = links.first[block] ?? -1; link >= 0; link = links.next[link] ?? -1) {
    sum += (places[links.to[link] ?? 0] ?? 0) + (links.least[link] ?? 0);
    count += 1;
  }
  return count === 0 ? -Infinity : sum / count;
}

/** The mean of the two middle ones of four pictures that are laid over the narrowest of them. */
function between(pictures: readonly Float64Array[], reach: Reach): Float64Array {
  const spans = pictures.map((xs) => {
    let least = Infinity;
    let most = -Infinity;
    for (let item = 0; item < xs.length; item += 1) {
      least = Math.min(least, (xs[item] ?? 0) - (reach.left[item] ?? 0));
      most = Math.max(most, (xs[item] ?? 0) + (reach.right[item] ?? 0));
    }
    return { least, most };
  });
  const narrowest = spans.reduce(
    (a, b) => (b.most - b.least < a.most - a.least ? b : a),
    spans[0] ?? { least: 0, most: 0 },
  );
  const offsets = spans.map(({ least, most }, at) =>
    at % 2 === 0 ? narrowest.least - least : narrowest.most - most,
  );
  const result = new Float64Array(pictures[0]?.length ?? 0);
  const four = [0, 0, 0, 0];
  for (let item = 0; item < result.length; item += 1) {
    for (let at = 0; at < four.length; at += 1) four[at] = (pictures[at]?.[item] ?? 0) + (offsets[at] ?? 0);
    four.sort((a, b) => a - b);
    result[item] = ((four[1] ?? 0) + (four[2] ?? 0)) / 2;
  }
  return result;
}
