import { expect, it } from 'vitest';
import type { Assistant } from '../../shared/model/assistant.ts';
import { assistantNote, groupByGraph, searchAssistants } from './group-by-graph.ts';

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

it('sorts numbers in names by their value', () => {
  const named = ['Bot 10', 'Bot 9', 'Bot 100'].map((name) => assistant('writer', name));
  expect(groupByGraph(named)[0]?.assistants.map(({ name }) => name)).toEqual(['Bot 9', 'Bot 10', 'Bot 100']);
});

it('names the graph only when the name does not', () => {
  expect(assistantNote(assistant('writer', 'writer'))).toBe('v2');
  expect(assistantNote(assistant('writer', 'Brief tone'))).toBe('writer · v2');
});

it('sorts a graph by time or version, those without last', () => {
  const all = [
    { ...assistant('writer', 'a', true), version: 3 },
    { ...assistant('writer', 'b'), updatedAt: '2026-01-02T00:00:00Z', version: null },
    { ...assistant('writer', 'c'), updatedAt: '2026-01-03T00:00:00Z', version: 4 },
  ];
  const names = (sort: 'updated' | 'version') =>
    groupByGraph(all, sort)[0]?.assistants.map(({ name }) => name);
  expect(names('updated')).toEqual(['c', 'b', 'a']);
  expect(names('version')).toEqual(['c', 'a', 'b']);
});

it('finds assistants by all words, also of their settings', () => {
  const all = [
    { ...assistant('writer', 'Brief tone'), configText: '{"configurable":{"style":"short"}}' },
    assistant('support', 'support', true),
  ];
  const namesMatching = (search: string) => searchAssistants(all, search).map(({ name }) => name);
  expect(namesMatching('SHORT tone')).toEqual(['Brief tone']);
  expect(namesMatching('tone none')).toEqual([]);
  expect(namesMatching(' ')).toHaveLength(2);
});
