import type { Execution, RecordedCheckpoint, RecordedTime, ThreadRecord } from '../model/thread-record.ts';
import { indexRecord, type RecordIndex } from './record-index.ts';
import { sumTokens, type TokenSum } from './sum-tokens.ts';
import { workedTime, type WorkedTime } from './worked-time.ts';

/** What a record says about an execution beside its own facts. */
export interface ExecutionFacts {
  /** The checkpoint that it read; `null` if none is known. */
  readonly before: RecordedCheckpoint | null;
  /** The checkpoint with its result; `null` without one. */
  readonly after: RecordedCheckpoint | null;
  /** Names of the nodes whose results the checkpoint before it holds. */
  readonly writersBefore: readonly string[];
  /** The checkpoint of the thread whose tasks ran it, or ran the subgraphs around it; `null` if none is known. */
  readonly rootCheckpointId: string | null;
  /** Its first start; `null` if unknown. */
  readonly startedAt: RecordedTime | null;
  /** How long it worked, in all runs; `null` if unknown, and while it runs for the first time. */
  readonly time: WorkedTime | null;
  /** How often its last run tried it, as far as events report; `null` if none does. */
  readonly attempts: number | null;
  readonly runIds: readonly string[];
  /** Of its superstep, without itself. */
  readonly beside: readonly Execution[];
  /** Of its subgraph, in the order of their start. */
  readonly inside: readonly Execution[];
  readonly abortedBy: Execution | null;
  /** With those of everything inside it; `null` if none is known. */
  readonly tokens: TokenSum | null;
  /** The part of `tokens` that was used inside it; `null` if none is known. */
  readonly tokensInside: TokenSum | null;
  /** The same by model, each model once or more often. */
  readonly models: Execution['models'];
}

export function executionFacts(record: ThreadRecord, execution: Execution): ExecutionFacts {
  const index = indexRecord(record);
  const { checkpoints, executions } = index;
  const { namespace, spans, abortedBy } = execution;
  const before = execution.before === null ? null : (checkpoints.get(namespace, execution.before) ?? null);
  const after = execution.made === null ? null : (checkpoints.get(namespace, execution.made) ?? null);
  const descendants = descendantsOf(index, execution);
  return {
    before,
    after,
    writersBefore: before === null ? [] : writersOf(index, before),
    rootCheckpointId: outermost(index, execution).before,
    startedAt: spans[0]?.startedAt ?? null,
    time: workedTime([execution]),
    attempts: attemptsOf(execution),
    runIds: runsOf(execution, after),
    beside: besideOf(index, execution),
    inside: executions.inside(execution.executionId),
    abortedBy: abortedBy === null ? null : (executions.get(abortedBy) ?? null),
    tokens: sumTokens([execution, ...descendants]),
    tokensInside: sumTokens(descendants),
    models: [execution, ...descendants].flatMap(({ models }) => models),
  };
}

function writersOf({ executions }: RecordIndex, { namespace, checkpointId }: RecordedCheckpoint): string[] {
  return [...new Set(executions.thatMade(namespace, checkpointId).map(({ name }) => name))];
}

function outermost({ executions }: RecordIndex, execution: Execution): Execution {
  const visited = new Set<string>();
  let one = execution;
  while (one.parentId !== null && !visited.has(one.executionId)) {
    visited.add(one.executionId);
    const parent = executions.get(one.parentId);
    // Only events know what is around it.
    if (parent === undefined) return { ...one, before: null };
    one = parent;
  }
  return one;
}

function attemptsOf({ spans }: Execution): number | null {
  return spans.findLast(({ attempts }) => attempts !== null)?.attempts ?? null;
}

// The run of the checkpoint with its result, where no span names one.
function runsOf({ spans }: Execution, after: RecordedCheckpoint | null): readonly string[] {
  const ids = [...new Set(spans.flatMap(({ runId }) => runId ?? []))];
  return ids.length > 0 || after?.runId == null ? ids : [after.runId];
}

// What one superstep executes reads one checkpoint, and makes one together.
function besideOf({ executions }: RecordIndex, execution: Execution): readonly Execution[] {
  const { namespace, before, made, parentId, executionId } = execution;
  if (before === null) return [];
  return executions
    .thatRead(namespace, before)
    .filter((one) => one.executionId !== executionId && one.made === made && one.parentId === parentId);
}

/** Everything inside an execution, at any depth. */
export function descendantsOf(index: RecordIndex, execution: Execution): Execution[] {
  const byId = new Map<string, Execution>();
  const open = [...index.executions.inside(execution.executionId)];
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (byId.has(one.executionId)) continue;
    byId.set(one.executionId, one);
    for (const inner of index.executions.inside(one.executionId)) open.push(inner);
  }
  return [...byId.values()];
}
