import type { Execution, RecordGap, RecordedRun, ThreadRecord } from '../shared/model/thread-record.ts';
import { recordedRunText, statusLabels } from '../shared/status-labels.ts';
import { nodeNames } from '../shared/thread-record/summarize-thread.ts';
import { workedTime } from '../shared/thread-record/worked-time.ts';

// The open thread. `record: null`: it can't be read, because of `problem`.
export interface ReportedThread {
  readonly threadId: string;
  readonly record: ThreadRecord | null;
  readonly problem: string | null;
}

const maxRuns = 20;
// Of the newest run.
const maxExecutions = 100;
const maxGaps = 20;

// What the record of a thread says, without values: how its runs ended, what each task of the newest run did, what is missing.
export function threadLines({ record, problem }: ReportedThread): readonly string[] {
  if (record === null) return [`Its record could not be read: ${problem ?? 'unknown'}`];
  const { checkpoints, executions, questions, runs, gaps } = record;
  const newest = runs.at(-1);
  const ofNewest =
    newest === undefined
      ? []
      : executions.filter(({ spans }) => spans.some(({ runId }) => runId === newest.runId));
  const nodeOf = nodeNames(record);
  return [
    `${checkpoints.length} checkpoints, head ${record.headId ?? 'none'}`,
    `${executions.length} executions: ${counts(executions.map(({ status }) => statusLabels[status]))}`,
    `${questions.length} questions: ${counts(questions.map(({ status }) => status))}`,
    ...gaps.slice(0, maxGaps).map((gap) => `missing: ${gapText(gap)}`),
    ...omitted('gaps', gaps.length - maxGaps),
    `${runs.length} runs, newest first:`,
    ...runs
      .slice(-maxRuns)
      .toReversed()
      .map((run) => `  ${runLine(run, nodeOf)}`),
    ...omitted('runs', runs.length - maxRuns),
    ...(ofNewest.length === 0 ? [] : ['executions of the newest run:']),
    ...ofNewest.slice(0, maxExecutions).map((execution) => `  ${executionLine(execution, newest)}`),
    ...omitted('executions', ofNewest.length - maxExecutions),
  ];
}

function omitted(what: string, count: number): string[] {
  return count > 0 ? [`  and ${count} more ${what}`] : [];
}

// `3 finished, 1 unknown`; `none` for an empty list.
function counts(words: readonly string[]): string {
  const byWord = new Map<string, number>();
  for (const word of words) byWord.set(word, (byWord.get(word) ?? 0) + 1);
  return [...byWord].map(([word, count]) => `${count} ${word}`).join(', ') || 'none';
}

function runLine(run: RecordedRun, nodeOf: (executionId: string) => string | null): string {
  const { runId, createdAt, endedAt, origin, source } = run;
  const created = createdAt === null ? 'unknown' : new Date(createdAt).toISOString();
  const time =
    createdAt === null || endedAt === null || endedAt < createdAt
      ? 'time unknown'
      : `at most ${Math.round(endedAt - createdAt)} ms`;
  const reported = run.isOfEvents === true ? ', only its events report that it ended' : '';
  return `${created}  ${runId}  ${source}, ${origin.kind}  ${time}  ${recordedRunText(run, nodeOf)}${reported}`;
}

function executionLine(execution: Execution, run: RecordedRun | undefined): string {
  const { nodeId, status, step, attempts } = { ...execution, attempts: execution.spans.at(-1)?.attempts };
  const time = workedTime([execution], run?.runId ?? null);
  const parts = [
    nodeId,
    statusLabels[status],
    step === null ? 'step unknown' : `step ${step}`,
    time === null
      ? 'time unknown'
      : `${boundWords[time.bound]}${Math.round(time.ms)} ms${time.isSeen ? ', as seen here' : ''}`,
    ...(attempts == null || attempts < 2 ? [] : [`${attempts} attempts`]),
  ];
  return parts.join('  ');
}

const boundWords = { exact: '', atMost: 'at most ', atLeast: 'at least ' } as const;

function gapText(gap: RecordGap): string {
  switch (gap.kind) {
    case 'deleted':
      return 'older checkpoints, which were deleted';
    case 'limit':
      return 'more than is read';
    case 'subgraph':
      return `the history of the subgraph ${gap.namespace}`;
    case 'runs':
      return 'runs that the server does not list';
    case 'graph':
      return 'nodes of older checkpoints, which another graph made';
    case 'import':
      return 'checkpoints, which an export of another tool does not have';
  }
}
