import type { Experiment, ExperimentRow } from '../../shared/model/experiment.ts';
import type { RefusedInput } from '../session/check-targets.ts';

/** What `check` reports. Rows that could not be started anywhere have a target that is not in the list. */
export interface CheckResults {
  readonly experiment: Experiment;
  readonly rows: readonly ExperimentRow[];
}

/** The results of a check of which no input could be started. */
export function nothingRan(experimentId: string, inputsConnectionId: string): CheckResults {
  const outcomes = { passed: 0, failed: 0, unknown: 0, finished: 0, waiting: 0, stopped: 0, changed: 0 };
  const experiment: Experiment = {
    experimentId,
    name: 'check',
    createdAt: new Date().toISOString(),
    inputsConnectionId,
    atOnce: null,
    targets: [],
    counts: { rows: 0, unsent: 0, refused: 0, active: 0, ...outcomes },
    sendingTo: [],
    problem: null,
    revision: 0,
  };
  return { experiment, rows: [] };
}

export function withRefused(
  { experiment, rows }: CheckResults,
  refusedInputs: readonly RefusedInput[],
): CheckResults {
  const { counts } = experiment;
  const added = refusedInputs.map(({ path, problem }, index): ExperimentRow => ({
    index: rows.length + index,
    path,
    repetition: 1,
    target: noTarget,
    changed: null,
    threadId: null,
    runId: null,
    revision: null,
    problem,
    result: null,
  }));
  return {
    experiment: {
      ...experiment,
      counts: { ...counts, rows: counts.rows + added.length, refused: counts.refused + added.length },
    },
    rows: [...rows, ...added],
  };
}

const noTarget = -1;
