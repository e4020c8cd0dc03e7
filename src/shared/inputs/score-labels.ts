import type { ExperimentTarget, ScorePair, ScoreStatistics } from '../model/experiment.ts';
import { minPairs } from './score-statistics.ts';

// What sums of decimal fractions may be off.
const rounding = 1e-12;

/** A score with three digits at most behind the point; a smaller one with three digits at most. */
export function scoreText(score: number): string {
  const size = Math.abs(score);
  const rounded = size >= 0.001 ? Math.round(score * 1000) / 1000 : Number(score.toPrecision(3));
  return (size < rounding ? 0 : rounded).toString();
}

/** `mean 0.82, SD 0.1, n 5, 1 unknown`. */
export function statisticsText({ count, unknown, mean, standardDeviation }: ScoreStatistics): string {
  const parts = [
    mean === null ? 'no score' : `mean ${scoreText(mean)}`,
    standardDeviation === null ? null : `SD ${scoreText(standardDeviation)}`,
    `n ${count}`,
    unknown === 0 ? null : `${unknown} unknown`,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

/** `4 of 5`: how many passed; `null` without a threshold. */
export function passRateText({ passed, failed }: Pick<ScoreStatistics, 'passed' | 'failed'>): string | null {
  return passed + failed === 0 ? null : `${passed} of ${passed + failed}`;
}

/** What a difference is, and how sure it is. */
export function differenceText({ inputs, difference, low, high }: ScorePair): string {
  if (difference === null) return 'no input has both scores';
  const mean = `${signed(difference)} on ${inputs} ${inputs === 1 ? 'input' : 'inputs'}`;
  if (low === null || high === null) return `${mean}: not enough inputs to say (at least ${minPairs})`;
  if (low === high) return `${mean}, the same on each input`;
  const isClear = low > 0 || high < 0;
  return `${mean}, 95 % interval ${signed(low)} to ${signed(high)}${isClear ? '' : ': may be chance'}`;
}

/** `tone: Careful writer - writer: +0.12 on 12 inputs, …`. */
export function pairText(pair: ScorePair, targets: readonly ExperimentTarget[]): string {
  return `${pair.name}: ${targetName(targets[pair.second])} − ${targetName(targets[pair.first])}: ${differenceText(pair)}`;
}

/** An assistant with its version, because two versions of one may be compared. */
export function targetName(target: ExperimentTarget | undefined): string {
  if (target === undefined) return '';
  return target.version === null ? target.assistantName : `${target.assistantName} v${target.version}`;
}

function signed(number: number): string {
  const text = scoreText(Math.abs(number));
  return text === '0' ? '0' : `${number < 0 ? '−' : '+'}${text}`;
}
