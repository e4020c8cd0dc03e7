import type {
  Execution,
  RecordedCheckpoint,
  RecordedRun,
  RecordedTime,
  ThreadRecord,
} from '../model/thread-record.ts';
import { branchTo, newestCheckpointOf, turnOf } from './branch.ts';
import { descendantsOf } from './execution-facts.ts';
import { checkpointFacts, type CheckpointOutcome } from './history.ts';
import { indexRecord } from './record-index.ts';
import { sumTokens, type TokenSum } from './sum-tokens.ts';
import { workedTime, type WorkedTime } from './worked-time.ts';

/** A checkpoint of the root graph, as the thread's list of checkpoints has it. */
export interface StoryCheckpoint extends Pick<
  RecordedCheckpoint,
  'checkpointId' | 'parentId' | 'step' | 'source' | 'runId'
> {
  readonly createdAt: string | null;
}

/** What came of one input: its checkpoints on all branches, up to the next inputs. */
export interface StoryTurn<Checkpoint extends StoryCheckpoint = StoryCheckpoint> {
  /** The id of its first checkpoint, or of its run if it has none. */
  readonly turnId: string;
  /** From 1, in the order of the inputs; `null` if there are older ones that are not known. */
  readonly number: number | null;
  /** It started with an input; others are edits of a thread, or the end of a turn of which more is to be loaded. */
  readonly hasInput: boolean;
  /** The checkpoint before its first one is not there: not loaded yet, or the server no longer has it. */
  readonly isCut: boolean;
  /** The checkpoint from which it went on, if that is not the newest one before it. */
  readonly forkOf: Checkpoint | null;
  /** Oldest first. */
  readonly checkpoints: readonly Checkpoint[];
  /** Oldest first. */
  readonly runs: readonly RecordedRun[];
  /** Those that left no checkpoint. */
  readonly traceless: readonly RecordedRun[];
}

/** Sums of what a turn did. */
export interface TurnFacts {
  /** By the clock, without the waits for answers; `null` if unknown, and while it runs. */
  readonly time: WorkedTime | null;
  readonly tokens: TokenSum | null;
}

/**
 * The turns of a thread, newest first. `checkpoints`: of the root graph, newest first. `isWhole`: there are no older ones.
 * `record`: `null` until it is read.
 */
export function turnsOf<Checkpoint extends StoryCheckpoint>(
  record: ThreadRecord | null,
  checkpoints: readonly Checkpoint[],
  isWhole: boolean,
): readonly StoryTurn<Checkpoint>[] {
  const groups = groupByInput(checkpoints);
  const runs = record === null ? noRuns : assignRuns(record, groups);
  const numbers = numberInputs(record, checkpoints, isWhole, runs.alone);
  const oldest = isWhole ? null : timeOf(checkpoints.at(-1));
  const turns = [...groups.values()].map((group): StoryTurn<Checkpoint> => {
    const ofTurn = runs.ofTurn.get(group.turnId) ?? [];
    return {
      ...group,
      number: numbers?.get(group.hasInput ? group.turnId : inputOf(record, group)) ?? null,
      runs: ofTurn,
      traceless: ofTurn.filter(({ runId }) => runs.traceless.has(runId)),
    };
  });
  for (const run of runs.alone) {
    const { runId, createdAt } = run;
    // Older than what is loaded: it comes with the checkpoints before and after it.
    if (oldest !== null && createdAt !== null && createdAt < oldest) continue;
    const number = numbers?.get(runId) ?? null;
    const nothing = { hasInput: !isImported(record), isCut: false, forkOf: null, checkpoints: [] };
    turns.push({ turnId: runId, number, ...nothing, runs: [run], traceless: [run] });
  }
  // Turns of one time, or without times, stay as they were listed: newest first.
  return turns.toReversed().toSorted((a, b) => startOfTurn(b) - startOfTurn(a) || 0);
}

/** Projects a record again and again: the turns stay the same objects while only executions change, which move no checkpoint. */
export function createTurnProjection<Checkpoint extends StoryCheckpoint>(): typeof turnsOf<Checkpoint> {
  let previousInputs: readonly unknown[] | null = null;
  let turns: readonly StoryTurn<Checkpoint>[] = [];
  return (record, checkpoints, isWhole) => {
    const inputs = [record?.runs, record?.checkpoints, record?.gaps, checkpoints, isWhole];
    if (previousInputs === null || inputs.some((input, index) => input !== previousInputs?.[index])) {
      previousInputs = inputs;
      turns = turnsOf(record, checkpoints, isWhole);
    }
    return turns;
  };
}

/** The input of a turn whose beginning is not loaded, if the record has it; else no id of any. */
function inputOf(record: ThreadRecord | null, { turnId, isCut }: Group<StoryCheckpoint>): string {
  if (record === null || !isCut) return '';
  const first = turnOf(branchTo(record, turnId)).checkpoints.at(-1);
  return first?.source === 'input' ? first.checkpointId : '';
}

interface Group<Checkpoint> {
  readonly turnId: string;
  readonly hasInput: boolean;
  readonly isCut: boolean;
  readonly forkOf: Checkpoint | null;
  readonly checkpoints: Checkpoint[];
}

/** By the id of the first checkpoint of each, oldest first; each checkpoint after its parent. */
function groupByInput<Checkpoint extends StoryCheckpoint>(
  checkpoints: readonly Checkpoint[],
): ReadonlyMap<string, Group<Checkpoint>> {
  const byId = new Map(checkpoints.map((checkpoint) => [checkpoint.checkpointId, checkpoint]));
  const listed = new Set<string>();
  const turnIds = new Map<string, string>();
  const groups = new Map<string, Group<Checkpoint>>();
  let previous: Checkpoint | undefined;
  const parentsFirst = checkpoints.toReversed().flatMap((checkpoint) => {
    // By the clocks of two machines, a checkpoint may be older than its parent.
    const chain: Checkpoint[] = [];
    let one: Checkpoint | undefined = checkpoint;
    while (one !== undefined && !listed.has(one.checkpointId)) {
      listed.add(one.checkpointId);
      chain.push(one);
      one = one.parentId === null ? undefined : byId.get(one.parentId);
    }
    return chain.toReversed();
  });
  for (const checkpoint of parentsFirst) {
    const { checkpointId, parentId, source } = checkpoint;
    const hasInput = source === 'input';
    const turnOfParent = hasInput || parentId === null ? undefined : turnIds.get(parentId);
    const turnId = turnOfParent ?? checkpointId;
    turnIds.set(checkpointId, turnId);
    const group = groups.get(turnId);
    if (group === undefined) {
      const parent = parentId === null ? undefined : byId.get(parentId);
      groups.set(turnId, {
        turnId,
        hasInput,
        isCut: parentId !== null && parent === undefined,
        forkOf: parent === undefined || parent === previous ? null : parent,
        checkpoints: [checkpoint],
      });
    } else group.checkpoints.push(checkpoint);
    previous = checkpoint;
  }
  return groups;
}

/** Numbers of turns by their ids; `null` if there are older inputs than those that are known. */
function numberInputs(
  record: ThreadRecord | null,
  checkpoints: readonly StoryCheckpoint[],
  isWhole: boolean,
  alone: readonly RecordedRun[],
): ReadonlyMap<string, number> | null {
  const isRecordWhole =
    record !== null && !record.gaps.some(({ kind }) => kind === 'limit' || kind === 'deleted');
  const oldest = checkpoints.at(-1);
  const isListWhole = isWhole && (oldest === undefined || oldest.parentId === null);
  if (!isRecordWhole && !isListWhole) return null;
  const starts = new Map<string, number>();
  for (const { checkpointId, namespace, source, createdAt } of record?.checkpoints ?? [])
    if (namespace === '' && source === 'input') starts.set(checkpointId, createdAt ?? 0);
  for (const checkpoint of checkpoints.toReversed())
    if (checkpoint.source === 'input') starts.set(checkpoint.checkpointId, timeOf(checkpoint) ?? 0);
  for (const { runId, createdAt } of alone) starts.set(runId, createdAt ?? Number.POSITIVE_INFINITY);
  const ordered = [...starts].toSorted(([, a], [, b]) => a - b);
  return new Map(ordered.map(([turnId], index) => [turnId, index + 1]));
}

interface AssignedRuns {
  readonly ofTurn: ReadonlyMap<string, readonly RecordedRun[]>;
  readonly traceless: ReadonlySet<string>;
  /** Runs with an input that have left no checkpoint, or none yet; all of an export, which has no checkpoints. */
  readonly alone: readonly RecordedRun[];
}

const noRuns: AssignedRuns = { ofTurn: new Map(), traceless: new Set(), alone: [] };

function assignRuns(record: ThreadRecord, groups: ReadonlyMap<string, Group<StoryCheckpoint>>): AssignedRuns {
  const turnOfCheckpoint = new Map<string, string>();
  const turnOfRun = new Map<string, string>();
  let newest = Number.NEGATIVE_INFINITY;
  for (const { turnId, checkpoints } of groups.values())
    for (const checkpoint of checkpoints) {
      const { checkpointId, runId, source } = checkpoint;
      newest = Math.max(newest, timeOf(checkpoint) ?? newest);
      turnOfCheckpoint.set(checkpointId, turnId);
      if (runId !== null && source !== 'update') turnOfRun.set(runId, turnId);
    }
  const ofTurn = new Map<string, RecordedRun[]>();
  const traceless = new Set<string>();
  const alone: RecordedRun[] = isImported(record) ? [...record.runs] : [];
  if (alone.length > 0) return { ofTurn, traceless, alone };
  for (const run of record.runs) {
    const { runId, origin, createdAt } = run;
    const checkpointId = newestCheckpointOf(record, runId);
    const hasTrace = checkpointId !== null || turnOfRun.has(runId);
    const turnId =
      turnOfRun.get(runId) ??
      (checkpointId === null ? turnByTime(run, groups) : turnOfCheckpoint.get(checkpointId));
    // The record learns of a checkpoint before the list of checkpoints is read again.
    const isNew = turnId === undefined && (createdAt === null || createdAt > newest);
    if ((hasTrace ? isNew : turnId === undefined) || (!hasTrace && origin.kind === 'input')) alone.push(run);
    else if (turnId !== undefined) {
      const runs = ofTurn.get(turnId);
      if (runs) runs.push(run);
      else ofTurn.set(turnId, [run]);
      if (!hasTrace) traceless.add(runId);
    }
  }
  return { ofTurn, traceless, alone };
}

/** The turn that had the newest checkpoint when a run was made: a run that continues the thread went on from it. */
function turnByTime(
  { createdAt }: RecordedRun,
  groups: ReadonlyMap<string, Group<StoryCheckpoint>>,
): string | undefined {
  let newest = Number.NEGATIVE_INFINITY;
  let turnId: string | undefined;
  for (const group of groups.values())
    for (const checkpoint of group.checkpoints) {
      const time = timeOf(checkpoint);
      if (time === null || time < newest || (createdAt !== null && time > createdAt)) continue;
      newest = time;
      turnId = group.turnId;
    }
  return turnId;
}

function startOfTurn({ checkpoints, runs }: Pick<StoryTurn, 'checkpoints' | 'runs'>): number {
  return timeOf(checkpoints[0]) ?? runs[0]?.createdAt ?? Number.POSITIVE_INFINITY;
}

function timeOf(checkpoint: Pick<StoryCheckpoint, 'createdAt'> | undefined): number | null {
  const ms = checkpoint?.createdAt == null ? Number.NaN : Date.parse(checkpoint.createdAt);
  return Number.isNaN(ms) ? null : ms;
}

/** The time of the first sign of a turn, in milliseconds since 1970; `null` if the server does not report it. */
export function turnStart(turn: Pick<StoryTurn, 'checkpoints' | 'runs'>): number | null {
  const ms = startOfTurn(turn);
  return Number.isFinite(ms) ? ms : null;
}

const turnFactsCache = new WeakMap<StoryTurn, { readonly list: unknown; readonly facts: TurnFacts }>();

export function turnFacts(record: ThreadRecord, turn: StoryTurn): TurnFacts {
  const cached = turnFactsCache.get(turn);
  if (cached?.list === record.executions) return cached.facts;
  const executions = executionsOfTurn(record, turn);
  const isActive = turn.runs.some(({ status }) => status === 'running');
  const index = indexRecord(record);
  const all = new Set(executions.flatMap((execution) => [execution, ...descendantsOf(index, execution)]));
  const facts = {
    time: isActive ? null : workedTime(executions.filter(({ spans }) => spans.length > 0)),
    tokens: sumTokens([...all]),
  };
  turnFactsCache.set(turn, { list: record.executions, facts });
  return facts;
}

/** It is of an export of another tool: no checkpoint says what ran when, and nothing says what a run began with. */
export function isImported(record: ThreadRecord | null): boolean {
  return record?.gaps.some(({ kind }) => kind === 'import') === true;
}

const importedByRun = new WeakMap<ThreadRecord, ReadonlyMap<string, readonly Execution[]>>();

/** What ran in one run of an export, with the time that it worked there. */
export function importedExecutions(record: ThreadRecord, runId: string): readonly Execution[] {
  const cached = importedByRun.get(record);
  if (cached !== undefined) return cached.get(runId) ?? [];
  const byRun = new Map<string, Execution[]>(record.runs.map((run) => [run.runId, []]));
  for (const execution of record.executions)
    for (const id of new Set(execution.spans.map((span) => span.runId))) {
      const spans = execution.spans.filter((span) => span.runId === id);
      byRun.get(id ?? '')?.push({ ...execution, spans });
    }
  importedByRun.set(record, byRun);
  return byRun.get(runId) ?? [];
}

function executionsOfTurn(record: ThreadRecord, { checkpoints, runs }: StoryTurn): readonly Execution[] {
  if (isImported(record)) return runs.flatMap(({ runId }) => importedExecutions(record, runId));
  const { executions } = indexRecord(record);
  const ofTurn = new Set<Execution>();
  for (const { checkpointId, source } of checkpoints) {
    // The input's checkpoint was made by what ran in the turn before.
    if (source !== 'input') for (const one of executions.thatMade('', checkpointId)) ofTurn.add(one);
    for (const one of executions.thatRead('', checkpointId)) if (one.made === null) ofTurn.add(one);
  }
  return [...ofTurn];
}

const ended = new Set<CheckpointOutcome['status']>(['answered', 'retried', 'finished']);

/**
 * Checkpoints of the root graph from which something ran, runs, or was to run, that has made no checkpoint; with what
 * became of it.
 */
export function openOutcomes(record: ThreadRecord): ReadonlyMap<string, CheckpointOutcome> {
  const ids = new Set<string>();
  for (const { namespace, before, made, status } of record.executions)
    if (namespace === '' && before !== null && made === null && status !== 'next') ids.add(before);
  for (const { runId, ending } of record.runs) {
    if (ending === null || ending.kind === 'finished') continue;
    const tip = newestCheckpointOf(record, runId);
    if (tip !== null) ids.add(tip);
  }
  const outcomes = new Map<string, CheckpointOutcome>();
  for (const checkpointId of ids) {
    const outcome = checkpointFacts(record, checkpointId)?.outcome ?? null;
    if (outcome !== null && !ended.has(outcome.status)) outcomes.set(checkpointId, outcome);
  }
  return outcomes;
}

/** The last checkpoints of the runs that have finished. */
export function finishedAt(record: ThreadRecord): ReadonlySet<string> {
  return new Set(
    record.runs.flatMap(({ runId, ending }) =>
      ending?.kind === 'finished' ? (newestCheckpointOf(record, runId) ?? []) : [],
    ),
  );
}

/** What was asked of an execution that has its answer by now. */
export interface AnsweredQuestion {
  readonly runId: string;
  /** How long it waited; `null` if unknown. */
  readonly waited: Pick<RecordedTime, 'ms' | 'bound'> | null;
}

/** The answer to the last question of an execution, or of what it ran; `null` if it asked none, or nobody answered. */
export function answerOf(record: ThreadRecord, execution: Execution): AnsweredQuestion | null {
  const { runs } = record;
  const { spans } = execution;
  for (let index = spans.length - 1; index > 0; index -= 1) {
    const run = runs.find(({ runId }) => runId === spans[index]?.runId);
    if (run?.origin.kind !== 'resume') continue;
    const interruptedAt = spans[index - 1]?.endedAt ?? null;
    const { createdAt } = run;
    if (interruptedAt === null || createdAt === null || createdAt < interruptedAt.ms)
      return { runId: run.runId, waited: null };
    const bound =
      interruptedAt.bound === 'atMost' ? 'atLeast' : interruptedAt.bound === 'atLeast' ? 'atMost' : 'exact';
    return { runId: run.runId, waited: { ms: createdAt - interruptedAt.ms, bound } };
  }
  return null;
}
