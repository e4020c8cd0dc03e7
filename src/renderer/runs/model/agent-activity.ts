import { useEffect, useMemo } from 'react';
import type { GraphShape } from '../../../shared/model/graph.ts';
import type {
  AgentActivity,
  CallStatus,
  SubAgentActivity,
  ToolActivity,
} from '../../shared-ui/agent-activity.ts';
import { maxCalls, callsInState, type SeenAgents, type SeenCall, type SeenSubgraph } from './agents.ts';
import type { NodeActivity, NodeActivityStore } from '../../shared-ui/node-activity.ts';
import type { ThreadState } from '../../../shared/model/thread.ts';
import type { RunLogSnapshot } from './run-log-store.ts';

export interface AgentActivityInput {
  readonly shape: GraphShape;
  // From the run's events; `null` where they don't count, as at an older checkpoint.
  readonly run: SeenAgents | null;
  readonly stateCalls: readonly SeenCall[];
  // The state is too long to be searched, so that it may have other calls.
  readonly isStateUnread: boolean;
  readonly isRunning: (nodeId: string) => boolean;
}

const none: ReadonlyMap<string, AgentActivity> = new Map();

// What the nodes that run tools did. A call counts for the only such node of its (sub)graph: with several,
// nobody says which of them took it.
export function agentActivities(input: AgentActivityInput): ReadonlyMap<string, AgentActivity> {
  const { shape, run, stateCalls, isStateUnread, isRunning } = input;
  const toolNodes = shape.nodes.filter(({ id, kind }) => kind === 'tool' || run?.toolNodes.has(id) === true);
  if (toolNodes.length === 0) return none;
  const calls = mergeCalls(stateCalls, run?.calls ?? []);
  const isAtLeast = isStateUnread || [stateCalls, run?.calls ?? []].some(({ length }) => length >= maxCalls);
  const activities = new Map<string, AgentActivity>();
  for (const { id, parent } of toolNodes) {
    const graph = parent ?? '';
    const isOnly = toolNodes.filter((node) => node.parent === parent).length === 1;
    const agentCalls = isOnly ? calls.filter((call) => call.graph === graph) : [];
    const subgraphs = (run?.subgraphs ?? []).filter(({ callerId }) => callerId === id);
    if (agentCalls.length + subgraphs.length === 0) continue;
    activities.set(id, {
      tools: toolActivities(agentCalls, new Set(stateCalls.map((call) => call.id)), isAtLeast, isRunning(id)),
      subAgents: subAgentActivities(subgraphs, askedFor(agentCalls)),
    });
  }
  return activities;
}

// The calls of the state, then those that only the run knows so far; an answer is known from either.
function mergeCalls(stateCalls: readonly SeenCall[], runCalls: readonly SeenCall[]): readonly SeenCall[] {
  const all = new Map(stateCalls.map((call) => [call.id, call]));
  for (const call of runCalls) {
    const before = all.get(call.id);
    if (before === undefined) all.set(call.id, call);
    else if (before.answer === 'none') all.set(call.id, { ...before, answer: call.answer });
  }
  return [...all.values()];
}

function toolActivities(
  calls: readonly SeenCall[],
  stateIds: ReadonlySet<string>,
  isAtLeast: boolean,
  isRunning: boolean,
): readonly ToolActivity[] {
  const tools = new Map<string, ToolActivity>();
  for (const { id, tool, answer } of calls) {
    const before = tools.get(tool);
    tools.set(tool, {
      name: tool,
      calls: (before?.calls ?? 0) + 1,
      isAtLeast,
      isInState: before?.isInState === true || stateIds.has(id),
      // A call that runs matters more than one after it that has ended.
      status: before?.status === 'running' ? 'running' : statusOf(answer, isRunning),
    });
  }
  return [...tools.values()];
}

function statusOf(answer: SeenCall['answer'], isRunning: boolean): CallStatus {
  if (answer === 'none') return isRunning ? 'running' : 'called';
  return answer === 'ok' ? 'finished' : 'failed';
}

// The type of agent that all open calls ask for.
function askedFor(calls: readonly SeenCall[]): string | null {
  const types = new Set(calls.flatMap(({ answer, agentType }) => (answer === 'none' ? [agentType] : [])));
  const [type = null] = types;
  return types.size === 1 ? type : null;
}

// By name, because an agent may start another one any number of times.
function subAgentActivities(
  subgraphs: readonly SeenSubgraph[],
  asked: string | null,
): readonly SubAgentActivity[] {
  const agents = new Map<string | null, SubAgentActivity>();
  for (const { name: agentName, status, startMs, endMs, nodeId, taskId, taskIds } of subgraphs) {
    const name = agentName ?? (status === 'running' ? asked : null);
    const before = agents.get(name);
    const ms = endMs === null ? null : endMs - startMs;
    const isRunning = before?.status === 'running' || status === 'running';
    agents.set(name, {
      name,
      calls: (before?.calls ?? 0) + 1,
      status: isRunning ? 'running' : status === 'stopped' ? 'called' : status,
      ms: ms === null ? (before?.ms ?? null) : (before?.ms ?? 0) + ms,
      nodeId,
      taskId,
      taskIds: [...(before?.taskIds ?? []), taskIds],
    });
  }
  return [...agents.values()];
}

// A longer state is not searched for tool calls: reading it would hold up the page.
const maxCharacters = 1_000_000;

interface AgentSource {
  readonly log: RunLogSnapshot | null;
  readonly state: ThreadState | null;
  readonly shape: GraphShape | null;
  readonly checkpointId: string | null;
}

// Shows on the canvas which tools an agent called and which agents they started, as events and state report it.
export function useAgentActivity(
  activity: NodeActivityStore,
  { log, state, shape, checkpointId }: AgentSource,
  nodes: ReadonlyMap<string, NodeActivity>,
): void {
  const agents = log?.model.agents.snapshot() ?? null;
  const hasTools =
    (agents?.toolNodes.size ?? 0) > 0 || shape?.nodes.some(({ kind }) => kind === 'tool') === true;
  const valuesText = hasTools ? (state?.valuesText ?? '') : '';
  const isStateUnread = valuesText.length > maxCharacters;
  const stateCalls = useMemo(
    () => (isStateUnread ? [] : callsInState(valuesText)),
    [isStateUnread, valuesText],
  );
  // The newest run has nothing to do with an older checkpoint.
  const run = checkpointId === null ? agents : null;
  useEffect(() => {
    activity.setAgents(
      shape === null || !hasTools
        ? none
        : agentActivities({
            shape,
            run,
            stateCalls,
            isStateUnread,
            isRunning: (nodeId) => nodes.get(nodeId)?.status === 'running',
          }),
    );
  }, [activity, shape, hasTools, run, stateCalls, isStateUnread, nodes]);
  useEffect(() => () => activity.setAgents(none), [activity]);
}
