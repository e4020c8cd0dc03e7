import Elk from 'elkjs/lib/elk.bundled.js';
import { fromElk, toElk } from './elk-graph.ts';
import { inFlowOrder } from './flow-order.ts';
import type { LayoutInput, LayoutResult } from './layout-types.ts';

const elk = new Elk();

/** Lays a graph out on this thread. On the canvas it is only ever called in the worker. */
export async function layOut(input: LayoutInput): Promise<LayoutResult> {
  const inOrder = inFlowOrder(input);
  return fromElk(await elk.layout(toElk(inOrder)), inOrder);
}
