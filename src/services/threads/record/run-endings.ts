import type { RecordedInterrupt, RunEnding } from '../../../shared/model/thread-record.ts';
import { isRecursionError } from '../../../shared/run-events/recursion-error.ts';
import type { RecordRow } from './checkpoint-row.ts';
import type { ExecutionDraft } from './execution-drafts.ts';
import type { RecordEvidence, RunEvidence } from './evidence.ts';
import { stoppedAtRecursionLimit } from './recursion-limit.ts';
import { breakpointAt, hasEnded, type RootRuns } from './root-runs.ts';
import { rootFailureOf, wasStopped, type DraftStatus } from './execution-statuses.ts';
import { hasFailed } from './task-errors.ts';

export interface EndingContext {
  readonly evidence: RecordEvidence;
  readonly rootRuns: RootRuns;
  readonly statuses: ReadonlyMap<ExecutionDraft, DraftStatus>;
  readonly questions: ReadonlyMap<ExecutionDraft, readonly RecordedInterrupt[]>;
  // Executions of the root graph by the checkpoint that they read, and by the one that they made.
  readonly readBy: ReadonlyMap<RecordRow, readonly ExecutionDraft[]>;
  readonly madeBy: ReadonlyMap<RecordRow, readonly ExecutionDraft[]>;
  readonly isContinued: (draft: ExecutionDraft, run: RunEvidence) => boolean;
  readonly hasWorked: (draft: ExecutionDraft, run: RunEvidence) => boolean;
}

/** How a run ended, and why (finished, interrupted, failed, cancelled); `null` while it is active. */
export function endingOf(run: RunEvidence, context: EndingContext): RunEnding | null {
  if (!hasEnded(run)) return null;
  const tip = tipOf(run, context);
  if (run.status === 'timeout') return { kind: 'timed-out' };
  if (run.status === 'error') {
    // The JavaScript server calls a run that was rolled back while it ran an error.
    const isStopped = tip !== null && openAt(run, tip, context).some((draft) => wasStopped(draft));
    return isStopped ? cancelled(run, context) : failure(run, tip, context);
  }
  if (run.status === 'interrupted' && context.evidence.isOfficial) return cancelled(run, context);
  if (tip === null) return { kind: 'unknown', why: 'None of its checkpoints is known.' };
  const stop = stopAt(run, tip, context);
  if (run.status !== 'interrupted') return stop;
  // Other servers say so of a run that waits, too.
  return stop.kind === 'interrupted' || (stop.kind === 'paused' && stop.place !== 'unknown')
    ? stop
    : cancelled(run, context);
}

function tipOf({ runId }: RunEvidence, { rootRuns, evidence }: EndingContext): RecordRow | null {
  const written = rootRuns.rowsOf.get(runId)?.at(-1);
  if (written !== undefined) return written;
  const root = evidence.levels.find(({ namespace }) => namespace === '')?.rows ?? [];
  for (const [checkpointId, runs] of rootRuns.workedAt)
    if (runs.some((one) => one.runId === runId))
      return root.find((row) => row.checkpointId === checkpointId) ?? null;
  return null;
}

// Executions at which a run stopped: of its last checkpoint's superstep, and inside it.
function openAt(run: RunEvidence, tip: RecordRow, { readBy }: EndingContext): ExecutionDraft[] {
  const open = (readBy.get(tip) ?? []).filter(({ made }) => made === null || made.runId !== run.runId);
  for (let index = 0; index < open.length; index += 1)
    for (const inner of open[index]?.inner ?? [])
      if (inner.made === null || inner.made.runId !== run.runId) open.push(inner);
  return open;
}

// The end of a run that did not fail and was not cancelled.
function stopAt(run: RunEvidence, tip: RecordRow, context: EndingContext): RunEnding {
  const { rootRuns, evidence, statuses, questions, isContinued, hasWorked, madeBy } = context;
  const open = openAt(run, tip, context);
  const tasks = open.filter(({ parent }) => parent === null);
  if (tasks.length === 0) {
    const isNewest = tip === rootRuns.head && rootRuns.runs.findLast(hasEnded) === run;
    // The JavaScript server calls the thread interrupted after a step over the last node, too.
    const isStep = breakpointEnding(run, tip, madeBy.get(tip) ?? []) !== null;
    if (isStep && tip.next.length === 0) return { kind: 'finished' };
    if (tip.isOtherGraph) return endingBeforeOtherGraph(tip, run, context);
    const isOpen =
      tip.next.length > 0 || (isNewest ? evidence.isInterrupted : isContinuedFrom(tip, run, context));
    return isOpen ? pausedAt(tip, context) : { kind: 'finished' };
  }
  const isNewest =
    tip === rootRuns.head && rootRuns.runs.findLast(hasEnded) === run && tasks[0]?.made === null;
  const isWaiting = (draft: ExecutionDraft): boolean => {
    const draftQuestions = questions.get(draft) ?? [];
    if (draftQuestions.length === 0) return false;
    // An edit inside a subgraph has discarded what the run left waiting there.
    const isDiscarded = statuses.get(draft)?.status === 'interrupted' && hasWorked(draft, run);
    if (isNewest)
      return isDiscarded || draftQuestions.some(({ status }) => status === 'waiting' || status === 'unknown');
    // Asked by a later run.
    if ((draft.before.createdMs ?? 0) > (run.endedAt ?? Infinity)) return false;
    if (isContinued(draft, run)) return true;
    // What an earlier run left waiting inside a task that has finished since is no question of this run.
    const isOver = draft.parent !== null && statuses.get(draft.parent)?.status === 'finished';
    return statuses.get(draft)?.status === 'interrupted' && (!isOver || hasWorked(draft, run));
  };
  const waiting = open.filter(isWaiting).map(({ executionId }) => executionId);
  if (waiting.length > 0) return { kind: 'interrupted', executionIds: waiting };
  // The task that a command sent it to may be one that no checkpoint lists.
  if (run.hasGoto && tip.runId !== run.runId)
    return { kind: 'unknown', why: 'A command sent it to nodes that no checkpoint lists.' };
  if (tasks.some(({ isRevisited }) => isRevisited))
    return { kind: 'unknown', why: 'It ran a superstep again, and left no checkpoint.' };
  // The Python server no longer reports earlier questions.
  const nextRun = tasks[0]?.made?.runId ?? null;
  const isAnswered = nextRun !== null && rootRuns.byId.get(nextRun)?.origin.kind === 'resume';
  const others = rootRuns.workedAt.get(tip.checkpointId ?? '') ?? [];
  if (
    isAnswered &&
    breakpointEnding(run, tip, madeBy.get(tip) ?? []) === null &&
    !others.some(({ hasGoto }) => hasGoto)
  )
    return {
      kind: 'interrupted',
      executionIds: tasks.length === 1 ? tasks.map(({ executionId }) => executionId) : [],
    };
  const { head } = evidence;
  if (isNewest && head?.checkpointId === tip.checkpointId && head.next.length === 0)
    return { kind: 'finished' };
  const breakpoint = breakpointEnding(run, tip, madeBy.get(tip) ?? []);
  // It never goes past one of its own at a checkpoint that it wrote: what is done was done by a later run.
  if (breakpoint !== null && tip.runId === run.runId && tip.source === 'loop') return breakpoint;
  if (tasks.every(({ hasOwnResult }) => hasOwnResult === true) && nextRun === null)
    return {
      kind: 'unknown',
      why: 'All tasks of its last superstep are done, yet no checkpoint has their results.',
    };
  return breakpoint ?? innerBreakpoint(run, open) ?? pausedAt(tip, context);
}

// A node that asked leaves nothing that the server still reports by another graph: only an answer shows it.
function endingBeforeOtherGraph(tip: RecordRow, run: RunEvidence, context: EndingContext): RunEnding {
  const { byId } = context.rootRuns;
  const isAnswered = followersOf(tip, run, context).some((runId) => {
    const next = byId.get(runId);
    return next?.origin.kind === 'resume' && !next.hasGoto;
  });
  if (isAnswered) return { kind: 'interrupted', executionIds: [] };
  return {
    kind: 'unknown',
    why: 'Another graph has run since, and the server now reads the thread with that one.',
  };
}

// Whether another run continued from a checkpoint that lists no tasks.
function isContinuedFrom(tip: RecordRow, run: RunEvidence, context: EndingContext): boolean {
  if (tip.tasks.length > 0) return false;
  const { byId } = context.rootRuns;
  return followersOf(tip, run, context).some((runId) => byId.get(runId)?.hasGoto !== true);
}

function followersOf(
  tip: RecordRow,
  { runId: ownId }: RunEvidence,
  { rootRuns }: EndingContext,
): readonly string[] {
  return rootRuns.followersOf(tip).flatMap(({ runId }) => (runId === null || runId === ownId ? [] : runId));
}

function breakpointEnding(
  run: RunEvidence,
  row: RecordRow,
  makers: readonly ExecutionDraft[],
): RunEnding | null {
  const breakpoint = breakpointAt(
    run,
    row,
    makers.map(({ task }) => task.name),
  );
  return breakpoint === null ? null : { kind: 'paused', ...breakpoint };
}

// A subgraph stopped at a breakpoint of its own.
function innerBreakpoint(run: RunEvidence, open: readonly ExecutionDraft[]): RunEnding | null {
  for (const draft of open) {
    if (draft.parent === null) continue;
    const makers = draft.parent.inner.filter(({ made }) => made === draft.before);
    const ending = breakpointEnding(run, draft.before, makers);
    if (ending !== null) return ending;
  }
  return null;
}

// It stopped with nodes to run: at a breakpoint of the graph, of which its record does not say.
function pausedAt(tip: RecordRow, { readBy }: EndingContext): RunEnding {
  const names = (readBy.get(tip) ?? []).map(({ task }) => task.name);
  const nodes = [...new Set(names.length > 0 ? names : tip.next)];
  if (nodes[0] === '__start__') return { kind: 'unknown', why: 'It stopped before its first node.' };
  return { kind: 'paused', place: 'unknown', nodes };
}

function cancelled({ runId }: RunEvidence, { rootRuns }: EndingContext): RunEnding {
  return { kind: 'cancelled', isKept: rootRuns.rowsOf.has(runId) ? true : null };
}

function failure(run: RunEvidence, tip: RecordRow | null, context: EndingContext): RunEnding {
  const { statuses, evidence, rootRuns } = context;
  const open = tip === null ? [] : openAt(run, tip, context);
  const tasks = open.filter(({ parent }) => parent === null);
  // A later run may have finished what failed in this one.
  const failed =
    tasks.find((draft) => statuses.get(draft)?.status === 'failed') ??
    tasks.find(({ task }) => hasFailed(task.error));
  const origin = failed === undefined ? null : rootFailureOf(failed, statuses);
  const isNewest = rootRuns.runs.findLast(hasEnded) === run;
  const error = origin?.task.error ?? run.error ?? (isNewest ? evidence.threadError : null);
  return {
    kind: 'failed',
    executionId: origin?.executionId ?? null,
    error,
    isRecursionLimit: isRecursionError(error) || (origin === null && stoppedAtRecursionLimit(run, rootRuns)),
  };
}
