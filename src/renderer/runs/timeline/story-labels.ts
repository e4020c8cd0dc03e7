import { durationText } from '../../ui/display/format.ts';
import type { AxisView } from './axis-view.ts';
import { workTimeAt, type Wait } from './pass/pass-layout.ts';
import type { PassRun } from './pass/use-pass.ts';

/** A wait in words; with `runs`, also for what, and that it is drawn shorter. */
export function waitText({ before, ms, isShortened }: Wait, runs: readonly PassRun[] | null): string {
  const length = ms === null ? 'waited' : `waited ${durationText(ms)}`;
  if (runs === null) return length;
  const kind = runs[before]?.run?.origin.kind;
  const what = kind === 'resume' ? ' for an answer' : kind === 'continue' ? ' to be continued' : '';
  const more = ms === null ? ', for how long is unknown' : isShortened ? ', drawn shorter' : '';
  return `${length}${what}${more}`;
}

/** The displayed span in words. Times don't count the waits. */
export function spanText(view: AxisView | null, waits: readonly Wait[]): string {
  if (view === null) return 'all';
  const [from, to] = [view.fromMs, view.toMs].map((ms) => durationText(Math.max(0, workTimeAt(waits, ms))));
  return `${from} to ${to}`;
}
