import { z } from 'zod';
import {
  Experiment,
  ExperimentComparison,
  ExperimentFilter,
  ExperimentInputs,
  ExperimentList,
  ExperimentRows,
  ExperimentScores,
  ExperimentStop,
  ExperimentTarget,
  maxRepetitions,
  maxRowsAtOnce,
} from '../model/experiment.ts';
import { ExternalChecks } from '../model/input-file.ts';
import { call } from '../rpc/contract-types.ts';
import { nothing, onServer } from './call-inputs.ts';

const onExperiment = z.strictObject({ experimentId: z.uuid() });
const onPart = onServer.extend({ experimentId: z.uuid() });
// For lack of room the oldest experiments are deleted. With this, the call fails with `conflict` instead: a host for a team
// sets it for members who may not delete.
const onNew = z.strictObject({ keepsOthers: z.boolean().optional() });
const RerunRows = z.enum(['all', 'failed']);

export const experimentCalls = {
  /** Those that are kept. Their results are read from now on. */
  'experiments.list': call(nothing, ExperimentList),
  /**
   * Runs inputs on an assistant: each gets a thread and a background run. A call for each assistant, with the same
   * `experimentId` and inputs, makes one experiment. Resolves once it is stored; a row that is refused does not stop
   * the others. Fails with `invalid-input` for an input without a file that is no JSON.
   */
  'experiments.start': call(
    ExperimentTarget.extend({
      experimentId: z.uuid(),
      name: z.string().min(1).max(200),
      inputs: ExperimentInputs,
      atOnce: z.int().min(1).max(100).nullable(),
      repetitions: z.int().min(1).max(maxRepetitions),
      ...onNew.shape,
    }),
    Experiment,
  ),
  'experiments.rows': call(
    onExperiment.extend({
      filter: ExperimentFilter,
      search: z.string().max(1000),
      from: z.int().nonnegative(),
      limit: z.int().min(1).max(maxRowsAtOnce),
    }),
    ExperimentRows,
  ),
  /** Sends no more rows to this server, and cancels the runs that have not ended. */
  'experiments.stop': call(onPart, ExperimentStop),
  /** Sends the rows that were not sent. A file that changed meanwhile is sent as it is now. */
  'experiments.resume': call(onPart, Experiment),
  /**
   * Starts the rows of this server as a new experiment: all, or those that failed, were stopped or not started. Files are
   * sent as they are now, on the latest version unless one was chosen. A call for each server, with the same
   * `newExperimentId`, makes one experiment. `null`: no row of this server is meant.
   */
  'experiments.rerun': call(
    onPart.extend({ newExperimentId: z.uuid(), rows: RerunRows, ...onNew.shape }),
    Experiment.nullable(),
  ),
  /**
   * What the checks of rows reach that nobody has agreed to, as `inputs.externalChecks`: of those that `experiments.rerun` would
   * start, or that `experiments.resume` would send (`unsent`).
   */
  'experiments.externalChecks': call(
    onExperiment.extend({ rows: z.enum([...RerunRows.options, 'unsent']) }),
    ExternalChecks,
  ),
  /** Reads what a row and the last table's row wrote, from their servers. */
  'experiments.compare': call(onExperiment.extend({ index: z.int().nonnegative() }), ExperimentComparison),
  /** Statistics of the scores of all rows, those of earlier experiments, and the differences between assistants. */
  'experiments.scores': call(onExperiment, ExperimentScores),
  /** Forgets an experiment. Its threads and runs stay on their servers. */
  'experiments.forget': call(onExperiment, nothing),
};
