import { useMemo, useState, useSyncExternalStore } from 'react';
import type { NodeActivitySource } from '../../shared-ui/node-activity.ts';
import { withAgentRows } from '../model/add-agent-rows.ts';
import { addAgentNames, agentNamesText, type AgentNames } from '../model/agent-rows.ts';
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
