import { elementTexts, memberTexts } from 'exact-json';
import type { GraphClient } from 'remote-graph-client/client';
import { readInterrupts } from '../../../shared/read-interrupts.ts';
import { AppError } from '../../../shared/app-error.ts';
import type { CheckpointSource } from '../../../shared/model/thread.ts';
import { nonEmptyStringOrNull } from '../../common/narrow.ts';
import { repeatedHistory } from '../../common/repeated-history.ts';
import { readRawMembers } from '../../common/raw-members.ts';
import { createAdaptivePageSizes } from '../adaptive-page-size.ts';
import { readHistoryPageText } from '../read-history-page.ts';
import { readCheckpointHeader } from '../mappers/state-mapper.ts';
import { taskFailure } from '../mappers/task-error.ts';
import { subgraphOf } from '../mappers/task-mapper.ts';
import { arrayOrEmpty } from '../../../shared/narrow.ts';

// - `resultText`: What it wrote, as the server sent it; `null` if unknown.
// - `interrupts`: It raised interrupts. The JavaScript server keeps no result of such a task, also once it is answered.
// - `isSent`: Started by a `Send`, with an input that no checkpoint contains.
export interface SourceTask {
  readonly name: string;
  readonly resultText: string | null;
  readonly interrupts: number;
  readonly failed: boolean;
  readonly isSent: boolean;
  readonly hasSubgraph: boolean;
}

export interface SourceCheckpoint {
  readonly checkpointId: string;
  readonly parentId: string | null;
  readonly source: CheckpointSource;
  readonly runId: string | null;
  readonly next: readonly string[];
  readonly valuesText: string;
  readonly tasks: readonly SourceTask[];
}

export const maxCheckpoints = 2_000;
// Length of all of their values together, in UTF-16 units: they are all in memory.
const maxHistoryLength = 64_000_000;

const pageSize = 50;

// A thread's whole history, newest first, all branches. Throws an `AppError` (`unsupported`) for one that is
// too long to be held in memory, or (`protocol`) if the server repeats itself.
export async function readSourceHistory(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
  onRead: (checkpoints: number) => void = () => undefined,
): Promise<SourceCheckpoint[]> {
  const size = createAdaptivePageSizes().of('', threadId);
  const checkpoints: SourceCheckpoint[] = [];
  const checkpointIds = new Set<string>();
  let length = 0;
  for (let before: string | null = null; ;) {
    signal.throwIfAborted();
    const options = { signal, purpose: 'threads.clone' };
    const { text, limit } = await readHistoryPageText(
      client,
      threadId,
      { before, limit: pageSize },
      size,
      options,
    );
    const rows = elementTexts(text);
    const page = rows.slice(0, limit).flatMap((row) => toSourceCheckpoint(row) ?? []);
    const newCheckpoints = page.filter(({ checkpointId }) => !checkpointIds.has(checkpointId));
    for (const checkpoint of newCheckpoints) {
      checkpointIds.add(checkpoint.checkpointId);
      length += checkpoint.valuesText.length;
      checkpoints.push(checkpoint);
    }
    if (checkpoints.length > maxCheckpoints || length > maxHistoryLength) throw tooLong();
    onRead(checkpoints.length);
    if (rows.length <= limit) return checkpoints;
    // A server that repeats a page would never come to an end.
    if (newCheckpoints.length === 0) throw repeatedHistory();
    before = page.at(-1)?.checkpointId ?? null;
  }
}

function tooLong(): AppError {
  return new AppError('unsupported', 'The thread’s history is too long to be cloned.', {
    hint: `Up to ${maxCheckpoints.toLocaleString('en')} checkpoints with ${maxHistoryLength / 1_000_000} MB of values can be cloned.`,
  });
}

function toSourceCheckpoint(text: string): SourceCheckpoint | null {
  const state = readRawMembers(text);
  const { checkpointId, parentId, source, runId, next } = readCheckpointHeader(state);
  if (checkpointId === null) return null;
  const tasks = elementTexts(state.text('tasks') ?? '').map(toSourceTask);
  return { checkpointId, parentId, source, runId, next, valuesText: state.text('values') ?? '{}', tasks };
}

function toSourceTask(text: string): SourceTask {
  const task = readRawMembers(text);
  const resultText = task.text('result');
  return {
    name: nonEmptyStringOrNull(task.value('name')) ?? '?',
    resultText: resultText !== null && isPlainResult(resultText) ? resultText : null,
    interrupts: readInterrupts(task.text('interrupts')).length,
    failed: taskFailure(task.value('error')) !== null,
    isSent: arrayOrEmpty(task.value('path'))[0] === '__pregel_push',
    hasSubgraph: subgraphOf(task) !== undefined,
  };
}

// A task that wrote a key several times has its writes in `$writes`, which no server takes back.
function isPlainResult(text: string): boolean {
  return (
    text.startsWith('{') && memberTexts(text).every(({ text: value }) => !/^\{\s*"\$writes"/.test(value))
  );
}

// The branch that ends with the newest checkpoint, oldest first. `history`: newest first.
export function newestBranch(history: readonly SourceCheckpoint[]): SourceCheckpoint[] {
  const byId = new Map(history.map((checkpoint) => [checkpoint.checkpointId, checkpoint]));
  const branch: SourceCheckpoint[] = [];
  for (let one = history[0]; one; one = byId.get(one.parentId ?? '')) {
    branch.push(one);
    // A hostile server may send a cycle.
    byId.delete(one.checkpointId);
  }
  return branch.toReversed();
}
