import type { Execution, ExecutionSpan, ThreadRecord } from '../../shared/model/thread-record.ts';
import type { JournalSpan } from './journal.ts';
import type { OracleEnding, OracleReading, OracleRun, OracleStatus, OracleTask } from './oracle.ts';
import type { RawAnswers } from './read-answers.ts';

/** The nodes note whole milliseconds, and servers round. */
const toleranceMs = 2;

/** Nodes that are graphs note nothing themselves. */
const graphNodes = new Set(['sub', 'deep', 'own']);

/** What the oracle may say where the record says this. `unknown` denies nothing. */
const oracleWords: Readonly<Record<Execution['status'], readonly OracleStatus[] | null>> = {
  queued: ['queued'],
  running: ['running'],
  interrupted: ['interrupted', 'abandoned'],
  finished: ['finished'],
  failed: ['failed'],
  aborted: ['aborted'],
  cancelled: ['cancelled'],
  next: ['next', 'abandoned'],
  unknown: null,
};

const oracleEndings: Readonly<
  Record<NonNullable<ThreadRecord['runs'][number]['ending']>['kind'], OracleEnding>
> = {
  finished: 'finished',
  interrupted: 'interrupted',
  paused: 'paused',
  failed: 'failed',
  cancelled: 'cancelled',
  'timed-out': 'timed-out',
  unknown: 'unknown',
};

/** What a record may say of a task after what its node noted last. */
const statusesAfter: Readonly<Record<JournalSpan['last'] | 'nothing', readonly Execution['status'][]>> = {
  nothing: ['next', 'cancelled', 'aborted', 'queued', 'running', 'unknown'],
  start: ['running', 'cancelled', 'aborted', 'unknown'],
  // The JavaScript server does not stop the code of a node when it ends its task.
  end: ['finished', 'cancelled', 'aborted', 'unknown'],
  ask: ['interrupted', 'cancelled', 'aborted', 'unknown'],
  fail: ['failed', 'aborted', 'cancelled', 'unknown'],
};

export interface StoryEvidence {
  /** The record has times of events, which are sent after what they report. */
  readonly hasEvents?: boolean;
  readonly answers: RawAnswers;
  readonly reading: OracleReading;
  readonly journal: readonly JournalSpan[];
}

/** What a record says that the server's answers, as the oracle reads them, or the nodes' own notes deny; in words. */
export function faultsOfRecord(
  record: ThreadRecord,
  { answers, reading, journal, hasEvents = false }: StoryEvidence,
): string[] {
  const faults: string[] = [];
  const edited = [...answers.checkpoints]
    .filter(([, rows]) => rows.some(({ metadata }) => metadata.source === 'update'))
    .map(([namespace]) => namespace);
  if (record.headId !== reading.headId) faults.push(`head is ${record.headId}, not ${reading.headId}`);
  return [
    ...faults,
    ...faultsOfCheckpoints(record, answers),
    ...reading.tasks.flatMap((task) => faultsOfTask(record, task)),
    ...record.executions.flatMap((execution) => [
      ...faultsOfExecution(record, reading, execution),
      ...faultsByJournal(execution, reading, journal, edited, hasEvents),
    ]),
    ...reading.runs.flatMap((run) => {
      const hasNotedQuestion =
        hasEvents && journal.some(({ runId, last }) => runId === run.runId && last === 'ask');
      return faultsOfRun(record, reading, run, hasNotedQuestion);
    }),
    ...faultsOfQuestions(record, reading),
  ];
}

function faultsOfCheckpoints({ checkpoints }: ThreadRecord, answers: RawAnswers): string[] {
  const raw = [...answers.checkpoints].flatMap(([namespace, rows]) =>
    rows.map((row) => ({
      checkpointId: row.checkpoint.checkpoint_id,
      namespace,
      parentId: row.parent_checkpoint?.checkpoint_id ?? null,
      createdAt: Date.parse(row.created_at),
      step: row.metadata.step,
      source: row.metadata.source,
      runId: row.metadata.run_id ?? null,
      next: row.next,
    })),
  );
  const textOf = (one: (typeof raw)[number] | ThreadRecord['checkpoints'][number]): string =>
    JSON.stringify([
      one.namespace,
      one.checkpointId,
      one.parentId,
      one.createdAt,
      one.step,
      one.source,
      one.runId,
      one.next,
    ]);
  const recorded = new Set(checkpoints.map(textOf));
  const answered = new Set(raw.map(textOf));
  return [
    ...[...answered].filter((text) => !recorded.has(text)).map((text) => `no checkpoint ${text}`),
    ...[...recorded].filter((text) => !answered.has(text)).map((text) => `invented checkpoint ${text}`),
  ];
}

function faultsOfTask({ executions, runs }: ThreadRecord, task: OracleTask): string[] {
  const what = `${task.nodePath} ${task.taskId}`;
  const taskExecutions = executions.filter(
    ({ taskId, before, namespace }) =>
      taskId === task.taskId && before === task.before && namespace === task.namespace,
  );
  const checkpointIds = taskExecutions.map((execution) => execution.made ?? '-').toSorted();
  const open = task.made.length === 0 || task.isRunAgain ? ['-'] : [];
  const expected = [...task.made, ...open].toSorted();
  if (checkpointIds.join() !== expected.join())
    return [`${what} made ${checkpointIds.join()}, not ${expected.join()}`];
  return taskExecutions.flatMap((execution) => {
    const faults: string[] = [];
    const words = oracleWords[execution.status];
    if (words?.some((word) => task.statuses.has(word)) === false)
      faults.push(`${what} is ${execution.status}, not ${[...task.statuses].join(' or ')}`);
    if (execution.nodeId !== task.nodePath) faults.push(`${what} is called ${execution.nodeId}`);
    const parent = executions.find(({ executionId }) => executionId === execution.parentId);
    if (task.parentTaskId !== undefined && (parent?.taskId ?? null) !== task.parentTaskId)
      faults.push(`${what} is in ${parent?.taskId}, not in ${task.parentTaskId}`);
    for (const { runId, startedAt, endedAt } of execution.spans) {
      // The JavaScript server may go on inside a subgraph after the end of the run.
      const run = runs.find((one) => one.runId === runId);
      const isInRun = run === undefined || run.endedAt === null || task.earliestStart <= run.endedAt;
      if (startedAt !== null && isInRun && startedAt.ms < task.earliestStart - toleranceMs)
        faults.push(`${what} begins ${task.earliestStart - startedAt.ms} ms before it could`);
      if (endedAt !== null && task.latestEnd !== null && endedAt.ms > task.latestEnd + toleranceMs)
        faults.push(`${what} ends ${endedAt.ms - task.latestEnd} ms after it could`);
    }
    return faults;
  });
}

function faultsOfExecution(record: ThreadRecord, reading: OracleReading, execution: Execution): string[] {
  const { taskId, nodeId, spans, parentId, made, status } = execution;
  const what = `${nodeId} ${taskId}`;
  const faults: string[] = [];
  const isListed = reading.tasks.some((task) => task.taskId === taskId);
  // A command may start a task that no checkpoint lists, and events may report one.
  const isOfEvents = execution.before === null;
  if (!isListed && !isOfEvents && (made !== null || status === 'finished'))
    faults.push(`${what} is invented`);
  const parent = record.executions.find(({ executionId }) => executionId === parentId);
  const isShared = !execution.namespace.includes(':');
  const callers = record.executions.filter(
    (one) => one === parent || (isShared && one.nodeId === parent?.nodeId),
  );
  for (const span of spans) {
    if (span.startedAt !== null && span.endedAt !== null && span.startedAt.ms > span.endedAt.ms)
      faults.push(`${what} ends before it begins`);
    const run = record.runs.find(({ runId }) => runId === span.runId);
    faults.push(...outside(what, 'its run', span, run?.createdAt ?? null, run?.endedAt ?? null));
    // An unknown run is one of several, and not the same one for both. In it another call may go on with a shared subgraph.
    const around =
      span.runId === null
        ? callers.flatMap((caller) => caller.spans)
        : (parent?.spans.filter(({ runId }) => runId === span.runId) ?? []);
    const starts = around.map(({ startedAt }) => startedAt?.ms ?? Number.NEGATIVE_INFINITY);
    const ends = around.map(({ endedAt }) => endedAt?.ms ?? Number.POSITIVE_INFINITY);
    if (around.length > 0)
      faults.push(...outside(what, 'its parent', span, Math.min(...starts), Math.max(...ends)));
  }
  return faults;
}

function outside(
  what: string,
  name: string,
  { startedAt, endedAt }: ExecutionSpan,
  earliest: number | null,
  latest: number | null,
): string[] {
  const faults: string[] = [];
  if (startedAt !== null && earliest !== null && startedAt.ms < earliest)
    faults.push(`${what} begins ${earliest - startedAt.ms} ms before ${name}`);
  if (endedAt !== null && latest !== null && endedAt.ms > latest)
    faults.push(`${what} ends ${endedAt.ms - latest} ms after ${name}`);
  return faults;
}

/** What the nodes' notes say of an execution. */
function faultsByJournal(
  execution: Execution,
  { runs, tasks }: OracleReading,
  journal: readonly JournalSpan[],
  edited: readonly string[],
  hasEvents: boolean,
): string[] {
  const { taskId, name, nodeId, status, error } = execution;
  const task = tasks.find((one) => one.taskId === taskId && one.before === execution.before);
  // Where a task ran twice, its notes are of both. A subgraph with its own checkpointer goes on with a task of another call.
  if (graphNodes.has(name) || task === undefined || task.made.length > 1 || task.isRunAgain) return [];
  const isShared = task.namespace !== '' && !task.namespace.includes(':') && task.made.length === 0;
  const noted = journal
    .filter((span) => span.taskId === taskId)
    .toSorted((one, other) => one.startedAt - other.startedAt);
  const what = `${nodeId} ${taskId}`;
  const faults: string[] = [];
  const last = noted.at(-1)?.last ?? 'nothing';
  // A task that failed keeps its error while a later run, which fails too, tries it again.
  const hasFailed =
    noted.some((one) => one.last === 'fail') && status === 'failed' && task.statuses.has('failed');
  // An edit inside a subgraph discards the questions of the tasks around it (docs/protocol.md, Partial answers).
  const inner = execution.innerNamespace;
  const isDiscarded =
    status === 'next' && last === 'ask' && inner !== null && edited.some((one) => one.startsWith(inner));
  if (!isShared && !isDiscarded && !hasFailed && !statusesAfter[last].includes(status))
    faults.push(`${what} is ${status}, and its node noted ${last} last`);
  const isUnknown = status === 'unknown' && execution.spans.length === 0;
  if (!isUnknown && !execution.spans.some(({ runId }) => runId === null)) {
    for (const { runId, last: mark } of noted)
      if (runs.some((run) => run.runId === runId) && !execution.spans.some((span) => span.runId === runId))
        faults.push(`${what} noted ${mark} in run ${runId}, of which it has no time`);
  }
  for (const span of execution.spans) {
    const { runId, startedAt, endedAt } = span;
    const journalSpan = noted.find((one) => one.runId === runId);
    if (runId === null) continue;
    if (journalSpan === undefined) {
      // One that was ended from outside may not have started.
      const isStopped = status === 'aborted' || status === 'cancelled' || /abort|cancel/i.test(error ?? '');
      if (startedAt !== null && !isStopped)
        faults.push(`${what} has a time in run ${runId}, in which its node noted nothing`);
      continue;
    }
    if (
      startedAt !== null &&
      !hasEvents &&
      startedAt.bound !== 'atMost' &&
      startedAt.ms > journalSpan.startedAt + toleranceMs
    )
      faults.push(
        `${what} started ${startedAt.ms - journalSpan.startedAt} ms before the record's ${startedAt.bound} start`,
      );
    const run = runs.find((one) => one.runId === runId);
    const isInRun = run !== undefined && journalSpan.lastAt <= run.updatedAt;
    if (
      isInRun &&
      endedAt !== null &&
      endedAt.bound !== 'atLeast' &&
      endedAt.ms < journalSpan.lastAt - toleranceMs
    )
      faults.push(
        `${what} ended ${journalSpan.lastAt - endedAt.ms} ms after the record's ${endedAt.bound} end`,
      );
  }
  return faults;
}

/** `hasNotedQuestion`: one of its nodes asked, perhaps one that no checkpoint lists and that only events report. */
function faultsOfRun(
  record: ThreadRecord,
  { tasks }: OracleReading,
  run: OracleRun,
  hasNotedQuestion: boolean,
): string[] {
  const recordedRun = record.runs.find(({ runId }) => runId === run.runId);
  const what = `run ${run.runId}`;
  if (recordedRun === undefined) return [`${what} is missing`];
  const faults: string[] = [];
  const { ending, status } = recordedRun;
  const kind: OracleEnding =
    ending === null ? (status === 'unknown' ? 'unknown' : 'active') : oracleEndings[ending.kind];
  const isNoted = kind === 'interrupted' && hasNotedQuestion && run.endings.has('unknown');
  if (kind !== 'unknown' && !run.endings.has(kind) && !isNoted)
    faults.push(`${what} is ${kind}, not ${[...run.endings].join(' or ')}`);
  if (recordedRun.createdAt !== run.createdAt)
    faults.push(`${what} started at ${recordedRun.createdAt}, not ${run.createdAt}`);
  if (kind !== 'active' && recordedRun.endedAt !== null && recordedRun.endedAt !== run.updatedAt)
    faults.push(`${what} ended at ${recordedRun.endedAt}, not ${run.updatedAt}`);
  if (ending?.kind !== 'failed') return faults;
  if (run.isRecursionLimit !== null && ending.isRecursionLimit !== run.isRecursionLimit)
    faults.push(`${what} ${ending.isRecursionLimit ? 'ended' : 'did not end'} at the recursion limit`);
  const failed = record.executions.find(({ executionId }) => executionId === ending.executionId);
  const outermost = failed === undefined ? undefined : rootOf(record, failed);
  if (outermost !== undefined && run.failedTaskIds.size > 0 && !run.failedTaskIds.has(outermost.taskId))
    faults.push(`${what} failed in ${outermost.nodeId} ${outermost.taskId}, which did not fail`);
  if (failed === undefined && run.failedTaskIds.size > 0) {
    const names = tasks.filter(({ taskId }) => run.failedTaskIds.has(taskId)).map(({ nodePath }) => nodePath);
    faults.push(`${what} failed in no node, not in ${names.join()}`);
  }
  return faults;
}

function rootOf({ executions }: ThreadRecord, execution: Execution): Execution {
  let outermost = execution;
  while (outermost.parentId !== null) {
    const { parentId } = outermost;
    const parent = executions.find(({ executionId }) => executionId === parentId);
    if (parent === undefined) return outermost;
    outermost = parent;
  }
  return outermost;
}

function faultsOfQuestions(record: ThreadRecord, { waitingIds, tasks }: OracleReading): string[] {
  const faults: string[] = [];
  const waiting = record.questions.filter(({ status }) => status === 'waiting');
  for (const id of waitingIds) {
    if (
      !record.questions.some(
        (question) => question.interruptId === id && ['waiting', 'unknown'].includes(question.status),
      )
    )
      faults.push(`question ${id} waits, and the record does not say so`);
  }
  for (const { executionId, interruptId } of waiting) {
    const execution = record.executions.find((one) => one.executionId === executionId);
    if (execution === undefined) {
      faults.push(`question ${interruptId} is of no execution`);
      continue;
    }
    const root = rootOf(record, execution);
    const task = tasks.find(({ taskId, before }) => taskId === root.taskId && before === root.before);
    if (task?.isWaiting === false)
      faults.push(`question ${interruptId} of ${execution.nodeId} does not wait`);
  }
  return faults;
}
