import { workTimeAt, type Wait } from '../../../shared/thread-record/timeline-axis.ts';
import type { TaskStatus } from '../../../shared/thread-record/timeline-task.ts';
import type { TimelineRun } from '../../../shared/thread-record/timeline.ts';
import type { WorkedTime } from '../../../shared/thread-record/worked-time.ts';
import { boundedDurationText, boundedDurationWords, durationText } from '../../ui/display/format.ts';
import type { AxisView } from './axis-view.ts';

// Empty for the status that needs no label.
export const taskStatusLabels: Readonly<Record<TaskStatus, string>> = {
  queued: 'queued',
  running: 'running',
  interrupted: 'interrupted',
  unanswered: 'not answered',
  finished: '',
  failed: 'failed',
  aborted: 'aborted',
  cancelled: 'cancelled',
  unknown: 'unknown',
};

/** How long something worked: a bound says so, and an unknown time is never a short one. */
export function workedTimeText(time: WorkedTime | null): string {
  return time === null ? 'time unknown' : boundedDurationWords(time.ms, time.bound);
}

const timeless = new Set<TaskStatus>(['running', 'queued', 'interrupted', 'unanswered', 'unknown']);

// A task that still works, waits, or of which nobody knows how it ended has no final time.
export function taskTimeText(status: TaskStatus, time: WorkedTime | null): string {
  return timeless.has(status) ? '' : workedTimeText(time);
}

// The same beside the status of the task, where there is less room for a bound.
export function shortTaskTime(status: TaskStatus, time: WorkedTime | null): string {
  if (taskStatusLabels[status] === '' || timeless.has(status)) return taskTimeText(status, time);
  return time === null ? '' : boundedDurationText(time.ms, time.bound);
}

// A wait in words: for how long, for what, and that it is drawn shorter.
export function waitText({ before, ms, isShortened }: Wait, runs: readonly TimelineRun[]): string {
  const kind = runs[before]?.run?.origin.kind;
  const what = kind === 'resume' ? ' for an answer' : kind === 'continue' ? ' to be continued' : '';
  if (ms === null) return `waited${what}, for how long is unknown`;
  return `waited ${durationText(ms)}${what}${isShortened ? ', drawn shorter' : ''}`;
}

// The displayed span in words. Times don't count the waits.
export function spanText(view: AxisView | null, waits: readonly Wait[]): string {
  if (view === null) return 'all';
  const [from, to] = [view.fromMs, view.toMs].map((ms) => durationText(Math.max(0, workTimeAt(waits, ms))));
  return `${from} to ${to}`;
}
