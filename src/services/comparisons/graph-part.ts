import type { GraphClient } from 'remote-graph-client/client';
import type { GraphShape } from '../../shared/model/graph.ts';
import { expandedGraph } from '../assistants/create-assistants.ts';
import { attempt, knownText, unknownText, type SideText } from './side-content.ts';

const asOfNow = 'As the server has it now. Servers don’t store the graph that a run used.';

// The nodes and edges of an assistant's graph. `assistantId`: or the ID of a graph; `null` if unknown.
export async function graphPart(
  client: GraphClient,
  assistantId: string | null,
  signal: AbortSignal,
): Promise<SideText> {
  if (assistantId === null || assistantId === '')
    return unknownText('The server does not say which graph this is.');
  const { value, problem } = await attempt(expandedGraph(client, assistantId, signal), signal);
  return value === null ? unknownText(problem) : knownText(graphText(value), asOfNow);
}

// In an order of its own, because servers list nodes and edges in any.
export function graphText({ nodes, edges }: GraphShape): string {
  const names = nodes.map(({ id }) => id).toSorted();
  const lines = edges
    .map(({ source, target, conditional, label }) => ({
      source,
      target,
      ...(conditional ? { conditional } : {}),
      ...(label === null ? {} : { label }),
    }))
    .map((edge) => JSON.stringify(edge))
    .toSorted();
  return `{"nodes":${JSON.stringify(names)},"edges":[${lines.join(',')}]}`;
}
