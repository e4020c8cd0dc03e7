export interface Link {
  readonly upper: number;
  readonly lower: number;
  readonly span: number;
}

const passes = 4;

// Assigns a layer from 0 to each of `count` items so that links only lead down and are short. `order` is a
// topological order. Items in `top` stay in layer 0, and those in `bottom` share the last layer.
export function assignLayers(
  count: number,
  links: readonly Link[],
  order: readonly number[],
  { top, bottom }: { readonly top: ReadonlySet<number>; readonly bottom: ReadonlySet<number> },
): Int32Array {
  const linksAbove: Link[][] = Array.from({ length: count }, () => []);
  const linksBelow: Link[][] = Array.from({ length: count }, () => []);
  for (const link of links) {
    linksAbove[link.lower]?.push(link);
    linksBelow[link.upper]?.push(link);
  }
  const min = top.size > 0 ? 1 : 0;
  const layers = new Int32Array(count);
  const highestLayerOf = (item: number): number =>
    (linksAbove[item] ?? []).reduce(
      (layer, link) => Math.max(layer, (layers[link.upper] ?? 0) + link.span),
      min,
    );
  const lowestLayerOf = (item: number): number =>
    (linksBelow[item] ?? []).reduce(
      (layer, link) => Math.min(layer, (layers[link.lower] ?? 0) - link.span),
      Infinity,
    );

  for (const item of order) layers[item] = top.has(item) ? 0 : highestLayerOf(item);
  const last = [...bottom].reduce((layer, item) => Math.max(layer, layers[item] ?? 0), 0);
  const deepest = order.reduce(
    (layer, item) => Math.max(layer, (layers[item] ?? 0) + (bottom.has(item) ? 0 : 1)),
    last,
  );
  for (const item of bottom) layers[item] = deepest;
  for (let pass = 0; pass < passes; pass += 1) {
    const isDown = pass % 2 === 0;
    let moved = false;
    for (let position = 0; position < order.length; position += 1) {
      const item = order[isDown ? order.length - 1 - position : position] ?? 0;
      if (top.has(item) || bottom.has(item)) continue;
      const pull = (linksBelow[item]?.length ?? 0) - (linksAbove[item]?.length ?? 0);
      if (pull === 0) continue;
      const to = pull > 0 ? lowestLayerOf(item) : highestLayerOf(item);
      if (!Number.isFinite(to) || to === layers[item]) continue;
      layers[item] = to;
      moved = true;
    }
    if (!moved) break;
  }
  return layers;
}
