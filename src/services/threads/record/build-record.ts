import type {
  Execution,
  ExecutionSpan,
  RecordedCheckpoint,
  RecordedInterrupt,
  RecordedRun,
  RecordedToolCall,
  RecordGap,
  ThreadRecord,
} from '../../../shared/model/thread-record.ts';
import { usageByModel, type MessageUsage } from '../../../shared/token-counter.ts';
import { createFieldCache } from '../../common/field-cache.ts';
import type { RecordRow } from './checkpoint-row.ts';
import { copiedSubgraphs, originalOf } from './copied-checkpoints.ts';
import { draftExecutions, type ExecutionDraft } from './execution-drafts.ts';
import type { EvidenceLevel, RecordEvidence, RunEvidence } from './evidence.ts';
import { questionsOf } from './questions.ts';
import { endingOf } from './run-endings.ts';
import { collectRootRuns, hasEnded, type RootRuns } from './root-runs.ts';
import { spansOf } from './spans.ts';
import { collectSubgraphRuns } from './subgraph-runs.ts';
import { executionStatuses, type DraftStatus } from './execution-statuses.ts';
import { unlistedTasks } from './unlisted-tasks.ts';
import { workedRuns, type WorkedRuns, type WorkedRunsContext } from './worked-runs.ts';

// What ran on a thread, made of the server's answers alone. Of the same evidence it is the same.
export function buildRecord(evidence: RecordEvidence): ThreadRecord {
  const { levels } = evidence;
  const rootRuns = collectRootRuns(evidence);
  const { drafts, isCut } = draftExecutions(evidence, rootRuns);
  const statuses = executionStatuses(drafts, rootRuns, evidence);
  const questions = questionsOf(drafts, statuses, evidence.head);
  const root = drafts.filter(({ namespace }) => namespace === '');
  const madeBy = grouped(drafts, ({ made }) => made);
  const spans = spansOfAll(drafts, statuses, madeBy, rootRuns, evidence);
  const usages = innermost(drafts, ({ task }) => task.usages);
  const toolCalls = innermost(drafts, ({ task }) => task.tools.answered);
  const toolNames = new Map(drafts.flatMap(({ task }) => [...task.tools.called]));
  const positions = new Map(rootRuns.runs.map(({ runId }, index) => [runId, index]));
  const isContinued = (draft: ExecutionDraft, { runId }: RunEvidence): boolean =>
    (spans.get(draft) ?? []).some(
      (span) => (positions.get(span.runId ?? '') ?? -1) > (positions.get(runId) ?? Infinity),
    );
  const context = {
    evidence,
    rootRuns,
    statuses,
    questions,
    readBy: grouped(root, ({ before }) => before),
    madeBy,
    isContinued,
    hasWorked: (draft: ExecutionDraft, { runId }: RunEvidence): boolean =>
      (spans.get(draft) ?? []).some((span) => span.runId === runId),
  };
  // Where a command sends a run is listed only by a checkpoint of its own.
  const hasUnlistedTasks = (run: RunEvidence): boolean =>
    run.hasGoto && root.some((draft) => draft.before.runId !== run.runId && context.hasWorked(draft, run));
  const unlisted = unlistedTasks(evidence, drafts);
  const runsOfCheckpoints = unlistedRuns(levels, rootRuns);
  const ordered = inOrder(drafts);
  return {
    threadId: evidence.threadId,
    headId: rootRuns.head?.checkpointId ?? null,
    checkpoints: levels.flatMap(toCheckpoints),
    copies: copiedSubgraphs(
      levels.map(({ namespace, rows }) => ({ namespace: namespace === '' ? null : namespace, rows })),
    ),
    executions: [
      ...ordered.map((draft) =>
        toExecution(
          draft,
          settledStatus(draft, statuses, spans.get(draft) ?? []),
          spans.get(draft) ?? [],
          usages.get(draft) ?? [],
          (toolCalls.get(draft) ?? []).map((call) => withName(call, toolNames)),
        ),
      ),
      ...unlisted.executions,
    ],
    questions: [
      ...ordered.flatMap((draft): readonly RecordedInterrupt[] => questions.get(draft) ?? []),
      ...unlisted.questions,
    ],
    runs: [
      ...runsOfCheckpoints,
      ...rootRuns.runs.map((run) => toRun(run, endingOf(run, context), hasUnlistedTasks(run))),
    ],
    gaps: gapsOf(evidence, { isCut, hasUnlistedRuns: runsOfCheckpoints.length > 0 }),
  };
}

// Of rows whose checkpoint is always the same, so that a record that is made again shares it.
const recordedCheckpoints = createFieldCache<RecordRow, RecordedCheckpoint>();

function toCheckpoints({ namespace, rows }: EvidenceLevel): RecordedCheckpoint[] {
  const hasForks = rows.some(({ source }) => source === 'fork');
  const byId = new Map(hasForks ? rows.map((row) => [row.checkpointId, row]) : []);
  const checkpoints: RecordedCheckpoint[] = [];
  for (const row of rows.toReversed()) {
    const recorded = recordedCheckpoints.get(row);
    if (recorded !== undefined) {
      checkpoints.push(recorded);
      continue;
    }
    const { checkpointId, parentId, createdMs, step, source, runId, next, isOtherGraph } = row;
    if (checkpointId === null) continue;
    const copyOf = copiedFrom(row, rows, byId);
    const checkpoint: RecordedCheckpoint = {
      checkpointId,
      namespace,
      parentId,
      createdAt: createdMs,
      step,
      source,
      runId,
      next,
      ...(copyOf === null ? {} : { copyOf }),
      ...(isOtherGraph ? { isPartial: true as const } : {}),
    };
    // What a fork is a copy of depends on other checkpoints.
    if (source !== 'fork') recordedCheckpoints.set(row, checkpoint);
    checkpoints.push(checkpoint);
  }
  return checkpoints;
}

// A run from a past checkpoint begins with a fork that is its child; a copy has the parent of its original.
function copiedFrom(
  row: RecordRow,
  rows: readonly RecordRow[],
  byId: ReadonlyMap<string | null, RecordRow>,
): string | null {
  if (row.source !== 'fork') return null;
  const parent = row.parentId === null ? undefined : byId.get(row.parentId);
  const isChild =
    row.runId !== null && parent !== undefined && parent.next.join('\n') === row.next.join('\n');
  return isChild ? null : (originalOf(row, rows)?.checkpointId ?? null);
}

function grouped(
  drafts: readonly ExecutionDraft[],
  rowOf: (draft: ExecutionDraft) => RecordRow | null,
): ReadonlyMap<RecordRow, readonly ExecutionDraft[]> {
  const groups = new Map<RecordRow, ExecutionDraft[]>();
  for (const draft of drafts) {
    const row = rowOf(draft);
    if (row === null) continue;
    const group = groups.get(row);
    if (group) group.push(draft);
    else groups.set(row, [draft]);
  }
  return groups;
}

// Outer executions first, whose runs and spans bound those inside them.
function spansOfAll(
  drafts: readonly ExecutionDraft[],
  statuses: ReadonlyMap<ExecutionDraft, DraftStatus>,
  madeBy: ReadonlyMap<RecordRow, readonly ExecutionDraft[]>,
  rootRuns: RootRuns,
  { levels, repeatsInSubgraphs }: RecordEvidence,
): ReadonlyMap<ExecutionDraft, ExecutionSpan[]> {
  const spans = new Map<ExecutionDraft, ExecutionSpan[]>();
  const worked = new Map<ExecutionDraft, WorkedRuns>();
  const context: WorkedRunsContext = {
    rootRuns,
    subgraphs: collectSubgraphRuns(levels, drafts),
    makersOf: (before) => (madeBy.get(before) ?? []).map(({ task }) => task.name),
    worked,
    visits: new Map(),
    repeatsInSubgraphs,
  };
  for (const draft of drafts) {
    const parentSpans = draft.parent === null ? [] : (spans.get(draft.parent) ?? []);
    const status = statuses.get(draft)?.status ?? 'unknown';
    const runs = workedRuns(draft, status, context);
    worked.set(draft, runs);
    spans.set(draft, spansOf(draft, { rootRuns, status, worked: runs, parentSpans }));
  }
  return spans;
}

// What messages report counts for the innermost execution with the message, and once: subgraphs pass theirs on.
function innermost<T>(
  drafts: readonly ExecutionDraft[],
  reported: (draft: ExecutionDraft) => ReadonlyMap<string, T>,
): ReadonlyMap<ExecutionDraft, readonly T[]> {
  const byNamespace = new Map<string, ExecutionDraft[]>();
  for (const draft of drafts) {
    const level = byNamespace.get(draft.namespace);
    if (level) level.push(draft);
    else byNamespace.set(draft.namespace, [draft]);
  }
  const counted = new Set<string>();
  const byDraft = new Map<ExecutionDraft, T[]>();
  for (const level of [...byNamespace.values()].toReversed()) {
    for (const draft of level) {
      for (const [id, item] of reported(draft)) {
        if (counted.has(id)) continue;
        if (!id.startsWith('#')) counted.add(id);
        const items = byDraft.get(draft);
        if (items) items.push(item);
        else byDraft.set(draft, [item]);
      }
    }
  }
  return byDraft;
}

// Not every answer names the tool, but the message that called it does.
function withName(call: RecordedToolCall, names: ReadonlyMap<string, string>): RecordedToolCall {
  const name = call.name ?? names.get(call.callId) ?? null;
  return name === call.name ? call : { ...call, name };
}

// In the order in which they started, each followed by those inside it.
function inOrder(drafts: readonly ExecutionDraft[]): ExecutionDraft[] {
  const ordered: ExecutionDraft[] = [];
  const open = drafts.filter(({ parent }) => parent === null).toReversed();
  for (let draft = open.pop(); draft !== undefined; draft = open.pop()) {
    ordered.push(draft);
    for (const inner of draft.inner.toReversed()) open.push(inner);
  }
  return ordered;
}

// A task that asked may have been ended in a later run, with the one around it: the Python server notes that of the
// outer one only.
function settledStatus(
  draft: ExecutionDraft,
  statuses: ReadonlyMap<ExecutionDraft, DraftStatus>,
  spans: readonly ExecutionSpan[],
): DraftStatus | undefined {
  const draftStatus = statuses.get(draft);
  if (draftStatus?.status !== 'interrupted' || spans.every(({ runId }) => runId !== null)) return draftStatus;
  for (let { parent } = draft; parent !== null; { parent } = parent) {
    const outer = statuses.get(parent)?.status;
    if (outer === 'aborted' || outer === 'cancelled' || outer === 'failed')
      return { ...draftStatus, status: 'unknown' };
  }
  return draftStatus;
}

function toExecution(
  draft: ExecutionDraft,
  status: DraftStatus | undefined,
  spans: ExecutionSpan[],
  usages: readonly MessageUsage[],
  toolCalls: readonly RecordedToolCall[],
): Execution {
  const { executionId, nodeId, task, namespace, parent, innerNamespace, before, made } = draft;
  return {
    executionId,
    nodeId,
    name: task.name,
    taskId: task.id ?? '',
    namespace,
    parentId: parent?.executionId ?? null,
    innerNamespace,
    before: before.checkpointId,
    made: made?.checkpointId ?? null,
    step: made?.step ?? (before.step === null ? null : before.step + 1),
    status: status?.status ?? 'unknown',
    spans,
    error: task.error,
    abortedBy: status?.abortedBy?.executionId ?? null,
    tokens: usages.length === 0 ? null : usages.reduce((sum, { total }) => sum + total, 0),
    models: usages.length === 0 ? [] : usageByModel(usages),
    ...(toolCalls.length === 0 ? {} : { toolCalls: [...toolCalls] }),
    from: [],
    isSent: task.isSent,
    hasResult: task.hasResult,
  };
}

function toRun(run: RunEvidence, ending: RecordedRun['ending'], hasUnlistedTasks: boolean): RecordedRun {
  const { runId, assistantId, assistantVersion, origin, source, createdAt, endedAt, status } = run;
  return {
    runId,
    assistantId,
    ...(assistantVersion === undefined ? {} : { assistantVersion }),
    origin,
    source,
    createdAt,
    endedAt,
    status: hasEnded(run)
      ? 'ended'
      : runStatuses[status === 'pending' || status === 'running' ? status : 'unknown'],
    ending,
    ...(hasUnlistedTasks ? { hasUnlistedTasks } : {}),
  };
}

const runStatuses = { pending: 'queued', running: 'running', unknown: 'unknown' } as const;

// Runs that only checkpoints name: deleted ones, those of a copied thread's original, or beyond what the server lists.
function unlistedRuns(levels: readonly EvidenceLevel[], { byId }: RootRuns): RecordedRun[] {
  const runIds = new Set<string>();
  for (const { rows } of levels)
    for (const { runId } of rows.toReversed()) if (runId !== null && !byId.has(runId)) runIds.add(runId);
  return [...runIds].map((runId) => ({
    runId,
    assistantId: null,
    origin: { kind: 'unknown', checkpointId: null },
    source: 'unknown',
    createdAt: null,
    endedAt: null,
    status: 'unknown',
    ending: null,
  }));
}

function gapsOf(
  { levels, gaps }: RecordEvidence,
  { isCut, hasUnlistedRuns }: { readonly isCut: boolean; readonly hasUnlistedRuns: boolean },
): RecordGap[] {
  const allGaps = [...gaps];
  const add = (gap: RecordGap): void => {
    if (!allGaps.some(({ kind }) => kind === gap.kind)) allGaps.push(gap);
  };
  if (isCut) add({ kind: 'limit' });
  const isPruned =
    !gaps.some(({ kind }) => kind === 'limit') && levels.some(({ rows }) => isMissingParents(rows));
  if (isPruned) add({ kind: 'deleted' });
  if (hasUnlistedRuns) add({ kind: 'runs' });
  if (levels.some(({ rows }) => rows.some(({ isOtherGraph }) => isOtherGraph))) add({ kind: 'graph' });
  return allGaps;
}

function isMissingParents(rows: readonly RecordRow[]): boolean {
  // The parent of most is the one below.
  const others = rows.filter(
    ({ parentId }, index) => parentId !== null && parentId !== rows[index + 1]?.checkpointId,
  );
  if (others.length === 0) return false;
  const ids = new Set(rows.map(({ checkpointId }) => checkpointId));
  return others.some(({ parentId }) => !ids.has(parentId));
}
