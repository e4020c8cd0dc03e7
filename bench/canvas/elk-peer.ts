import Elk from 'elkjs/lib/elk.bundled.js';
import type { LayoutInput, LayoutResult } from '../../src/renderer/graph/model/layout-types.ts';
import { fromElk, toElk } from './elk-graph.ts';
import { inFlowOrder } from './flow-order.ts';

const elk = new Elk();

/** The studio's former layout: elk over all containers at once, with reversed back edges. */
export async function layOutWithElk(input: LayoutInput): Promise<LayoutResult> {
  const inOrder = inFlowOrder(input);
  return fromElk(await elk.layout(toElk(inOrder)), inOrder);
}
