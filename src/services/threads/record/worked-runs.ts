import type { ExecutionStatus } from '../../../shared/model/thread-record.ts';
import type { RecordRow } from './checkpoint-row.ts';
import type { ExecutionDraft, Superstep } from './execution-drafts.ts';
import type { RunEvidence } from './evidence.ts';
import { stoppedAtRecursionLimit } from './recursion-limit.ts';
import { breakpointAt, hasEnded, type RootRuns } from './root-runs.ts';
import type { SubgraphRuns } from './subgraph-runs.ts';
import { hasFailed, isAborted } from './task-errors.ts';

// A run that came to a superstep.
export interface RunVisit {
  // `null`: not known which.
  readonly runId: string | null;
  // `null` if the server does not list it.
  readonly run: RunEvidence | null;
  // It certainly started those tasks that were not finished.
  readonly isCertain: boolean;
  // Whether it also ran tasks again that were finished; `null` if unknown.
  readonly repeatsFinished: boolean | null;
}

// The runs that worked at an execution.
export interface WorkedRuns {
  // Oldest first. `null` stands for some of `unclear`.
  readonly runIds: readonly (string | null)[];
  // Runs that may have worked at it: the answers do not say.
  readonly unclear: readonly RunVisit[];
}

export interface WorkedRunsContext {
  readonly rootRuns: RootRuns;
  readonly subgraphs: SubgraphRuns;
  // Names of the nodes that made the checkpoint which the superstep read.
  readonly makersOf: (before: RecordRow) => readonly string[];
  // Of executions around the one in question.
  readonly worked: ReadonlyMap<ExecutionDraft, WorkedRuns>;
  // Visits of each superstep, once they are worked out.
  readonly visits: Map<Superstep, readonly RunVisit[]>;
  // Runs that come to a superstep of a subgraph again also run its finished tasks again.
  readonly repeatsInSubgraphs: boolean;
}

const noVisits: readonly RunVisit[] = [];

// Which runs worked at an execution. LangGraph runs every task of a superstep again that is not finished, in each run that comes
// there; a task that did not finish leaves a question or an error.
export function workedRuns(
  draft: ExecutionDraft,
  status: ExecutionStatus,
  context: WorkedRunsContext,
): WorkedRuns {
  // After an edit inside its subgraph, what asked before is next.
  if (status === 'queued' || ((status === 'unknown' || status === 'next') && !hasTrace(draft)))
    return { runIds: [], unclear: [] };
  const visits = visitsOf(draft, context);
  const [first] = visits;
  // The only run that came there worked at each task.
  if (first?.isCertain === true && visits.length === 1) return { runIds: [first.runId], unclear: noVisits };
  const { min, max } = finishOf(draft, status, visits, context);
  const inner = context.subgraphs.runsInside(draft);
  const worked = visits.map((visit, index): boolean | null => {
    if (visit.runId !== null && inner.has(visit.runId)) return true;
    if (status === 'running' && index === visits.length - 1) return true;
    const after = index <= max ? null : visit.repeatsFinished;
    const should = index <= min ? true : after;
    return visit.isCertain || should === false ? should : null;
  });
  const certainVisits = visits.filter((_, index) => worked[index] === true);
  const unclear = visits.filter((_, index) => worked[index] === null);
  if (certainVisits.length === 0) {
    const hasRun = hasTrace(draft) || status !== 'finished';
    if (!hasRun && unclear.length === 0) return { runIds: [], unclear };
    const [only] = unclear;
    if (only !== undefined && unclear.length === 1) return { runIds: [only.runId], unclear: [] };
    return { runIds: [unclear.length === 0 ? (draft.made?.runId ?? null) : null], unclear };
  }
  const runIds: (string | null)[] = [];
  for (const [index, { runId }] of visits.entries()) {
    if (worked[index] === true) runIds.push(runId);
    else if (worked[index] === null && !runIds.includes(null)) runIds.push(null);
  }
  return { runIds, unclear };
}

// Whether a task says itself that it ran. An edit in its name may give it a result, too.
function hasTrace({ task, hasOwnResult }: ExecutionDraft): boolean {
  return task.error !== null || task.questions.length > 0 || hasOwnResult === true;
}

// The runs that came to a superstep, oldest first.
function visitsOf(draft: ExecutionDraft, context: WorkedRunsContext): readonly RunVisit[] {
  const cached = context.visits.get(draft.superstep);
  if (cached !== undefined) return cached;
  const visits = findVisits(draft, context);
  context.visits.set(draft.superstep, visits);
  return visits;
}

function findVisits(draft: ExecutionDraft, context: WorkedRunsContext): RunVisit[] {
  const { before, made, superstep } = draft;
  const { byId } = context.rootRuns;
  const isElsewhere = before.source === 'update' || superstep.otherRuns.has(before.runId ?? '');
  const writer = isElsewhere ? null : before.runId;
  const visit = (runId: string | null, isCertain: boolean): RunVisit => {
    const run = runId === null ? null : (byId.get(runId) ?? null);
    return { runId, run, isCertain, repeatsFinished: repeatsFinished(draft, run, context) };
  };
  const candidates = laterRuns(draft, context);
  // What a run reads and writes itself, it also runs. Another one may have come while it went on after its end.
  if (writer !== null && made?.runId === writer)
    return [visit(writer, true), ...candidates.map(({ run }) => visit(run.runId, false))];
  const later = candidates.map(({ run, isCertain }) =>
    visit(run.runId, isCertain && endedAsPlanned(run, draft, candidates.length + (writer === null ? 0 : 1))),
  );
  if (made !== null && !later.some(({ runId }) => runId === made.runId)) later.push(visit(made.runId, true));
  const maker = made === null ? undefined : later.find(({ runId }) => runId === made.runId);
  const certainLater = later.map((one) => (one === maker ? { ...one, isCertain: true } : one));
  if (writer === null) return certainLater;
  const started = isStartedByWriter(writer, draft, certainLater, context);
  return started === false ? certainLater : [visit(writer, started === true), ...certainLater];
}

// Whether a run that did not continue from a superstep certainly started all of its tasks.
function endedAsPlanned(run: RunEvidence, { superstep }: ExecutionDraft, visitCount: number): boolean {
  if (run.status === 'success') return true;
  // A run may fail before its first task; an error beside is that of the only run.
  return run.status === 'error' && visitCount === 1 && superstep.hasFailed;
}

function repeatsFinished(
  { before, namespace }: ExecutionDraft,
  run: RunEvidence | null,
  { repeatsInSubgraphs }: WorkedRunsContext,
): boolean | null {
  if (namespace !== '') return repeatsInSubgraphs;
  // A run that names a checkpoint runs everything that is next there.
  if (run === null || run.origin.checkpointId === null || run.origin.checkpointId !== before.checkpointId)
    return false;
  return run.origin.kind === 'resume' ? null : true;
}

interface LaterRun {
  readonly run: RunEvidence;
  readonly isCertain: boolean;
}

// Runs that came to a superstep after the one that wrote its checkpoint, and did not continue from there.
function laterRuns(draft: ExecutionDraft, { rootRuns, subgraphs, worked }: WorkedRunsContext): LaterRun[] {
  const { before, made, parent, namespace, superstep } = draft;
  const from = before.createdMs ?? -Infinity;
  const to = made?.createdMs ?? Infinity;
  // The JavaScript server may go on inside a subgraph after the end of a run.
  const isLate =
    made !== null &&
    made.runId === before.runId &&
    to > (rootRuns.byId.get(made.runId ?? '')?.endedAt ?? Infinity);
  if (made !== null && made.runId === before.runId && !isLate) return [];
  const candidates = new Map<RunEvidence, boolean>();
  if (namespace === '') {
    for (const run of rootRuns.workedAt.get(before.checkpointId ?? '') ?? []) candidates.set(run, true);
  } else {
    for (const caller of subgraphs.callersOf(namespace, parent)) {
      const { runIds, unclear } = worked.get(caller) ?? { runIds: [], unclear: [] };
      for (const { run } of unclear) if (run !== null && !candidates.has(run)) candidates.set(run, false);
      for (const runId of runIds) {
        const run = runId === null ? undefined : rootRuns.byId.get(runId);
        if (run !== undefined) candidates.set(run, true);
      }
    }
  }
  return [...candidates]
    .filter(([run]) => {
      if (run.runId === before.runId || superstep.otherRuns.has(run.runId)) return false;
      const startedAt = rootRuns.earliestStarts.get(run.runId) ?? -Infinity;
      if (startedAt < from || startedAt >= to) return false;
      if (namespace === '' || run.runId === made?.runId) return true;
      // One that wrote checkpoints there went another way, and so did one that found a newer one.
      if (subgraphs.hasWritten(namespace, run.runId)) return false;
      return isLate || subgraphs.newestFor(namespace, run) === before;
    })
    .map(([run, isCertain]) => ({ run, isCertain }))
    .toSorted((a, b) => (a.run.createdAt ?? 0) - (b.run.createdAt ?? 0));
}

// Whether the run that wrote a checkpoint also started its tasks, although it did not continue from there; `null` if unknown.
function isStartedByWriter(
  runId: string,
  draft: ExecutionDraft,
  later: readonly RunVisit[],
  { rootRuns, subgraphs, makersOf }: WorkedRunsContext,
): boolean | null {
  const { before, superstep, namespace } = draft;
  const run = rootRuns.byId.get(runId);
  // Of a checkpoint that it names, a command writes a copy and continues from there before any task runs.
  const hasLeft = rootRuns.rowsOf
    .get(runId)
    ?.some(({ source, parentId }) => source === 'input' && parentId === before.checkpointId);
  if (namespace === '' && hasLeft === true) return false;
  if (superstep.executions.some((one) => subgraphs.runsInside(one).has(runId))) return true;
  const isAlone = later.length === 0;
  if (isAlone && superstep.executions.some((one) => hasTrace(one))) return true;
  if (run === undefined) return isAlone || later[0]?.run?.origin.kind === 'resume' ? true : null;
  // Breakpoints of a run do not count inside subgraphs, nor where a run of the past begins.
  const canStop = namespace === '' && before.source !== 'fork';
  if (canStop && breakpointAt(run, before, makersOf(before)) !== null) return false;
  if (stoppedAtRecursionLimit(run, rootRuns)) return false;
  if (!hasEnded(run)) return true;
  // Nothing else stopped it.
  if (run.status === 'success') return superstep.hasAsked || later[0]?.run?.origin.kind === 'resume';
  if (isAlone) return null;
  if (run.status === 'error' && superstep.hasFailed)
    return later.some((one) => one.run?.status === 'error') ? null : true;
  return null;
}

// The first and the last visit in which a task can have finished, as indices; `Infinity` for one that did not. What finished
// is not run again.
function finishOf(
  draft: ExecutionDraft,
  status: ExecutionStatus,
  visits: readonly RunVisit[],
  { subgraphs }: WorkedRunsContext,
): { readonly min: number; readonly max: number } {
  const { task, superstep, made } = draft;
  const last = Math.max(0, visits.length - 1);
  const answering = visits.flatMap(({ run }, index) => (index > 0 && mayAnswer(draft, run) ? index : []));
  if (status === 'unknown') return { min: answering[0] ?? Infinity, max: Infinity };
  if (status !== 'finished') return { min: Infinity, max: Infinity };
  const inner = subgraphs.runsInside(draft);
  const lastInside = visits.findLastIndex(({ runId }) => runId !== null && inner.has(runId));
  const range = ((): { readonly min: number; readonly max: number } => {
    // Alone, it finished in the run that made the next checkpoint. A command may send a run to other nodes, too.
    const isAlone = superstep.size === 1 && visits.every(({ run }) => run?.hasGoto !== true);
    const isMade = made !== null && visits[last]?.runId === made.runId;
    if (isAlone && isMade && visits.every(({ run }, index) => index === last || run?.status === 'success'))
      return { min: last, max: last };
    if (task.questions.length > 0) {
      const min = answering[0] ?? Math.min(1, last);
      // The Python server keeps an answer that names no question for the next one.
      const isCut = visits.some(
        ({ run }, index) =>
          index >= min &&
          (run?.status !== 'success' || (run.origin.kind === 'resume' && run.answeredIds === null)),
      );
      return { min, max: isCut ? last : Math.max(min, answering.at(-1) ?? last) };
    }
    if (task.error !== null) {
      const failure = Math.max(
        0,
        visits.findIndex(({ run }) => run?.status !== 'success'),
      );
      if (!hasFailed(task.error)) return { min: failure, max: last };
      const success = visits.findIndex(
        ({ run, isCertain }, index) => index > failure && isCertain && run?.status === 'success',
      );
      return { min: Math.min(failure + 1, last), max: success < 0 ? last : success };
    }
    // Without a question or an error of its own it finished in the first run that was not cut, unless all traces are lost.
    const first = visits.findIndex(
      ({ run, isCertain }) =>
        isCertain && (run?.status === 'success' || (run?.status === 'error' && !mayBeCut(draft))),
    );
    // A command may have gone to a task beside these, which no checkpoint lists.
    const isTraced =
      superstep.hasAsked || superstep.hasError || visits.some(({ run }) => run?.hasGoto === true);
    return { min: 0, max: isTraced && first >= 0 ? first : last };
  })();
  const min = Math.max(range.min, lastInside);
  return { min, max: Math.max(range.max, min) };
}

// Whether an error beside a task around it may have ended it: that leaves no trace of its own.
function mayBeCut({ parent }: ExecutionDraft): boolean {
  if (parent === null) return false;
  return (parent.task.error !== null && isAborted(parent.task.error)) || mayBeCut(parent);
}

// Whether a run may have answered a question of a task.
function mayAnswer({ task }: ExecutionDraft, run: RunEvidence | null): boolean {
  if (run === null) return true;
  if (run.origin.kind !== 'resume') return false;
  // The list of a task around the asking one may have only one of the questions below it.
  if (run.answeredIds === null || task.namespace !== null) return true;
  return task.questions.some(
    ({ interruptId }) => interruptId === null || run.answeredIds?.includes(interruptId) === true,
  );
}
