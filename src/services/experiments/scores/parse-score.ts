import { truncateReason } from './truncate-reason.ts';
import { isRecord } from '../../../shared/narrow.ts';

// Means and squares of larger ones might not be numbers any more.
const maxScore = 1e15;

/** What an answer says: a score with its reason, or why there is none. */
export type ScoreAnswer =
  | { readonly score: number; readonly reason: string }
  | { readonly score: null; readonly problem: string };

/** Reads `{"score": 0.8, "reason": "…"}`, a number, or true and false, which are 1 and 0. Never throws. */
export function parseScore(text: string): ScoreAnswer {
  const trimmed = text.trim();
  if (trimmed === '') return unknownScore('The answer is empty.');
  try {
    return toScore(JSON.parse(trimmed));
  } catch {
    return unknownScore(`The answer is not JSON: ${truncateReason(trimmed)}`);
  }
}

export function toScore(answer: unknown): ScoreAnswer {
  return isRecord(answer) ? scoreOf(answer['score'], answer['reason']) : scoreOf(answer, null);
}

export function scoreOf(value: unknown, reason: unknown): ScoreAnswer {
  const score = numberOf(value);
  if (score === null) return unknownScore(`The answer has no number as its score, but ${textOf(value)}.`);
  if (Math.abs(score) > maxScore) return unknownScore(`The score ${score} is too large.`);
  return { score, reason: reason == null ? '' : truncateReason(textOf(reason)) };
}

export function unknownScore(problem: string): ScoreAnswer {
  return { score: null, problem: truncateReason(problem) };
}

function numberOf(value: unknown): number | null {
  if (typeof value === 'boolean') return value ? 1 : 0;
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) ? number : null;
}

function textOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  return truncateReason(typeof value === 'string' ? value : JSON.stringify(value));
}
