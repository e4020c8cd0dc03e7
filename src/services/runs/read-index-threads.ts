import { tokenSumsByRun } from '../../shared/thread-record/sum-tokens.ts';
import { memberText } from 'exact-json';
import {
  rawTextOf,
  TooLargeError,
  type GraphClient,
  type WireRun,
  type WireThread,
} from 'remote-graph-client/client';
import { readInterrupts } from '../../shared/read-interrupts.ts';
import { collapseSpaces } from '../../shared/escape-invisible.ts';
import type { ModelUsage } from '../../shared/model/model-usage.ts';
import type { ThreadRecord } from '../../shared/model/thread-record.ts';
import { endingText, recordedRunStatus } from '../../shared/status-labels.ts';
import { nodeNames } from '../../shared/thread-record/summarize-thread.ts';
import { IndexedRunStatus } from '../../shared/model/run-index.ts';
import { usageByModel } from '../../shared/token-counter.ts';
import { enumOrUnknown, nonEmptyStringOrNull } from '../common/narrow.ts';
import { runKwargsText, toRun } from './run-mapper.ts';
import { runSourceOf } from './run-record-mapper.ts';
import { taskErrorMessage } from '../threads/mappers/task-error.ts';
import { inputLine } from '../threads/mappers/thread-mapper.ts';
import { readPartOfRecord } from '../threads/record/read-thread-record.ts';
import { namesQuestion } from '../threads/stop-reasons.ts';
import type { ThreadNameCache } from '../threads/thread-name-cache.ts';
import { threadText } from './thread-text.ts';
import type { IndexedThread, IndexedRunFacts, ServerListedRun, ThreadContent } from './run-index.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

// The most that every server returns at once.
export const threadsPerPage = 100;
const runsPerPage = 100;
const maxRunsPerThread = 1000;
// Threads whose values are asked for at once; they may be megabytes each.
const contentsPerRequest = 20;
const maxBusyThreads = 1000;
const maxLineLength = 200;
// Models of a run's usage.
const maxModels = 50;
/** What is read of a thread to say how its runs ended. */
export const recordLimits = { checkpoints: 300, subgraphs: 20, runs: 100, text: 2 ** 26 };

const purpose = 'runIndex.list';
const members = ['thread_id', 'status', 'metadata', 'created_at', 'updated_at', 'interrupts'];

export interface ThreadPage {
  readonly threads: readonly IndexedThread[];
  /** How many the server listed, also such as can't be read. */
  readonly listed: number;
  /** There are no more. */
  readonly isLast: boolean;
}

// A page of a server's threads, last changed first.
export async function readThreadPage(
  client: GraphClient,
  names: ThreadNameCache,
  offset: number,
  signal: AbortSignal,
): Promise<ThreadPage> {
  const query = {
    sortBy: 'updated_at',
    sortOrder: 'desc',
    select: members,
    limit: threadsPerPage,
    offset,
  } as const;
  const page = await client.threads.search(query, { signal, purpose });
  return {
    threads: page.flatMap((wire) => toIndexedThread(names, wire) ?? []),
    listed: page.length,
    isLast: page.length < threadsPerPage,
  };
}

/** Threads with active runs, wherever they are in the list. */
export async function readBusyThreads(
  client: GraphClient,
  names: ThreadNameCache,
  signal: AbortSignal,
): Promise<readonly IndexedThread[]> {
  const busy = new Map<string, IndexedThread>();
  for (let offset = 0; offset < maxBusyThreads; offset += threadsPerPage) {
    const page = await client.threads.search(
      { status: 'busy', select: members, limit: threadsPerPage, offset },
      { signal, purpose },
    );
    for (const wire of page) {
      const thread = toIndexedThread(names, wire);
      // A server may ignore the filter.
      if (thread?.status === 'busy') busy.set(thread.threadId, thread);
    }
    if (page.length < threadsPerPage) break;
  }
  return [...busy.values()];
}

function toIndexedThread(names: ThreadNameCache, wire: WireThread): IndexedThread | null {
  const thread = names.toNamedThread(wire);
  if (thread === null) return null;
  const { threadId, name, graphId, status, updatedAt } = thread;
  return { threadId, name, graphId, status, updatedAt, hasQuestion: namesQuestion(wire) };
}

// Newest first, as servers list them.
export async function readRunsOf(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<ServerListedRun[]> {
  const runs = new Map<string, ServerListedRun>();
  for (let offset = 0; offset < maxRunsPerThread; offset += runsPerPage) {
    const page = await client.runs.list(threadId, { limit: runsPerPage, offset }, { signal, purpose });
    for (const wire of page) {
      const run = toListedRun(wire, threadId);
      if (run !== null) runs.set(run.runId, run);
    }
    if (page.length < runsPerPage) break;
  }
  return [...runs.values()].toSorted((a, b) => ((a.createdAt ?? '') < (b.createdAt ?? '') ? 1 : -1));
}

function toListedRun(wire: WireRun, threadId: string): ServerListedRun | null {
  const run = toRun(wire, () => null, '', threadId);
  if (run === null) return null;
  const { runId, assistantId, status, createdAt, durationMs } = run;
  const input = memberText(runKwargsText(rawTextOf(wire)), 'input');
  const error = nonEmptyStringOrNull(recordOrEmpty(wire)['error_message']);
  return {
    runId,
    assistantId,
    status,
    createdAt,
    durationMs,
    source: runSourceOf(wire),
    inputLine: input === null || input === 'null' ? null : inputLine(input),
    error: error === null ? null : firstLine(error),
  };
}

// What threads contain, by id. A thread whose values are larger than any answer may be has an empty text, which is cut.
export async function readContents(
  client: GraphClient,
  names: ThreadNameCache,
  threadIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, ThreadContent>> {
  const contents = new Map<string, ThreadContent>();
  for (let start = 0; start < threadIds.length; start += contentsPerRequest)
    await readSomeContents(
      client,
      names,
      threadIds.slice(start, start + contentsPerRequest),
      contents,
      signal,
    );
  return contents;
}

async function readSomeContents(
  client: GraphClient,
  names: ThreadNameCache,
  ids: readonly string[],
  contents: Map<string, ThreadContent>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const wires = await client.threads.search({ ids, limit: ids.length, offset: 0 }, { signal, purpose });
    const idSet = new Set(ids);
    for (const wire of wires)
      if (idSet.has(wire.thread_id)) contents.set(wire.thread_id, contentOf(names, wire));
  } catch (error) {
    if (!(error instanceof TooLargeError)) throw error;
    const [first] = ids;
    if (ids.length === 1 && first !== undefined) {
      contents.set(first, {
        name: null,
        text: '',
        isCut: true,
        question: null,
        questionCount: 0,
        error: null,
      });
      return;
    }
    const half = Math.ceil(ids.length / 2);
    await readSomeContents(client, names, ids.slice(0, half), contents, signal);
    await readSomeContents(client, names, ids.slice(half), contents, signal);
  }
}

function contentOf(names: ThreadNameCache, wire: WireThread): ThreadContent {
  const record = recordOrEmpty(wire);
  const questions = readInterrupts(memberText(rawTextOf(wire), 'interrupts'));
  const [question] = questions;
  const failure = memberText(rawTextOf(wire), 'error');
  const error = failure === null || failure === 'null' ? null : taskErrorMessage(record['error']);
  const questionLine = question === undefined ? null : inputLine(question.valueText);
  return {
    // As the other lists name it.
    name: names.toNamedThread(wire)?.name ?? null,
    ...threadText([
      error,
      questions.map(({ valueText }): unknown => JSON.parse(valueText)),
      record['values'],
    ]),
    question: questionLine,
    questionCount: questions.length,
    error: error === null ? null : firstLine(error),
  };
}

export async function readRunFacts(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, IndexedRunFacts>> {
  const { record, isCut } = await readPartOfRecord(client, threadId, signal, {
    purpose,
    limits: recordLimits,
  });
  const nodeOf = nodeNames(record);
  const sums = tokenSumsByRun(record.executions);
  const models = modelsByRun(record);
  return new Map(
    record.runs.map(({ runId, status, ending }): [string, IndexedRunFacts] => [
      runId,
      {
        status: enumOrUnknown(IndexedRunStatus.options, recordedRunStatus({ status, ending })),
        endingText: ending === null ? null : endingText(ending, nodeOf),
        error: ending?.kind === 'failed' && ending.error !== null ? firstLine(ending.error) : null,
        tokens: sums.get(runId)?.tokens ?? null,
        models: usageByModel(models.get(runId) ?? []).slice(0, maxModels),
        isUsageCut: isCut || sums.get(runId)?.isLowerBound === true,
      },
    ]),
  );
}

// Of the executions that a run worked at last.
function modelsByRun({ executions }: ThreadRecord): ReadonlyMap<string, readonly ModelUsage[]> {
  const usages = new Map<string, ModelUsage[]>();
  for (const { tokens, models, spans } of executions) {
    const runId = spans.at(-1)?.runId ?? null;
    if (tokens === null || runId === null) continue;
    const usage = usages.get(runId) ?? [];
    for (const model of models) usage.push(model);
    usages.set(runId, usage);
  }
  return usages;
}

function firstLine(text: string): string {
  return collapseSpaces(text.trimStart().split('\n', 1)[0]?.slice(0, maxLineLength) ?? '');
}
