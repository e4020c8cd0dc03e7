import { newLayoutCache } from './layered/kept.ts';
import { layOutLayered } from './layered/lay-out.ts';
import type { LayoutInput, LayoutResult } from './layout-types.ts';

const cache = newLayoutCache();

/** Lays a graph out on this thread. What did not change since the last time is not laid out again. */
export function layOut(input: LayoutInput): LayoutResult {
  return layOutLayered(input, cache);
}
