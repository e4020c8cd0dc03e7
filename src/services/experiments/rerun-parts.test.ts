import { expect, it } from 'vitest';
import type { ExperimentRowState } from '../../shared/model/experiment.ts';
import { createExperimentTable } from './experiment-table.ts';
import { rerunParts } from './rerun-parts.ts';

const target = (connectionId: string) => ({
  connectionId,
  serverName: connectionId,
  assistantId: 'a',
  assistantName: 'writer',
  graphId: 'writer',
  version: 1,
  isPinned: false,
});
const state = (change: Partial<ExperimentRowState>): ExperimentRowState => ({
  threadId: 't',
  runId: 'r',
  revision: null,
  problem: null,
  result: null,
  ...change,
});
const table = createExperimentTable({
  head: {
    experimentId: '11111111-2222-4333-8444-555555555555',
    name: 'Tides',
    createdAt: '2026-01-01T00:00:00.000Z',
    inputsConnectionId: 'c',
    checks: [],
    atOnce: null,
  },
  parts: [
    { target: target('near'), paths: ['refused', 'running', 'unsent'], settings: null },
    { target: target('far'), paths: ['elsewhere'], settings: null },
  ],
  states: new Map([
    [0, state({ runId: null, problem: 'no such assistant' })],
    [1, state({})],
  ]),
});

it.each([
  ['all', ['refused', 'running', 'unsent']],
  ['failed', ['refused']],
  ['unsent', ['unsent']],
] as const)('the rows of a server that are meant by %s', (rows, paths) => {
  expect(rerunParts(table, 'near', rows)).toEqual([{ target: target('near'), paths, settings: null }]);
});
