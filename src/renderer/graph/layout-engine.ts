import { createLayoutCache } from './layout/layout-cache.ts';
import { layoutLayered } from './layered/lay-out.ts';
import type { LayoutInput, LayoutResult } from './model/layout-types.ts';

const cache = createLayoutCache();

/** Lays a graph out on this thread. What did not change since the last time is not laid out again. */
export function layoutGraph(input: LayoutInput): LayoutResult {
  return layoutLayered(input, cache);
}
