import { agentRows, type AgentNames } from './agent-rows.ts';
import type { VisibleGraph } from './visible-graph.ts';

/** Puts rows into the nodes that run tools. Returns the same graph if there are none. */
export function withAgentRows(visible: VisibleGraph, names: ReadonlyMap<string, AgentNames>): VisibleGraph {
  if (names.size === 0) return visible;
  return {
    ...visible,
    nodes: visible.nodes.map((node) => {
      const agentNames = node.role === 'node' ? names.get(node.id) : undefined;
      return agentNames === undefined ? node : { ...node, rows: agentRows(agentNames) };
    }),
  };
}
