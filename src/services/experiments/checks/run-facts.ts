import { readInterrupts } from '../../../shared/interrupts/read-interrupts.ts';
import { elementTexts } from '../../../exact-json/scan/object-members.ts';
import { rawTextOf, TooLargeError, type GraphClient } from '../../../remote-graph/client.ts';
import { createTokenCounter, type ModelUsage, type TokenCounter } from '../../../shared/token-counter.ts';
import { nonEmptyStringOrNull, recordOrEmpty, timeOrNull } from '../../parsing/narrow.ts';
import { readRawMembers } from '../../parsing/raw-members.ts';
import { checkpointFacts, type CheckpointFacts } from '../../threads/mappers/state-mapper.ts';
import { taskErrorMessage } from '../../threads/mappers/task-error.ts';

/** What the checkpoints of a run tell. */
export interface RunFacts {
  /** Tokens that the results of its nodes report, by model; empty if none does. */
  readonly usages: readonly ModelUsage[];
  /** The nodes of the root graph by superstep, in order; `null` if the history does not tell. */
  readonly steps: readonly (readonly string[])[] | null;
  /** Its last checkpoint has a question: the run ended waiting for an answer. */
  readonly hasAsked: boolean;
  /** From its first checkpoint to its end, by the server's clock; `null` if unknown. */
  readonly ms: number | null;
  /** Its last checkpoint, if it began on an empty thread; `null` if unknown. */
  readonly onlyStateId: string | null;
  /** All checkpoints were read. */
  readonly isWhole: boolean;
}

const mostCheckpoints = 1000;
const pageSize = 100;
/** Depth at which messages are searched in a result: in a list of a member, as graphs store them. */
const deepest = 4;

interface Row extends CheckpointFacts {
  readonly tasks: readonly {
    readonly name: string;
    readonly hasRun: boolean;
    readonly resultText: string | null;
    readonly asks: boolean;
  }[];
}

/** Reads the checkpoints of a run. `run`: its record. */
export async function readRunFacts(
  client: GraphClient,
  threadId: string,
  run: unknown,
  signal: AbortSignal,
): Promise<RunFacts> {
  const { rows, isWhole } = await readRows(client, threadId, signal);
  const runId = nonEmptyStringOrNull(recordOrEmpty(run)['run_id']);
  const own = ofRun(rows, runId);
  const count = createTokenCounter();
  for (const { tasks } of own) for (const { resultText } of tasks) countUsage(count, resultText);
  return {
    usages: count.models(),
    steps: own.length === 0 ? null : stepsOf(own),
    ms: msOf(own, run),
    onlyStateId:
      own[0]?.source === 'input' && own[0].parentId === null ? (own.at(-1)?.checkpointId ?? null) : null,
    hasAsked: own.at(-1)?.tasks.some(({ asks }) => asks) === true,
    isWhole,
  };
}

/** The checkpoints whose tasks the run ran, oldest first: its own, and the state that it continued. */
function ofRun(rows: readonly Row[], runId: string | null): readonly Row[] {
  const first = rows.findIndex((row) => row.runId !== null && row.runId === runId);
  if (first < 0) return rows.some((row) => row.runId !== null) ? [] : rows;
  const last = rows.findLastIndex((row) => row.runId === runId);
  return rows.slice(first > 0 && rows[first]?.source !== 'input' ? first - 1 : first, last + 1);
}

function stepsOf(rows: readonly Row[]): string[][] {
  return rows
    .map(({ tasks }, index) =>
      tasks
        // Tasks of an earlier checkpoint have run, because another one follows.
        .filter(({ name, hasRun }) => name !== '__start__' && (hasRun || index < rows.length - 1))
        .map(({ name }) => name),
    )
    .filter((names) => names.length > 0);
}

/** A run that continued a state has no checkpoint at its start: then its time in the queue counts, too. */
function msOf(rows: readonly Row[], run: unknown): number | null {
  const record = recordOrEmpty(run);
  const [first] = rows;
  const start = first?.source === 'input' ? first.createdAt : timeOrNull(record['created_at']);
  const ms = Date.parse(timeOrNull(record['updated_at']) ?? '') - Date.parse(start ?? '');
  return ms >= 0 ? ms : null;
}

async function readRows(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<{ rows: Row[]; isWhole: boolean }> {
  const rows: Row[] = [];
  let limit = pageSize;
  let before: string | null = null;
  while (rows.length < mostCheckpoints) {
    try {
      const wire = await client.threads.getHistory(
        threadId,
        { limit, before },
        { signal, purpose: 'experiments.rows' },
      );
      const page = elementTexts(rawTextOf(wire)).map(toRow);
      for (const row of page) rows.push(row);
      const last = page.at(-1)?.checkpointId ?? null;
      if (page.length < limit || last === null || last === before) {
        return { rows: rows.toReversed(), isWhole: true };
      }
      before = last;
    } catch (thrown) {
      // Servers include all values, so a page may exceed the response limit.
      if (!(thrown instanceof TooLargeError) || limit === 1) throw thrown;
      limit = Math.ceil(limit / 4);
    }
  }
  return { rows: rows.toReversed(), isWhole: false };
}

function toRow(text: string): Row {
  const state = readRawMembers(text);
  return {
    ...checkpointFacts(state),
    tasks: elementTexts(state.text('tasks') ?? '').map((taskText) => {
      const task = readRawMembers(taskText);
      const resultText = task.text('result');
      const asks = readInterrupts(task.text('interrupts')).length > 0;
      return {
        name: nonEmptyStringOrNull(task.value('name')) ?? '?',
        hasRun: asks || resultText !== null || taskErrorMessage(task.value('error')) !== null,
        resultText,
        asks,
      };
    }),
  };
}

/** Counts what the messages in a node's result report. */
export function countUsage(count: TokenCounter, resultText: string | null): void {
  // Most results have no message and are not parsed at all.
  if (resultText === null || !resultText.includes('"usage_metadata"')) return;
  const visit = (value: unknown, depth: number): void => {
    if (depth > deepest) return;
    if (Array.isArray(value)) return value.forEach((item) => visit(item, depth + 1));
    const members = recordOrEmpty(value);
    if ('usage_metadata' in members) count.add(members, false, []);
    else for (const member of Object.values(members)) visit(member, depth + 1);
  };
  visit(JSON.parse(resultText), 0);
}
