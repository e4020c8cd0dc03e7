import type { RecordedRun } from '../../../shared/model/threads/thread-record.ts';
import { workTimeAt, type Wait } from '../../../shared/thread-record/timeline/timeline-axis.ts';
import type { TaskStatus } from '../../../shared/thread-record/timeline/timeline-task.ts';
import type { TimelineRun } from '../../../shared/thread-record/timeline/timeline.ts';
import type { WorkedTime } from '../../../shared/thread-record/worked-time.ts';
import { durationText } from '../../ui/display/format.ts';
import type { AxisView } from './axis/axis-view.ts';

/** Empty for the status that needs no label. */
export const taskStatusLabels: Readonly<Record<TaskStatus, string>> = {
  queued: 'queued',
  running: 'running',
  interrupted: 'interrupted',
  finished: '',
  failed: 'failed',
  aborted: 'aborted',
  cancelled: 'cancelled',
  unknown: 'unknown outcome',
};

/** How long something worked: a bound says so, and an unknown time is never a short one. */
export function workedTimeText(time: WorkedTime | null): string {
  if (time === null) return 'time unknown';
  const text = durationText(time.ms);
  if (time.bound === 'exact') return text;
  return time.bound === 'atMost' ? `at most ${text}` : `at least ${text}`;
}

/** A task that still works, waits, or of which nobody knows how it ended has no final time. */
export function taskTimeText(status: TaskStatus, time: WorkedTime | null): string {
  return status === 'running' || status === 'queued' || status === 'interrupted' || status === 'unknown'
    ? ''
    : workedTimeText(time);
}

/** A wait in words: for how long, for what, and that it is drawn shorter. */
export function waitText({ before, ms, isShortened }: Wait, runs: readonly TimelineRun[]): string {
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

/** How a run ended, in words; `null` while it is active and if nothing is known. */
export function endingText(run: RecordedRun | null): string | null {
  const ending = run?.ending ?? null;
  if (ending === null) return run?.status === 'queued' ? 'queued' : null;
  switch (ending.kind) {
    case 'finished':
      return 'finished';
    case 'interrupted':
      return 'interrupted';
    case 'paused':
      return ending.place === 'unknown' || ending.nodes.length === 0
        ? 'paused'
        : `paused ${ending.place} ${ending.nodes.join(', ')}`;
    case 'failed':
      return ending.isRecursionLimit ? 'failed at its recursion limit' : (ending.error ?? 'failed');
    case 'cancelled':
      return ending.isKept === false ? 'cancelled and rolled back' : 'cancelled';
    case 'timed-out':
      return 'timed out';
    default:
      return `ended, unknown how: ${ending.why}`;
  }
}
