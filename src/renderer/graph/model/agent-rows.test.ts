import { describe, expect, it } from 'vitest';
import type { GraphShape } from '../../../shared/model/graph.ts';
import type { AgentActivity } from '../../shared-ui/agent-activity.ts';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';
import {
  addAgentNames,
  agentNamesText,
  agentRows,
  markModelNodes,
  rowName,
  type AgentRow,
} from './agent-rows.ts';
import { nodeHeight, nodeSize, rowHeight } from './node-size.ts';
import { visibleGraph } from './visible-graph.ts';
import { withAgentRows } from '../nodes/use-agent-rows.ts';

const noNames = new Map();

function agentShape(toolKind: 'tool' | 'plain' = 'tool'): GraphShape {
  const shape = buildGraphShape(
    ['__start__', 'agent', 'check', 'tools', '__end__'],
    ['__start__>agent', 'agent?check', 'check>tools', 'agent?tools', 'tools>agent', 'agent?__end__'],
  );
  return {
    ...shape,
    nodes: shape.nodes.map((node) => (node.id === 'tools' ? { ...node, kind: toolKind } : node)),
  };
}

const namesText = (tools: readonly string[], subAgents: readonly (string | null)[] = []): string =>
  agentNamesText(
    new Map<string, AgentActivity>([
      [
        'tools',
        {
          tools: tools.map((name) => ({
            name,
            calls: 1,
            isAtLeast: false,
            isInState: false,
            status: 'finished',
          })),
          subAgents: subAgents.map((name) => ({
            name,
            calls: 1,
            status: 'finished',
            ms: 1,
            nodeId: 'tools:agent',
            taskId: 't',
            taskIds: [],
          })),
        },
      ],
    ]),
  );

const texts = (rows: readonly AgentRow[]): string[] =>
  rows.map((row) => (row.kind === 'tool' || row.kind === 'agent' ? rowName(row) : `[${row.text}]`));

describe('agent rows', () => {
  it('leaves graphs without tool nodes as they are', () => {
    const shape = agentShape('plain');
    expect(markModelNodes(shape)).toBe(shape);
    const visible = visibleGraph(shape, 'all', new Map());
    expect(withAgentRows(visible, noNames)).toBe(visible);
  });

  it('marks the node that calls tools in a loop as the model, and no other', () => {
    const kinds = markModelNodes(agentShape()).nodes.map(({ id, kind }) => `${id} ${kind}`);
    expect(kinds).toEqual(['__start__ start', 'agent model', 'check plain', 'tools tool', '__end__ end']);
  });

  it('remembers names in their order, and stays the same without new ones', () => {
    const first = addAgentNames(noNames, namesText(['write_todos']));
    const second = addAgentNames(first, namesText(['task', 'write_todos'], ['researcher']));
    expect(second.get('tools')).toEqual({ tools: ['write_todos', 'task'], subAgents: ['researcher'] });
    expect(addAgentNames(second, namesText(['task']))).toBe(second);
    expect(addAgentNames(second, '[]')).toBe(second);
  });

  it('lists few tools by name and the rest by number, and hidden characters visibly', () => {
    const tools = ['a', 'b', 'c', 'd', 'e', 'f\u202Etxt', 'g'];
    expect(texts(agentRows({ tools, subAgents: [] }))).toEqual([
      '[Tools seen]',
      'a',
      'b',
      'c',
      'd',
      '[+3 more]',
    ]);
    expect(agentRows({ tools, subAgents: [] }).at(-1)).toMatchObject({
      names: ['e', expect.not.stringContaining('\u202E'), 'g'],
    });
    expect(texts(agentRows({ tools: ['a', 'b', 'c', 'd', 'e'], subAgents: [null, 'researcher'] }))).toEqual([
      '[Tools seen]',
      'a',
      'b',
      'c',
      'd',
      'e',
      '[Sub-agents seen]',
      'researcher',
    ]);
    expect(texts(agentRows({ tools: [], subAgents: [null] }))).toEqual(['[Sub-agents seen]', 'subgraph']);
  });

  it('gives the box of a node the room for its rows', () => {
    const names = addAgentNames(noNames, namesText(['write_todos', 'task']));
    const visible = withAgentRows(visibleGraph(agentShape(), 'all', new Map()), names);
    const sizes = new Map(visible.nodes.map((node) => [node.id, nodeSize(node)]));
    expect(sizes.get('agent')?.height).toBe(nodeHeight);
    expect(sizes.get('tools')?.height).toBe(nodeHeight + 3 * rowHeight + 6);
    expect(sizes.get('tools')?.width).toBeGreaterThan(sizes.get('agent')?.width ?? 0);
    const hostile = addAgentNames(noNames, namesText(['W'.repeat(200)]));
    const [, , , tools] = withAgentRows(visible, hostile).nodes;
    expect(tools && nodeSize(tools).width).toBe(272);
  });
});
