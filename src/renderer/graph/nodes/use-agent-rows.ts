import { useMemo, useState, useSyncExternalStore } from 'react';
import type { NodeActivitySource } from '../../shared-ui/node-activity.ts';
import { addAgentNames, agentNamesText, agentRows, type AgentNames } from '../model/agent-rows.ts';
import type { VisibleGraph } from '../model/visible-graph.ts';

const nothing: ReadonlyMap<string, AgentNames> = new Map();

/** Adds the tools and sub-agents that were seen in this view. Changes only when there is another name. */
export function useAgentRows(visible: VisibleGraph, activity: NodeActivitySource): VisibleGraph {
  const namesText = useSyncExternalStore(activity.subscribeAgents, () => agentNamesText(activity.agents()));
  const [agentNames, setAgentNames] = useState(nothing);
  const names = useMemo(() => addAgentNames(agentNames, namesText), [agentNames, namesText]);
  // Stores the previous value during render, as the React docs describe.
  if (names !== agentNames) setAgentNames(names);
  return useMemo(() => withAgentRows(visible, names), [visible, names]);
}

// Puts rows into the nodes that run tools. Returns the same graph if there are none.
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
