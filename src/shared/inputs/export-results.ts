import { escapeInvisible, escapeInvisibleJson } from '../escape-invisible.ts';
import type { Experiment, ExperimentRow, ExperimentScores } from '../model/experiment.ts';
import { rowLabel } from './experiment-labels.ts';

const columns = [
  'input',
  'server',
  'assistant',
  'version',
  'result',
  'run',
  'thread status',
  'changed',
  'checks passed',
  'checks',
  'seconds',
  'tokens',
  'checks that did not pass',
  'error',
  'output',
  'thread',
  'run id',
  'repetition',
  'scores',
] as const;

/**
 * The results as a table for spreadsheets: RFC 4180, with nothing that they would take for a formula, whatever
 * they take for the end of a cell: where a comma is the decimal sign, that is a semicolon, and quotes don't count.
 */
export function toCsv({ targets }: Experiment, rows: readonly ExperimentRow[]): string {
  const lines = rows.map((row) => {
    const target = targets[row.target];
    const { result } = row;
    const checks = result?.checks ?? [];
    return [
      row.path,
      target?.serverName,
      target?.assistantName,
      target?.version,
      rowLabel(row),
      result?.status,
      result?.threadStatus,
      row.changed,
      checks.filter(({ outcome }) => outcome === 'passed').length,
      checks.length,
      result?.ms == null ? null : result.ms / 1000,
      result?.tokens,
      checks
        .flatMap(({ label, outcome, reason }) => (outcome === 'passed' ? [] : `${label}: ${reason}`))
        .join('\n'),
      row.problem ?? result?.error,
      result?.outputText,
      row.threadId,
      row.runId,
      row.repetition,
      checks
        .flatMap(({ score }) => (score === null ? [] : `${score.name}: ${score.value ?? 'unknown'}`))
        .join('\n'),
    ].map(cell);
  });
  return `${[columns.map(cell), ...lines].map((cells) => cells.join(',')).join('\r\n')}\r\n`;
}

// What begins a formula, at the start of a cell and behind what some spreadsheet takes for the end of one.
const formulas = /(?<=^|[;\t\r\n])(?=(?:[^\S\t\r\n]|["'])*[=+\-@\uff1d\uff0b\uff0d\uff20])/g;

function cell(value: string | number | boolean | null | undefined): string {
  if (typeof value === 'number') return String(value);
  const text = escapeInvisible(String(value ?? ''));
  const safe = text.replaceAll(formulas, "'").replace(/^(?=[\t\r\n])/, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function resultsToJson(
  experiment: Experiment,
  rows: readonly ExperimentRow[],
  scores: ExperimentScores,
): string {
  const { name, createdAt, targets, counts } = experiment;
  const results = rows.map(({ target, ...row }) => ({ ...row, target: targets[target] ?? null }));
  return `${escapeInvisibleJson(JSON.stringify({ name, createdAt, counts, scores, results }, null, 2))}\n`;
}
