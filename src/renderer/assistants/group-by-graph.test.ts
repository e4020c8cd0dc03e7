import { expect, it } from 'vitest';
import type { Assistant } from '../../shared/model/assistant.ts';
import { assistantNote, groupByGraph } from './group-by-graph.ts';

const assistant = (graphId: string, name: string, bySystem = false): Assistant => ({
  assistantId: `${graphId}/${name}`,
  graphId,
  name,
  description: null,
  version: 2,
  bySystem,
  updatedAt: null,
  configText: '{}',
  contextText: '{}',
});

it('groups assistants by graph, with the one that the server made first', () => {
  const groups = groupByGraph([
    assistant('writer', 'Brief tone'),
    assistant('support', 'support', true),
    assistant('writer', 'writer', true),
    assistant('writer', 'Angry tone'),
  ]);
  expect(groups.map((group) => [group.graphId, group.assistants.map((one) => one.name)])).toEqual([
    ['support', ['support']],
    ['writer', ['writer', 'Angry tone', 'Brief tone']],
  ]);
});

it('names the graph only when the name does not', () => {
  expect(assistantNote(assistant('writer', 'writer'))).toBe('v2');
  expect(assistantNote(assistant('writer', 'Brief tone'))).toBe('writer · v2');
});
