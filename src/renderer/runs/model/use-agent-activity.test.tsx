import { renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { buildGraphShape } from '../../../testing/renderer/graph-shape-builder.ts';
import { state } from '../../../testing/renderer/run-dock-window.tsx';
import { createNodeActivityStore } from '../../shared-ui/node-activity.ts';
import { useAgentActivity } from './agent-activity.ts';

const plainShape = buildGraphShape(['__start__', 'agent', 'tools'], []);
const toolShape = {
  ...plainShape,
  nodes: plainShape.nodes.map((node) => (node.id === 'tools' ? { ...node, kind: 'tool' as const } : node)),
};
const valuesText = JSON.stringify({
  messages: [{ type: 'ai', tool_calls: [{ id: 'c1', name: 'search', args: {} }] }],
});

it('a graph without tool nodes, and one that is not known yet, show no calls of the thread before', () => {
  const store = createNodeActivityStore();
  const noNodes = new Map();
  const useActivityOf = (shape: typeof plainShape | null) =>
    useAgentActivity(
      store,
      { log: null, state: { ...state, valuesText }, shape, checkpointId: null },
      noNodes,
    );
  const { rerender } = renderHook<void, typeof plainShape | null>(useActivityOf, { initialProps: toolShape });
  const names = () => [...store.agents().values()].flatMap(({ tools }) => tools.map(({ name }) => name));
  expect(names()).toEqual(['search']);
  rerender(plainShape);
  expect(names()).toEqual([]);
  rerender(toolShape);
  expect(names()).toEqual(['search']);
  rerender(null);
  expect(names()).toEqual([]);
});
