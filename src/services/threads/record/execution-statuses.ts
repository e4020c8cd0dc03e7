import type { ExecutionStatus } from '../../../shared/model/thread-record.ts';
import type { ExecutionDraft, Superstep } from './execution-drafts.ts';
import type { HeadEvidence, RecordEvidence, RunEvidence } from './evidence.ts';
import { breakpointAt, hasEnded, type RootRuns } from './root-runs.ts';
import { hasFailed, isAborted, isStopped } from './task-errors.ts';
import { stoppedAtRecursionLimit } from './recursion-limit.ts';

export interface DraftStatus {
  readonly status: ExecutionStatus;
  // The execution whose error aborted this one.
  readonly abortedBy: ExecutionDraft | null;
  // Below the newest checkpoint, which shows what waits.
  readonly isAtHead: boolean;
  // No edit inside the subgraphs around it, and no new start of them, has left it behind.
  readonly isReached: boolean;
}

// Decides the status of each execution: interrupted, running, failed, ended, ... `drafts`: outer ones before inner ones.
export function executionStatuses(
  drafts: readonly ExecutionDraft[],
  rootRuns: RootRuns,
  evidence: RecordEvidence,
): ReadonlyMap<ExecutionDraft, DraftStatus> {
  const statuses = new Map<ExecutionDraft, DraftStatus>();
  const head = toHeadTasks(evidence.head, rootRuns);
  const withFailure = new Set<Superstep>();
  for (const { superstep, task } of drafts) if (hasFailed(task.error)) withFailure.add(superstep);
  const hasFailure = (superstep: Superstep): boolean => withFailure.has(superstep);
  const newest = new Map(evidence.levels.map(({ namespace, rows }) => [namespace, rows[0]]));
  for (const draft of drafts) {
    const parent = draft.parent === null ? null : (statuses.get(draft.parent) ?? null);
    const isNewest = draft.before === newest.get(draft.namespace);
    const isReached = draft.parent === null || (isNewest && parent?.isReached === true);
    const isAtHead =
      draft.made === null &&
      (draft.parent === null ? draft.before === rootRuns.head : isNewest && parent?.isAtHead === true);
    const status =
      draft.isLeftOver || draft.isRevisited
        ? 'unknown'
        : draft.made === null
          ? tipStatus(draft, { parent, isAtHead, isNewest, isReached, rootRuns, head, evidence, hasFailure })
          : madeStatus(draft);
    statuses.set(draft, { status, abortedBy: null, isAtHead, isReached });
  }
  const failures = firstFailures(drafts, statuses);
  for (const draft of drafts) {
    const draftStatus = statuses.get(draft);
    if (draftStatus?.status !== 'aborted') continue;
    const cause = causeOf(draft, failures, statuses);
    statuses.set(draft, {
      ...draftStatus,
      abortedBy: cause,
      status: cause === null ? 'cancelled' : 'aborted',
    });
  }
  return statuses;
}

// A superstep ends when all of its tasks have. An error may be of an earlier run, which the one that went on tried again.
function madeStatus({ task, before, made }: ExecutionDraft): ExecutionStatus {
  const isOwnError = made?.runId === before.runId && task.error !== null && hasFailed(task.error);
  return isOwnError && !task.hasResult ? 'failed' : 'finished';
}

interface TipContext {
  readonly parent: DraftStatus | null;
  readonly isAtHead: boolean;
  // It read the newest checkpoint of its namespace.
  readonly isNewest: boolean;
  readonly isReached: boolean;
  readonly rootRuns: RootRuns;
  readonly head: HeadTasks | null;
  readonly evidence: RecordEvidence;
  readonly hasFailure: (superstep: Superstep) => boolean;
}

// Of a task whose superstep has not ended.
function tipStatus(draft: ExecutionDraft, context: TipContext): ExecutionStatus {
  const { task, before } = draft;
  const { rootRuns, isAtHead, parent } = context;
  if (draft.hasOwnResult !== false) return draft.hasOwnResult === null ? 'unknown' : 'finished';
  const running = isAtHead && isWorkedAt(draft, rootRuns, parent) ? rootRuns.running : null;
  const isCurrent = running !== null && before.runId === running.runId;
  if (running !== null && !isCurrent) {
    const isAnswered = task.questions.length === 0 || answers(running, draft);
    return isAnswered ? 'running' : 'interrupted';
  }
  const isOutdated = context.isReached && isTriedAgain(draft, rootRuns);
  if (task.error !== null && isOutdated && task.questions.length === 0) return 'finished';
  if (task.error !== null && !isOutdated)
    return isStopped(task.error) ? 'cancelled' : isAborted(task.error) ? 'aborted' : 'failed';
  if (task.questions.length > 0 || context.head?.waiting.has(task.id ?? '') === true)
    return askingStatus(draft, context, isCurrent);
  if (running !== null) return 'running';
  return idleStatus(draft, context);
}

// Whether a run that ended well worked at a task after the one that could have left its error: then its superstep waits for
// other tasks, and what the server says about this one is out of date.
function isTriedAgain(draft: ExecutionDraft, { byId, workedAt }: RootRuns): boolean {
  let outermost = draft;
  while (outermost.parent !== null) outermost = outermost.parent;
  const { before } = outermost;
  const last = workedAt.get(before.checkpointId ?? '')?.at(-1);
  // One that continues from a checkpoint does not stop at a breakpoint there.
  return last !== undefined && last.runId !== before.runId && byId.get(last.runId)?.status === 'success';
}

function isWorkedAt({ before }: ExecutionDraft, { running }: RootRuns, parent: DraftStatus | null): boolean {
  if (running === null) return false;
  if (parent !== null) return parent.status === 'running';
  return before.runId === running.runId || running.origin.kind !== 'input';
}

// Whether a run answers a task. One around the asking task may list only one of the questions below it.
function answers({ origin, answeredIds }: RunEvidence, { task }: ExecutionDraft): boolean {
  if (origin.kind === 'continue' || answeredIds === null || task.namespace !== null) return true;
  return task.questions.some(({ interruptId }) => interruptId !== null && answeredIds.includes(interruptId));
}

function askingStatus(
  draft: ExecutionDraft,
  { head, isAtHead, isNewest, parent, rootRuns }: TipContext,
  isCurrent: boolean,
): ExecutionStatus {
  const { task, superstep } = draft;
  const lastEnded = rootRuns.runs.findLast(hasEnded);
  // What it lists was asked inside it, where a later run went on.
  if (rootRuns.running === null && isAnsweredInside(draft))
    return lastEnded?.status === 'success' ? 'finished' : 'unknown';
  // After an answer it may have finished beside others, or asked again.
  const isUnclear = superstep.size > 1 && mayBeAnswered(draft, rootRuns);
  if (!isAtHead && isNewest && parent?.status === 'finished') return 'finished';
  if (!isAtHead) return isUnclear ? 'unknown' : 'interrupted';
  if (isCurrent) return 'interrupted';
  if (isUnclear && (head === null || lastEnded?.status === 'error')) return 'unknown';
  if (head === null) return 'interrupted';
  if (isUnclear && head.perhapsAnswered.has(task.id)) return 'unknown';
  if (task.id !== null && head.finished.has(task.id)) return 'finished';
  if (task.id !== null && head.listed.has(task.id)) return head.waiting.has(task.id) ? 'interrupted' : 'next';
  // Subgraphs with a checkpointer of their own are not in the state of the thread.
  const isAsked = task.questions.some(({ interruptId }) => head.interruptIds.has(interruptId));
  // Of several questions below a task, its own list has one.
  return isAsked || !mayBeAnswered(draft, rootRuns) ? 'interrupted' : 'finished';
}

// Whether every question that a task lists was asked by tasks inside it which have made a checkpoint since.
function isAnsweredInside({ task, inner }: ExecutionDraft): boolean {
  return (
    task.questions.length > 0 &&
    task.questions.every(({ key }) => {
      const askingExecutions = inner.filter((one) =>
        one.task.questions.some((question) => question.key === key),
      );
      return (
        askingExecutions.length > 0 &&
        askingExecutions.every((one) => one.made !== null || isAnsweredInside(one))
      );
    })
  );
}

function mayBeAnswered({ task, before }: ExecutionDraft, { runs }: RootRuns): boolean {
  const { questions } = task;
  return runs.some(({ origin, answeredIds, endedAt }) => {
    if ((endedAt ?? Infinity) < (before.createdMs ?? -Infinity)) return false;
    return answeredIds === null
      ? origin.kind === 'resume'
      : questions.some(({ interruptId }) => interruptId !== null && answeredIds.includes(interruptId));
  });
}

// Of a task without result, error and question, which no run works at.
function idleStatus(draft: ExecutionDraft, context: TipContext): ExecutionStatus {
  const { rootRuns, isAtHead, parent, evidence } = context;
  const { before, superstep } = draft;
  if (draft.parent === null && isAtHead && rootRuns.running === null) {
    if (rootRuns.queued !== null && rootRuns.queued.origin.kind !== 'input') return 'queued';
  }
  // No run has come to what an edit wrote after all of them.
  const { createdMs } = before;
  if (
    before.source === 'update' &&
    rootRuns.runs.every(({ endedAt }) => (endedAt ?? Infinity) < (createdMs ?? -Infinity))
  )
    return 'next';
  const outer = parent?.status;
  if (outer === 'finished' || outer === 'unknown') return 'unknown';
  if (outer === 'aborted' || outer === 'cancelled') return outer;
  if (context.hasFailure(superstep)) return 'aborted';
  const worked = [
    before.runId === null ? null : (rootRuns.byId.get(before.runId) ?? null),
    ...(rootRuns.workedAt.get(before.checkpointId ?? '') ?? []),
  ].findLast((run) => run !== null);
  if (worked === undefined || worked === null) {
    // A run that the server does not list any more may have run it. What an edit wrote no run has read.
    const isUnlisted = before.source !== 'update' && before.runId !== null;
    return isUnlisted && !isAtHead ? 'unknown' : 'next';
  }
  if (worked.status === 'interrupted') {
    return evidence.isOfficial || (!superstep.hasAsked && breakpointAt(worked, before, []) === null)
      ? 'cancelled'
      : 'next';
  }
  if (worked.status === 'timeout') return 'cancelled';
  if (worked.status !== 'error') return 'next';
  if (wasStopped(draft)) return 'cancelled';
  return stoppedAtRecursionLimit(worked, rootRuns) ? 'next' : 'unknown';
}

export function wasStopped({ task, inner }: ExecutionDraft): boolean {
  return (task.error !== null && isStopped(task.error)) || inner.some((draft) => wasStopped(draft));
}

function firstFailures(
  drafts: readonly ExecutionDraft[],
  statuses: ReadonlyMap<ExecutionDraft, DraftStatus>,
): ReadonlyMap<Superstep, ExecutionDraft> {
  const failures = new Map<Superstep, ExecutionDraft>();
  for (const draft of drafts)
    if (statuses.get(draft)?.status === 'failed' && !failures.has(draft.superstep))
      failures.set(draft.superstep, draft);
  return failures;
}

// The error beside an execution, or beside one around it, where it came from.
function causeOf(
  draft: ExecutionDraft,
  failures: ReadonlyMap<Superstep, ExecutionDraft>,
  statuses: ReadonlyMap<ExecutionDraft, DraftStatus>,
): ExecutionDraft | null {
  for (let level: ExecutionDraft | null = draft; level !== null; level = level.parent) {
    const failed = failures.get(level.superstep);
    if (failed !== undefined && failed !== level) return rootFailureOf(failed, statuses);
  }
  return null;
}

export function rootFailureOf(
  failed: ExecutionDraft,
  statuses: ReadonlyMap<ExecutionDraft, DraftStatus>,
): ExecutionDraft {
  let origin = failed;
  for (;;) {
    const inner = origin.inner.findLast((one) => one.made === null && statuses.get(one)?.status === 'failed');
    if (inner === undefined) return origin;
    origin = inner;
  }
}

interface HeadTasks {
  readonly listed: ReadonlySet<string>;
  readonly waiting: ReadonlySet<string>;
  readonly finished: ReadonlySet<string>;
  readonly interruptIds: ReadonlySet<string | null>;
  readonly perhapsAnswered: ReadonlySet<string | null>;
}

function toHeadTasks(head: HeadEvidence | null, rootRuns: RootRuns): HeadTasks | null {
  if (head === null || head.checkpointId !== rootRuns.head?.checkpointId) return null;
  return {
    listed: new Set(head.tasks.map(({ id }) => id)),
    waiting: new Set(head.tasks.filter(({ waiting }) => waiting).map(({ id }) => id)),
    finished: new Set(head.tasks.filter(({ finished }) => finished === true).map(({ id }) => id)),
    interruptIds: new Set(head.interrupts.map(({ id }) => id)),
    perhapsAnswered: new Set(
      head.interrupts.flatMap(({ taskId, perhapsAnswered }) => (perhapsAnswered === true ? taskId : [])),
    ),
  };
}
