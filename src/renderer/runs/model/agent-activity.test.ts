import { describe, expect, it } from 'vitest';
import type { GraphShape } from '../../../shared/model/graph.ts';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { maxCalls, type SeenAgents, type SeenCall, type SeenSubgraph } from './agents.ts';
import { agentActivities } from './agent-activity.ts';

function shapeWith(...toolNodes: readonly string[]): GraphShape {
  const shape = buildGraphShape(['__start__', 'agent', 'tools', 'more', 'sub', 'sub:tools'], []);
  return {
    ...shape,
    nodes: shape.nodes.map((node) => (toolNodes.includes(node.id) ? { ...node, kind: 'tool' } : node)),
  };
}

const call = (id: string, tool: string, more: Partial<SeenCall> = {}): SeenCall => ({
  id,
  tool,
  graph: '',
  answer: 'ok',
  agentType: null,
  ...more,
});
const subgraph = (more: Partial<SeenSubgraph> = {}): SeenSubgraph => ({
  callerId: 'tools',
  name: 'researcher',
  status: 'finished',
  startMs: 0,
  endMs: 100,
  nodeId: 'tools:agent',
  taskId: 't',
  taskIds: new Set(['t']),
  ...more,
});
const activityText = (
  calls: readonly SeenCall[],
  subgraphs: readonly SeenSubgraph[] = [],
  toolNodes: readonly string[] = [],
): SeenAgents => ({ calls, subgraphs, toolNodes: new Set(toolNodes) });

function activityOf(
  run: SeenAgents | null,
  {
    shape = shapeWith('tools'),
    stateCalls = [] as readonly SeenCall[],
    runs = [] as readonly string[],
    isStateUnread = false,
  } = {},
): Record<string, string[]> {
  const activities = agentActivities({
    shape,
    run,
    stateCalls,
    isStateUnread,
    isRunning: (id) => runs.includes(id),
  });
  return Object.fromEntries(
    [...activities].map(([id, { tools, subAgents }]) => [
      id,
      [
        ...tools.map(
          ({ name, calls, isAtLeast, status }) => `${name} ${calls}${isAtLeast ? '+' : ''} ${status}`,
        ),
        ...subAgents.map(({ name, calls, status, ms }) => `(${name}) ${calls} ${status} ${ms}`),
      ],
    ]),
  );
}

describe('agentActivities', () => {
  it('counts calls of state and run once, and knows an answer from either', () => {
    const stateCalls = [call('c1', 'search'), call('c2', 'search', { answer: 'none' })];
    const run = activityText([
      call('c2', 'search', { answer: 'failed' }),
      call('c3', 'task', { answer: 'none' }),
    ]);
    expect(activityOf(run, { stateCalls })).toEqual({ tools: ['search 2 failed', 'task 1 called'] });
    expect(activityOf(run, { stateCalls, runs: ['tools'] })).toEqual({
      tools: ['search 2 failed', 'task 1 running'],
    });
  });

  it('tells calls of the state, which has all turns, from those of the displayed run alone', () => {
    const activities = agentActivities({
      shape: shapeWith('tools'),
      run: activityText([call('c1', 'search'), call('c2', 'search'), call('c3', 'read')]),
      stateCalls: [call('c1', 'search')],
      isStateUnread: false,
      isRunning: () => false,
    });
    const tools = activities.get('tools')?.tools.map(({ name, isInState }) => [name, isInState]);
    expect(tools).toEqual([
      ['search', true],
      ['read', false],
    ]);
  });

  it('gives a call to the only tool node of its graph, and to none of several', () => {
    const run = activityText([call('c1', 'search'), call('c2', 'read', { graph: 'sub' })]);
    expect(activityOf(run, { shape: shapeWith('tools', 'sub:tools') })).toEqual({
      tools: ['search 1 finished'],
      'sub:tools': ['read 1 finished'],
    });
    expect(activityOf(run, { shape: shapeWith('tools', 'more') })).toEqual({});
    expect(activityOf(run, { shape: shapeWith() })).toEqual({});
  });

  it('knows a node by the tool calls of its tasks where its server does not say what it is', () => {
    const run = activityText([call('c1', 'search')], [subgraph()], ['tools']);
    expect(activityOf(run, { shape: shapeWith() })).toEqual({
      tools: ['search 1 finished', '(researcher) 1 finished 100'],
    });
  });

  it('says that there may be more calls where not all were read', () => {
    const run = activityText([call('c1', 'search')]);
    expect(activityOf(run, { isStateUnread: true })).toEqual({ tools: ['search 1+ finished'] });
    const many = Array.from({ length: maxCalls }, (_, index) => call(`c${index}`, 'search'));
    expect(activityOf(activityText(many))).toEqual({ tools: [`search ${maxCalls}+ finished`] });
  });

  it('adds up the agents of one name, and names a running one by what was asked for', () => {
    expect(activityOf(activityText([], [subgraph(), subgraph({ startMs: 50 })]))).toEqual({
      tools: ['(researcher) 2 finished 150'],
    });
    const running = subgraph({ name: null, status: 'running', endMs: null });
    const asked = call('c1', 'task', { answer: 'none', agentType: 'researcher' });
    expect(activityOf(activityText([asked], [subgraph(), running]), { runs: ['tools'] })).toEqual({
      tools: ['task 1 running', '(researcher) 2 running 100'],
    });
    expect(activityOf(activityText([asked, { ...asked, id: 'c2', agentType: 'writer' }], [running]))).toEqual(
      {
        tools: ['task 2 called', '(null) 1 running null'],
      },
    );
  });
});
