import type { Experiment, ExperimentRow, ExperimentStop } from '../model/experiment.ts';
import { verdictOf } from './row-verdict.ts';
import { scoreText } from './score-labels.ts';

/** Whether rows are still being started or runs are active. */
export function isOpen({ counts, sendingTo }: Pick<Experiment, 'counts' | 'sendingTo'>): boolean {
  return sendingTo.length > 0 || counts.active > 0;
}

/** A row that waits for an answer has not ended: its answer continues it. */
export function endedCount(counts: Experiment['counts']): number {
  const { passed, failed, unknown, finished, stopped } = counts;
  return passed + failed + unknown + finished + stopped;
}

const waitingWords = 'waiting for an answer';
const unsentWords = 'waiting to start';

/** `7 of 10 passed, 2 failed`, without checks `10 of 10 finished`, and while none has `3 of 10 ended, 3 stopped`. */
export function summaryText({ counts }: Pick<Experiment, 'counts'>): string {
  const { rows, passed, failed, refused, finished, waiting, stopped } = counts;
  const word =
    passed + finished === 0
      ? 'ended'
      : finished === 0
        ? 'passed'
        : passed === 0
          ? 'finished'
          : 'passed or finished';
  const others: readonly (readonly [number, string])[] = [
    [failed, 'failed'],
    [stopped, 'stopped'],
    [refused, 'not started'],
    [waiting, waitingWords],
  ];
  const text = others.flatMap(([count, name]) =>
    count === 0 ? [] : `${count.toLocaleString('en')} ${name}`,
  );
  const first = word === 'ended' ? endedCount(counts) : passed + finished;
  return [`${first.toLocaleString('en')} of ${rows.toLocaleString('en')} ${word}`, ...text].join(', ');
}

/** The name of an input without the ending of its file. */
export function pathLabel(path: string): string {
  return path.replace(/\.json$/, '');
}

/** An input's name, and which of its repetitions it is if there are several: `tides (2)`. */
export function rowName({ path, repetition }: Pick<ExperimentRow, 'path' | 'repetition'>): string {
  return repetition > 1 ? `${pathLabel(path)} (${repetition})` : pathLabel(path);
}

/** `7 of 10 ended: 5 passed, 2 failed, 1 changed`, and while none has `0 of 2 ended, 2 waiting for an answer`. */
export function progressText({ counts }: Pick<Experiment, 'counts'>): string {
  const { rows, refused, active, unsent, passed, failed, unknown, finished, waiting, stopped, changed } =
    counts;
  const ended = endedCount(counts);
  const parts: readonly (readonly [number, string])[] = [
    [passed, 'passed'],
    [finished, 'finished'],
    [failed, 'failed'],
    [stopped, 'stopped'],
    [unknown, 'unknown'],
    [waiting, waitingWords],
    [refused, 'not started'],
    [active, 'not ended'],
    [unsent, unsentWords],
    [changed, 'changed'],
  ];
  const text = parts.flatMap(([count, word]) => (count === 0 ? [] : `${count.toLocaleString('en')} ${word}`));
  const first = `${ended.toLocaleString('en')} of ${rows.toLocaleString('en')} ended`;
  return ended === 0 ? [first, ...text].join(', ') : `${first}: ${text.join(', ')}`;
}

export function closingText({
  counts,
  sendingTo,
  atOnce,
  problem,
}: Pick<Experiment, 'counts' | 'sendingTo' | 'atOnce' | 'problem'>): string | null {
  if (counts.unsent === 0) return null;
  const rows = counts.unsent === 1 ? 'One row is' : `${counts.unsent.toLocaleString('en')} rows are`;
  const text = `${rows} ${unsentWords}`;
  // The problem, which is shown, may be why.
  const reason = problem === null ? ': stopped, or the studio was closed' : '';
  if (sendingTo.length === 0)
    return `${text}${reason}. Resume starts ${counts.unsent === 1 ? 'it' : 'them'}.`;
  return atOnce === null
    ? `${text}. Runs that have started continue without the studio.`
    : `${text} when others end, while the studio is open.`;
}

export function rowLabel({ problem, runId, result }: ExperimentRow): string {
  if (problem !== null) return 'not started';
  if (result === null) return runId === null ? unsentWords : 'not ended';
  const verdict = verdictOf(result);
  if (verdict === 'waiting') return waitingWords;
  return verdict === 'failed' && result.status === 'timeout' ? 'timed out' : verdict;
}

/** The first reason why a row does not pass, or what its checks came to. */
export function reasonText({ problem, result }: ExperimentRow): string {
  if (problem !== null) return problem;
  if (result === null) return '';
  const worst =
    result.checks.find(({ outcome }) => outcome === 'failed') ??
    result.checks.find(({ outcome }) => outcome === 'unknown');
  if (worst) return `${worst.label}: ${worst.reason}`;
  if (result.error !== null) return result.error;
  if (result.checks.length === 0) return result.outputText ?? '';
  const scores = result.checks.flatMap(({ score }) =>
    score?.value == null ? [] : `${score.name} ${scoreText(score.value)}`,
  );
  return [`${result.checks.length} passed`, ...scores].join(', ');
}

export function stopText(stops: readonly ExperimentStop[]): string {
  const sum = (of: (stop: ExperimentStop) => number): number =>
    stops.reduce((all, stop) => all + of(stop), 0);
  const cancelled = sum((stop) => stop.cancelled);
  const failed = sum((stop) => stop.failed);
  return [
    `Cancelled ${cancelled === 1 ? '1 run' : `${cancelled.toLocaleString('en')} runs`}.`,
    failed === 0
      ? ''
      : `${failed.toLocaleString('en')} may not have been cancelled: they had ended, or the server refused or did not answer.`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}
