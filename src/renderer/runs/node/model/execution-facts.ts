import type { NodeUpdate } from '../../model/node-updates.ts';
import type { ListedTask } from './checkpoint-tasks.ts';
import type { ExecutionSources, RunEvidence } from './execution-sources.ts';
import { known, unknown, type Fact, type UnknownReason } from './fact.ts';
import type {
  ExecutionCheckpoint,
  ExecutionPart,
  ExecutionStatus,
  NodeExecution,
  TextSource,
} from './node-execution.ts';

/** What is known of one execution. */
export type ExecutionEvidence =
  /** A task of a checkpoint; `parts` is empty if no events tell of it. */
  | { readonly kind: 'listed'; readonly entry: ListedTask; readonly parts: readonly ExecutionPart[] }
  /** An attempt at such a task that left nothing in the history. */
  | { readonly kind: 'left'; readonly entry: ListedTask; readonly parts: readonly ExecutionPart[] }
  | { readonly kind: 'events'; readonly parts: readonly ExecutionPart[] }
  | { readonly kind: 'update'; readonly runId: string; readonly update: NodeUpdate };

export interface ExecutionContext {
  readonly sources: ExecutionSources;
  readonly byRun: ReadonlyMap<string, RunEvidence>;
  /** The checkpoints of the displayed branch. */
  readonly branch: ReadonlySet<string>;
}

/** Everything that the evidence tells of an execution. */
export function toExecution(context: ExecutionContext, evidence: ExecutionEvidence): NodeExecution {
  const { sources, byRun, branch } = context;
  const entry = 'entry' in evidence ? evidence.entry : null;
  const parts = 'parts' in evidence ? evidence.parts : [];
  const update = evidence.kind === 'update' ? evidence.update : null;
  const status = statusOf(sources, evidence);
  const runId =
    entry?.after?.runId ??
    parts.at(-1)?.runId ??
    (evidence.kind === 'update' ? evidence.runId : stoppedIn(entry, status));
  // A run whose events are not known may have gone on with a task that waited.
  const last = parts.findLast((part) => part.runId === runId) ?? null;
  const noEvents = eventsReason(sources, byRun, runId, last !== null);
  const { taskId } = parts[0]?.row ?? { taskId: entry?.task.id ?? null };
  const after = entry?.after ?? null;
  return {
    key: [taskId ?? `update ${update?.seq ?? ''}`, after?.checkpointId ?? runId ?? ''].join(' '),
    nodeId: sources.nodeId,
    taskId,
    status,
    runId,
    parts,
    isPartial: isPartial(entry, parts),
    update,
    task: entry?.task ?? null,
    step: stepOf(entry),
    startedAt: status === 'next' ? unknown('not-started') : startOf(byRun, parts, noEvents),
    startedAfterMs: status === 'next' ? unknown('not-started') : startedAfter(parts, noEvents),
    ms: status === 'next' ? unknown('not-started') : workedMs(parts, last, status, noEvents),
    stepMs: evidence.kind === 'listed' ? stepMs(evidence.entry) : null,
    attempts: attemptsOf(last, noEvents),
    error: last?.row.error ?? null,
    input: inputOf(entry, parts, noEvents),
    output: outputOf(evidence, last, status, noEvents),
    before: entry
      ? known({ namespace: entry.namespace, checkpoint: entry.before })
      : unknown(noCheckpoint(sources, status)),
    after: afterOf(sources, entry, status),
    isOnBranch:
      entry === null ||
      entry.namespace !== '' ||
      branch.has(entry.after?.checkpointId ?? entry.before.checkpointId),
  };
}

function statusOf(sources: ExecutionSources, evidence: ExecutionEvidence): ExecutionStatus {
  if (evidence.kind === 'update') return 'finished';
  const row = evidence.parts.at(-1)?.row;
  if (evidence.kind !== 'listed') return row?.status ?? 'unknown';
  const { after, task, before, namespace } = evidence.entry;
  if (after !== null) return 'finished';
  if (row?.status === 'running') return 'running';
  if (task.status === 'failed') return 'failed';
  if (row) return row.status;
  const head = sources.headTasks.find(({ id }) => id === task.id);
  if (head?.error != null) return 'failed';
  if (head?.finished === true) return 'finished';
  if (head?.waiting === true) return 'waiting';
  if (task.status !== undefined) return task.status;
  const mayRun = namespace !== '' || before.checkpointId === sources.headId;
  return mayRun && sources.isActive ? 'unknown' : 'next';
}

/** The run that stopped at a task also wrote the checkpoint before it, unless that is an edit. */
function stoppedIn(entry: ListedTask | null, status: ExecutionStatus): string | null {
  return entry === null || status === 'next' || entry.before.source !== 'loop' ? null : entry.before.runId;
}

function eventsReason(
  { whyNoEvents }: ExecutionSources,
  byRun: ReadonlyMap<string, RunEvidence>,
  runId: string | null,
  hasEvents: boolean,
): UnknownReason {
  const run = runId === null ? undefined : byRun.get(runId);
  if (run === undefined) return whyNoEvents(runId);
  if (!run.hasTaskEvents) return 'no-task-events';
  return run.isIncomplete || !hasEvents ? 'events-missing' : 'not-reported';
}

function noCheckpoint({ levels }: ExecutionSources, status: ExecutionStatus): UnknownReason {
  if (status === 'running') return 'running';
  return levels.some(({ hasOlder }) => hasOlder) ? 'not-loaded' : 'no-checkpoint';
}

function afterOf(
  sources: ExecutionSources,
  entry: ListedTask | null,
  status: ExecutionStatus,
): Fact<ExecutionCheckpoint> {
  if (entry !== null && entry.after !== null)
    return known({ namespace: entry.namespace, checkpoint: entry.after });
  if (status === 'next') return unknown('not-started');
  return unknown(entry === null ? noCheckpoint(sources, status) : 'no-checkpoint');
}

function stepOf(entry: ListedTask | null): Fact<number> {
  const step = entry?.after?.step ?? null;
  if (step !== null) return known(step);
  const before = entry?.before.step ?? null;
  return before === null ? unknown('no-checkpoint') : known(before + 1);
}

function startOf(
  byRun: ReadonlyMap<string, RunEvidence>,
  parts: readonly ExecutionPart[],
  noEvents: UnknownReason,
): Fact<number> {
  const after = startedAfter(parts, noEvents);
  if (!after.known) return after;
  const firstEventAt = byRun.get(parts[0]?.runId ?? '')?.firstEventAt ?? unknown('no-clock');
  return firstEventAt.known ? known(firstEventAt.value + after.value) : firstEventAt;
}

function startedAfter(parts: readonly ExecutionPart[], noEvents: UnknownReason): Fact<number> {
  const first = parts[0];
  if (first === undefined) return unknown(noEvents);
  return first.row.startSeq === null ? unknown('events-missing') : known(first.row.startMs);
}

function workedMs(
  parts: readonly ExecutionPart[],
  last: ExecutionPart | null,
  status: ExecutionStatus,
  noEvents: UnknownReason,
): Fact<number> {
  if (status === 'running') return unknown('running');
  if (last === null) return unknown(noEvents);
  let sum = 0;
  for (const { row } of parts) {
    if (row.startSeq === null) return unknown('events-missing');
    // A task that was left open ended with its run; nobody knows when.
    if (row.resultSeq === null || row.endMs === null) return unknown('not-reported');
    sum += row.endMs - row.startMs;
  }
  return known(sum);
}

/** Time between two checkpoints of one run; another run may have made the second one days later. */
function stepMs({ before, after }: ListedTask): number | null {
  if (after === null || after.runId === null || before.runId !== after.runId) return null;
  const ms = Date.parse(after.createdAt ?? '') - Date.parse(before.createdAt ?? '');
  return Number.isFinite(ms) && ms >= 0 ? ms : null;
}

/** Whether the first known part goes on with what an earlier run began, of which no event is known. */
function isPartial(entry: ListedTask | null, parts: readonly ExecutionPart[]): boolean {
  const first = parts[0];
  if (first === undefined || entry === null || entry.before.source !== 'loop') return false;
  return entry.before.interrupts > 0 && entry.before.runId !== first.runId;
}

function attemptsOf(last: ExecutionPart | null, noEvents: UnknownReason): Fact<number> {
  if (last === null) return unknown(noEvents);
  return last.row.attempts > 1 ? known(last.row.attempts) : unknown('not-reported');
}

/** All parts of an execution read the same input. */
function inputOf(
  entry: ListedTask | null,
  parts: readonly ExecutionPart[],
  noEvents: UnknownReason,
): Fact<TextSource> {
  const started = parts.findLast(({ row }) => row.startSeq !== null);
  if (started && started.row.startSeq !== null)
    return known({ from: 'event', runId: started.runId, seq: started.row.startSeq });
  if (entry === null) return unknown(parts.length === 0 ? noEvents : 'events-missing');
  if (entry.task.sent !== true) return known({ from: 'state' });
  return unknown(noEvents === 'loading' ? 'loading' : 'send-input');
}

function outputOf(
  evidence: ExecutionEvidence,
  last: ExecutionPart | null,
  status: ExecutionStatus,
  noEvents: UnknownReason,
): Fact<TextSource> {
  if (evidence.kind === 'update')
    return known({ from: 'update', runId: evidence.runId, seq: evidence.update.seq });
  if (status === 'next') return unknown('not-started');
  if (status === 'running') return unknown('running');
  if (status !== 'finished') return unknown('not-reported');
  if (last !== null && last.row.resultSeq !== null)
    return known({ from: 'event', runId: last.runId, seq: last.row.resultSeq });
  if (evidence.kind === 'listed') return known({ from: 'checkpoint', taskId: evidence.entry.task.id });
  return unknown(noEvents);
}
