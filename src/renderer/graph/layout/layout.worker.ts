import { layoutGraph } from './layout-graph.ts';
import type { LayoutReply, LayoutRequest } from '../model/layout-types.ts';

globalThis.addEventListener('message', (event: MessageEvent<LayoutRequest>) => {
  const { id, input } = event.data;
  const reply = (message: LayoutReply): void => globalThis.postMessage(message, {});
  try {
    reply({ id, result: layoutGraph(input) });
  } catch (error) {
    reply({ id, problem: error instanceof Error ? error.message : String(error) });
  }
});
