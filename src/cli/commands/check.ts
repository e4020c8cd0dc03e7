import { access, constants, realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { AppError } from '../../shared/app-error.ts';
import {
  isOpen,
  rowName,
  progressText,
  reasonText,
  rowLabel,
  stopText,
} from '../../shared/inputs/experiment-labels.ts';
import { resultsToJson } from '../../shared/inputs/export-results.ts';
import { pairText, passRateText, statisticsText } from '../../shared/inputs/score-labels.ts';
import {
  maxRepetitions,
  type Experiment,
  type ExperimentRow,
  type ExperimentScores,
  type ExperimentStop,
  type ScoreSeries,
} from '../../shared/model/experiment.ts';
import { countOf } from '../../shared/count-of.ts';
import { abortAfter } from '../../services/common/abort-after.ts';
import { systemErrorReason } from '../../services/storage/system-error-reason.ts';
import type { CommandArguments } from '../args/parse-command.ts';
import { parseShard } from '../args/shard.ts';
import { usageError } from '../args/usage-error.ts';
import type { CliContext, CommandRun } from '../context.ts';
import { exitCodes, type ExitCode } from '../exit-codes.ts';
import { noteFailedCancel } from '../output/note-problem.ts';
import { toJUnit } from '../output/junit.ts';
import { nothingRan, withRefused, type CheckResults } from '../output/refused-inputs.ts';
import { writeReport } from '../output/write-report.ts';
import { columns, statusText, type TextPart } from '../output/styled-text.ts';
import { checkKeysIn } from '../session/check-keys.ts';
import { pickCheckTargets, type CheckTarget } from '../session/check-targets.ts';
import { withSession } from '../session/open-session.ts';
import type { CliSession } from '../session/session.ts';
import { truncate } from '../../shared/truncate.ts';

// The studio's own record is read, and progress is reported, this often.
const pollMs = 300;
const reportIntervalMs = 10_000;
// Runs may take this long to be cancelled, and their ends to be read.
const stopMs = 10_000;
const rowsPerRead = 500;

export const run: CommandRun = async (args, context) => {
  // What was typed is checked before anything is sent.
  const options = await readOptions(args);
  return withSession(args, context, async (session) => {
    for (const draft of options.keys) await session.call('inputs.saveKey', { draft });
    const { folder, shard } = options;
    const picked = await pickCheckTargets(session, args, context, folder, shard);
    const { inputsConnectionId, targets, refused } = picked;
    if (args.isSet('allow-commands')) session.services.allowAllChecks(inputsConnectionId);
    const experimentId = randomUUID();
    if (targets.length === 0) {
      const results = withRefused(nothingRan(experimentId, inputsConnectionId), refused);
      return report(results, { series: [], pairs: [] }, options, context);
    }
    await runTargets(session, experimentId, picked, options, context);
    const ran = {
      experiment: await viewOf(session, experimentId),
      rows: await readRows(session, experimentId),
    };
    const scores = await session.call('experiments.scores', { experimentId });
    return report(withRefused(ran, refused), scores, options, context);
  });
};

type CheckOptions = Awaited<ReturnType<typeof readOptions>>;

async function readOptions(args: CommandArguments) {
  const folder = await folderOf(args.positionals[0] ?? 'inputs');
  const junit = args.text('junit');
  if (junit !== null) await expectWritable(junit);
  const seconds = args.number('timeout', 1);
  const atOnce = args.number('at-once', 1);
  if (atOnce !== null && atOnce > 100) throw usageError('--at-once takes at most 100.');
  const shardOption = args.text('shard');
  const shard = shardOption === null ? null : parseShard(shardOption);
  const repetitions = args.number('repeat', 1) ?? 1;
  if (repetitions > maxRepetitions) throw usageError(`--repeat takes at most ${maxRepetitions}.`);
  return { folder, junit, seconds, atOnce, shard, repetitions, keys: checkKeysIn(args) };
}

// Runs the inputs on all targets until they have ended, or the time is over: what still runs then is stopped.
async function runTargets(
  session: CliSession,
  experimentId: string,
  { inputsConnectionId, targets }: Awaited<ReturnType<typeof pickCheckTargets>>,
  { seconds, atOnce, repetitions }: CheckOptions,
  context: CliContext,
): Promise<void> {
  try {
    for (const { target, paths } of targets) {
      await session.call('experiments.start', {
        ...target,
        experimentId,
        name: 'check',
        inputs: { kind: 'files', connectionId: inputsConnectionId, paths: [...paths] },
        atOnce,
        repetitions,
      });
    }
    if (!context.json) context.terminal.note(startText(targets, repetitions));
    await untilEnded(session, experimentId, seconds, context);
  } catch (error) {
    // Ctrl-C, or what was refused: nothing is left behind that still runs.
    await stop(session, experimentId, context);
    throw error;
  }
  const view = await viewOf(session, experimentId);
  if (!isOpen(view)) {
    // Rows that the server let nobody start.
    if (view.counts.unsent > 0 && view.problem !== null) context.terminal.note(view.problem);
    return;
  }
  context.terminal.note(`Not all runs ended within ${seconds ?? 0} s.`);
  await stop(session, experimentId, context);
}

async function folderOf(typed: string): Promise<string> {
  const folder = await realpath(resolve(typed)).catch(() => null);
  if (folder !== null && (await stat(folder)).isDirectory()) return folder;
  throw usageError(`There is no folder ${typed}.`, 'Name the folder with the inputs.');
}

async function expectWritable(file: string): Promise<void> {
  await access(dirname(resolve(file)), constants.W_OK).catch(() => {
    throw usageError(`${file} can't be written.`, 'Name a file in a folder that exists.');
  });
}

async function viewOf(session: CliSession, experimentId: string): Promise<Experiment> {
  const startedExperiment = await findStarted(session, experimentId);
  if (!startedExperiment) throw new AppError('not-found', 'Nothing was started.');
  return startedExperiment;
}

async function findStarted({ services }: CliSession, experimentId: string): Promise<Experiment | undefined> {
  const { experiments } = await services.handlers.calls['experiments.list']({}, new AbortController().signal);
  return experiments.find((one) => one.experimentId === experimentId);
}

function startText(targets: readonly CheckTarget[], repetitions: number): string {
  const runs = repetitions * targets.reduce((sum, { paths }) => sum + paths.length, 0);
  const names = targets.map(({ target }) => `${target.assistantName} on ${target.serverName}`);
  return `${runs.toLocaleString('en')} ${runs === 1 ? 'run' : 'runs'} with ${names.join(', ')}`;
}

// Waits until all runs have ended, or the time is over. Throws `AppError` (`cancelled`) on Ctrl-C.
async function untilEnded(
  session: CliSession,
  experimentId: string,
  seconds: number | null,
  { signal, terminal, json }: CliContext,
): Promise<void> {
  const started = performance.now();
  let reportedAt = started;
  let lastReport = '';
  for (;;) {
    if (signal.aborted) throw new AppError('cancelled', 'Stopped before all runs had ended.');
    const view = await viewOf(session, experimentId);
    if (!isOpen(view)) return;
    const now = performance.now();
    if (seconds !== null && now - started > seconds * 1000) return;
    const text = view.problem ?? progressText(view);
    if (!json && now - reportedAt > reportIntervalMs && text !== lastReport) {
      terminal.note(text);
      reportedAt = now;
      lastReport = text;
    }
    await pause(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

async function stop(session: CliSession, experimentId: string, { terminal }: CliContext): Promise<void> {
  const { targets = [] } = (await findStarted(session, experimentId)) ?? {};
  const limit = abortAfter(stopMs);
  const call = session.callUntil(limit);
  const stops: ExperimentStop[] = [];
  const stopOn = async (connectionId: string): Promise<void> => {
    try {
      stops.push(await call('experiments.stop', { connectionId, experimentId }));
    } catch (error) {
      const rows = await readRows(session, experimentId);
      const active = rows.filter(
        ({ target, runId, result }) =>
          targets[target]?.connectionId === connectionId && runId !== null && result === null,
      );
      noteFailedCancel(error, countOf(active.length, 'run'), terminal);
    }
  };
  await Promise.all([...new Set(targets.map(({ connectionId }) => connectionId))].map(stopOn));
  // Nothing was started, or nothing was cancelled.
  if (stops.length === 0) return;
  terminal.note(stopText(stops));
  while (!limit.aborted && isOpen(await viewOf(session, experimentId))) {
    await pause(pollMs, undefined, { signal: limit }).catch(() => undefined);
  }
}

async function report(
  { experiment, rows }: CheckResults,
  scores: ExperimentScores,
  { junit, shard }: CheckOptions,
  { terminal, json }: CliContext,
): Promise<ExitCode> {
  if (json) terminal.printJsonText(resultsToJson(experiment, rows, scores).trimEnd());
  else {
    terminal.print(columns(rows.map((row) => cellsOf(experiment, row))));
    if (scores.series.length > 0)
      terminal.print(columns(scores.series.map((one) => scoreCells(experiment, one))));
    for (const pair of scores.pairs) terminal.print(pairText(pair, experiment.targets));
    terminal.print(progressText(experiment));
  }
  // Last: what can't be written must not take the results with it.
  if (junit !== null)
    await writeReport(junit, toJUnit(experiment, rows, shard)).catch((error: unknown) => {
      throw new AppError('storage', `${junit} can't be written: ${systemErrorReason(error)}.`, {
        hint: 'The results are those printed above.',
        cause: error,
      });
    });
  return rows.every(({ result }) => result?.outcome === 'passed') ? exitCodes.ok : exitCodes.failed;
}

async function readRows({ services }: CliSession, experimentId: string): Promise<ExperimentRow[]> {
  const rows: ExperimentRow[] = [];
  for (;;) {
    const query = { experimentId, filter: 'all', search: '', from: rows.length, limit: rowsPerRead } as const;
    const page = await services.handlers.calls['experiments.rows'](query, new AbortController().signal);
    for (const row of page.rows) rows.push(row);
    if (page.rows.length === 0 || rows.length >= page.total) return rows;
  }
}

// A table cuts longer reasons; the whole text is in the JSON and in the report.
const maxReasonLength = 100;

function cellsOf({ targets }: Experiment, row: ExperimentRow): readonly TextPart[] {
  const target = targets[row.target];
  // Without checks, the reason would be the run's output.
  const reason = row.result?.checks.length === 0 ? (row.result.error ?? '') : reasonText(row);
  const line = reason.replaceAll(/\s+/g, ' ');
  return [
    row.result === null && row.problem === null ? 'not ended' : statusText(rowLabel(row)),
    rowName(row),
    target === undefined ? '' : `${target.assistantName} on ${target.serverName}`,
    truncate(line, maxReasonLength),
  ];
}

function scoreCells({ targets }: Experiment, series: ScoreSeries): readonly TextPart[] {
  const target = targets[series.target];
  const name = target === undefined ? '' : `${target.assistantName} on ${target.serverName}`;
  const passRate = passRateText(series);
  return ['score', series.name, name, statisticsText(series), passRate === null ? '' : `${passRate} passed`];
}
