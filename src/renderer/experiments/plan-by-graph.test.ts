import { expect, it } from 'vitest';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { InputSummary } from '../../shared/model/input-file.ts';
import { anAssistant } from '../../testing/builders.ts';
import { planByGraph } from './plan-by-graph.ts';

const server = { connectionId: 'c', name: 'Demo' };
const assistant = (assistantId: string, graphId: string, bySystem = true): Assistant =>
  anAssistant({ assistantId, graphId, name: assistantId, bySystem });
const assistants = [
  assistant('careful', 'writer', false),
  assistant('writer-default', 'writer'),
  assistant('support-default', 'support'),
];
const input = (path: string, graph: string | null, message?: string): InputSummary => ({
  path,
  graph,
  description: null,
  checks: 0,
  problem: message === undefined ? null : { message, line: 2, column: 3 },
});
const plan = (summaries: readonly InputSummary[], selected: Assistant | null) => {
  const { parts, unnamed, refused } = planByGraph(summaries, server, assistants, selected);
  return { parts: parts.map(({ target, paths }) => [target.assistantId, ...paths]), unnamed, refused };
};

it('each input runs on the default assistant of the graph that it names', () => {
  expect(plan([input('a', 'writer'), input('b', 'support'), input('c', 'writer')], null)).toEqual({
    parts: [
      ['writer-default', 'a', 'c'],
      ['support-default', 'b'],
    ],
    unnamed: [],
    refused: [],
  });
});

it('the selected assistant runs the inputs of its own graph, and those that name none', () => {
  const [careful = null] = assistants;
  expect(plan([input('a', 'writer'), input('b', 'support'), input('c', null)], careful)).toEqual({
    parts: [
      ['careful', 'a', 'c'],
      ['support-default', 'b'],
    ],
    unnamed: ['c'],
    refused: [],
  });
});

it('an input that can not be started is named with the reason, and does not stop the others', () => {
  const all = [input('a', 'elsewhere'), input('b', null, 'No JSON.'), input('c', null), input('d', 'writer')];
  expect(plan(all, null)).toEqual({
    parts: [['writer-default', 'd']],
    unnamed: [],
    refused: [
      { path: 'a', problem: 'Demo has no graph “elsewhere”.' },
      { path: 'b', problem: 'Line 2, column 3: No JSON.' },
      { path: 'c', problem: 'It does not specify a graph. Select an assistant, or add “graph” to its file.' },
    ],
  });
});
