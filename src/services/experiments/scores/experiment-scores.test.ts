import { describe, expect, it } from 'vitest';
import type { CheckResult, ExperimentTarget } from '../../../shared/model/experiment.ts';
import { createExperimentTable, type ExperimentTable } from '../experiment-table.ts';
import { experimentScores } from './experiment-scores.ts';

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const latest: ExperimentTarget = {
  connectionId: 'c',
  serverName: 'Local',
  assistantId: 'a',
  assistantName: 'writer',
  graphId: 'writer',
  version: 3,
  isPinned: false,
};
const pinned = (version: number): ExperimentTarget => ({ ...latest, version, isPinned: true });

function checkOf(value: number | null, atLeast: number | null): CheckResult {
  const outcome = value === null ? 'unknown' : atLeast === null || value >= atLeast ? 'passed' : 'failed';
  return { label: 'tone', outcome, reason: '', score: { name: 'tone', value, atLeast, run: null } };
}

interface Part {
  readonly target: ExperimentTarget;
  /** Paths of inputs with what they scored; `undefined`: the row has not ended. */
  readonly scores: readonly (readonly [string, (number | null)?])[];
}

/** An experiment where each row has a score called `tone`. `revisions`: of its rows, if they are no files. */
function tableOf(
  id: number,
  parts: readonly Part[],
  atLeast: number | null = null,
  revisions: readonly string[] | null = null,
): ExperimentTable {
  const rows = parts.flatMap(({ scores }) => scores);
  const states = rows.map(([, value], index) => {
    const row = { threadId: 't', runId: 'r', revision: revisions?.[index] ?? null, problem: null };
    const result =
      value === undefined
        ? null
        : {
            status: 'success' as const,
            threadStatus: 'idle' as const,
            outcome: 'passed' as const,
            checks: [checkOf(value, atLeast)],
            ending: 'finished' as const,
            outputText: null,
            fingerprint: null,
            error: null,
            ms: null,
            tokens: null,
          };
    return [index, { ...row, result }] as const;
  });
  return createExperimentTable({
    head: {
      experimentId: idOf(id),
      name: `Experiment ${id}`,
      createdAt: `2026-01-0${id}T00:00:00.000Z`,
      inputsConnectionId: revisions === null ? 'c' : null,
      checks: [],
      atOnce: null,
    },
    parts: parts.map(({ target, scores }) => ({
      target,
      paths: scores.map(([path]) => path),
      settings: null,
    })),
    states: new Map(states),
  });
}

describe('the scores of an experiment', () => {
  it('leave out what is unknown or has not ended, and count it neither as 0 nor as failed', () => {
    const scores = [['a', 1], ['b', 0], ['c', null], ['d']] as const;
    const table = tableOf(1, [{ target: latest, scores }], 0.5);
    expect(experimentScores([table], table).series).toEqual([
      {
        name: 'tone',
        target: 0,
        count: 2,
        unknown: 1,
        mean: 0.5,
        standardDeviation: Math.sqrt(0.5),
        passed: 1,
        failed: 1,
        history: [],
      },
    ]);
  });

  it('have a threshold only if the check has one', () => {
    const table = tableOf(1, [{ target: latest, scores: [['a', 0.1]] }]);
    expect(experimentScores([table], table).series).toMatchObject([{ count: 1, passed: 0, failed: 0 }]);
  });

  it('have a history of the same inputs, and of the same version if one was chosen', () => {
    const first = tableOf(1, [
      { target: pinned(1), scores: [['a', 0.1]] },
      {
        target: pinned(2),
        scores: [
          ['a', 0.2],
          ['other', 0.9],
        ],
      },
      { target: latest, scores: [['a', 0.3]] },
    ]);
    const second = tableOf(2, [
      { target: pinned(2), scores: [['a', 0.5]] },
      { target: { ...latest, version: 4 }, scores: [['a', 0.6]] },
    ]);
    const { series } = experimentScores([second, first], second);
    expect(series.map(({ history }) => history.map(({ mean, version }) => [mean, version]))).toEqual([
      [[0.2, 2]],
      [[0.3, 3]],
    ]);
    expect(experimentScores([second, first], first).series.flatMap(({ history }) => history)).toEqual([]);
  });

  it('of rows without files have a history of the same texts, not of those that begin alike', () => {
    const name = `#1 ${'x'.repeat(80)}…`;
    const part = (first: number, second: number): Part => ({
      target: latest,
      scores: [
        [name, first],
        ['#2 {}', second],
      ],
    });
    const first = tableOf(1, [part(0.1, 0.2)], null, ['before', 'same']);
    const second = tableOf(2, [part(0.9, 0.8)], null, ['same', 'other']);
    const { series } = experimentScores([second, first], second);
    expect(series[0]?.history).toMatchObject([{ count: 1, mean: 0.2 }]);
  });

  it('are compared on inputs with both, of which each counts once', () => {
    const table = tableOf(1, [
      {
        target: pinned(1),
        scores: [
          ['a', 0],
          ['a', 1],
          ['b', 0.25],
          ['c', null],
        ],
      },
      {
        target: pinned(2),
        scores: [
          ['a', 1],
          ['a', null],
          ['b', 0.75],
          ['c', 1],
        ],
      },
    ]);
    expect(experimentScores([table], table).pairs).toEqual([
      { name: 'tone', first: 0, second: 1, inputs: 2, difference: 0.5, low: null, high: null },
    ]);
  });
});
