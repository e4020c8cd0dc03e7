import { durationText } from '../../ui/display/format.ts';
import type { AxisView } from './axis/axis-view.ts';
import { workTimeAt, type Wait } from './pass/pass-layout.ts';
import type { PassRun } from './pass/use-pass.ts';

/** A wait in words: for how long, for what, and that it is drawn shorter. */
export function waitText({ before, ms, isShortened }: Wait, runs: readonly PassRun[]): string {
  const kind = runs[before]?.run?.origin.kind;
  const what = kind === 'resume' ? ' for an answer' : kind === 'continue' ? ' to be continued' : '';
  if (ms === null) return `waited${what}, for how long is unknown`;
  return `waited ${durationText(ms)}${what}${isShortened ? ', drawn shorter' : ''}`;
}

/** The displayed span in words. Times don't count the waits. */
export function spanText(view: AxisView | null, waits: readonly Wait[]): string {
  if (view === null) return 'all';
  const [from, to] = [view.fromMs, view.toMs].map((ms) => durationText(Math.max(0, workTimeAt(waits, ms))));
  return `${from} to ${to}`;
}
