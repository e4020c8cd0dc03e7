import type { ExecutionStatus, RecordedTime, ThreadRecord } from '../../../shared/model/thread-record.ts';
import type { ExecutionFacts } from '../../../shared/thread-record/execution-facts.ts';
import { statusLabels } from '../../../shared/status-labels.ts';
import type { NodeExecution } from '../../../shared/thread-record/node.ts';
import { workedTime } from '../../../shared/thread-record/worked-time.ts';
import type { Status } from '../../ui/display/status-styles.ts';
import { durationText, shortId } from '../../ui/display/format.ts';
import { workedTimeText } from '../timeline/timeline-labels.ts';

// The icon of an execution's status; its label is in `statusLabels`.
export const executionIcons: Readonly<Record<ExecutionStatus, Status>> = {
  next: 'next',
  queued: 'queued',
  running: 'running',
  interrupted: 'waiting',
  finished: 'finished',
  failed: 'failed',
  aborted: 'cancelled',
  cancelled: 'cancelled',
  unknown: 'unknown',
};

// `step 4 · finished`, for a list of executions.
export function executionLabel({ execution: { step, status } }: NodeExecution): string {
  const word = statusLabels[status];
  return step === null ? word : `step ${step} · ${word}`;
}

// What distinguishes executions of one step.
export function executionDetail({ execution, isOnBranch }: NodeExecution): string {
  const runId = execution.spans.findLast((span) => span.runId !== null)?.runId ?? null;
  const time = workedTime([execution]);
  return [
    execution.taskId === '' ? '' : `task ${shortId(execution.taskId)}`,
    runId === null ? '' : `run ${shortId(runId)}`,
    time === null ? '' : workedTimeText(time),
    isOnBranch ? '' : 'other branch',
  ]
    .filter((part) => part !== '')
    .join(' · ');
}

// Whether an execution can have worked by now, so that a time that is not known is worth a word.
export function hasEnded(status: ExecutionStatus): boolean {
  return status !== 'next' && status !== 'queued' && status !== 'running';
}

// How long it worked, with the bound of what is known, and in how many runs; empty while it has not ended.
export function executionTimeText(status: ExecutionStatus, { time, runIds }: ExecutionFacts): string {
  if (!hasEnded(status)) return '';
  const note = time?.isSeen === true ? ', as seen here' : '';
  return `${workedTimeText(time)}${note}${runIds.length > 1 ? ` in ${runIds.length} runs` : ''}`;
}

// A point in time with its bound: `not before 14:03:07.123`, in local time.
export function clockText(time: RecordedTime): string {
  return boundedText(time, timeOfDay(time));
}

export function dateText(time: RecordedTime): string {
  const date = new Date(time.ms).toLocaleDateString();
  return `${boundedText(time, `${date} ${timeOfDay(time)}`)}, ${clockSource(time)}`;
}

function timeOfDay({ ms }: RecordedTime): string {
  const date = new Date(ms);
  return `${date.toLocaleTimeString('en-GB')}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

function boundedText({ bound }: RecordedTime, text: string): string {
  if (bound === 'exact') return text;
  return bound === 'atLeast' ? `not before ${text}` : `not after ${text}`;
}

export function clockSource({ source }: RecordedTime): string {
  return source === 'server' ? 'by the server’s clock' : 'as seen here';
}

// A start since the beginning of its run, where the server's clock is unknown; `null` where it is known.
export function offsetText({ runs }: ThreadRecord, { startedAt, runIds }: ExecutionFacts): string | null {
  const run = runs.find(({ runId }) => runId === runIds[0]);
  // Without a time of its server, the clock of a run begins with it.
  if (startedAt === null || run?.createdAt !== 0) return null;
  return startedAt.ms < 1 ? 'at the start of its run' : `${durationText(startedAt.ms)} into its run`;
}
