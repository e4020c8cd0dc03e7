import { memberText } from 'exact-json';
import { differing } from '../../testing/real-server/server-differences.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { GraphShape } from '../../shared/model/graph.ts';
import {
  connectionId,
  signal,
  startDemoServices,
  type DemoServices,
} from '../../testing/services/demo-services.ts';

let demo: DemoServices;
beforeAll(async () => {
  demo = await startDemoServices();
});
afterAll(() => demo.stop());

describe('assistants of the demo server', () => {
  it('lists the default assistant of each graph', async () => {
    const list = await demo.assistants['assistants.list']({ connectionId }, signal);
    // Others may create some on the server.
    const bySystem = list.filter((assistant) => assistant.bySystem);
    expect(bySystem.map(({ graphId }) => graphId).toSorted()).toEqual([
      'agent',
      'broken',
      'desk',
      'fanout',
      'judge',
      'ledger',
      'support',
      'survey',
      'writer',
    ]);
  });

  const graphOf = (assistantId: string): Promise<GraphShape> =>
    demo.assistants['assistants.graph']({ connectionId, assistantId }, signal) as Promise<GraphShape>;

  it('returns all three levels of the writer graph, with containers and labels', async () => {
    const { nodes, edges, depth } = await graphOf('writer');
    expect(depth).toBe(2);
    expect(nodes.filter(({ kind }) => kind === 'subgraph').map(({ id }) => id)).toEqual([
      'write',
      'write:deep',
    ]);
    expect(nodes.find(({ id }) => id === 'write:deep:polish')).toMatchObject({
      parent: 'write:deep',
      label: 'polish',
    });
    expect(edges.flatMap(({ label }) => label ?? []).toSorted()).toEqual(['again', 'approved']);
    const ids = new Set(nodes.map(({ id }) => id));
    expect(edges.every(({ source, target }) => ids.has(source) && ids.has(target))).toBe(true);
  });

  it('marks the tool node of the support graph', async () => {
    const { nodes } = await graphOf('support');
    expect(nodes.find(({ id }) => id === 'tools')?.kind).toBe('tool');
  });

  it('returns schemas as text, and null for those that the server lacks', async () => {
    const schemas = await demo.assistants['assistants.schemas'](
      { connectionId, assistantId: 'writer' },
      signal,
    );
    expect(
      Object.keys(JSON.parse(memberText(schemas.inputText ?? '', 'properties') ?? '{}') as object),
    ).toEqual(['topic', 'changes', 'pace']);
    expect(schemas.contextText).toBeNull();
  });

  it('reports a missing assistant', async () => {
    await expect(graphOf('nobody')).rejects.toMatchObject({ code: differing('unknownAssistantCode') });
  });
});
