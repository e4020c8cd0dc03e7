import { useEffect, useMemo } from 'react';
import type { NodeActivity, NodeActivityStore } from '../../shared-ui/node-activity.ts';
import { callsInState } from './agents.ts';
import { agentActivities } from './agent-activity.ts';
import type { ActivitySource } from './use-node-activity.ts';

/** A longer state is not searched for tool calls: reading it would hold up the page. */
const maxCharacters = 1_000_000;

/** Shows on the canvas which tools an agent called and which agents they started, as far as events and state tell. */
export function useAgentActivity(
  activity: NodeActivityStore,
  activitySource: ActivitySource,
  nodes: ReadonlyMap<string, NodeActivity>,
): void {
  const { log, state, shape, checkpointId } = activitySource;
  const agents = log?.model.agents.snapshot() ?? null;
  const hasTools =
    (agents?.toolNodes.size ?? 0) > 0 || shape?.nodes.some(({ kind }) => kind === 'tool') === true;
  const valuesText = hasTools ? (state?.valuesText ?? '') : '';
  const isStateUnread = valuesText.length > maxCharacters;
  const stateCalls = useMemo(
    () => (isStateUnread ? [] : callsInState(valuesText)),
    [isStateUnread, valuesText],
  );
  // The newest run tells nothing about an older checkpoint.
  const run = checkpointId === null ? agents : null;
  useEffect(() => {
    if (shape === null || !hasTools) return;
    activity.setAgents(
      agentActivities({
        shape,
        run,
        stateCalls,
        isStateUnread,
        isRunning: (nodeId) => nodes.get(nodeId)?.status === 'running',
      }),
    );
  }, [activity, shape, hasTools, run, stateCalls, isStateUnread, nodes]);
  useEffect(() => () => activity.setAgents(new Map()), [activity]);
}
