import { elementTexts, pickMemberTexts } from 'exact-json';
import { rawTextOf, TooLargeError, type GraphClient } from 'remote-graph-client/client';
import { repeatedHistory } from '../common/repeated-history.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { namespaceOfTask } from '../../shared/checkpoint-namespace.ts';
import { mayHideSubgraph } from '../threads/mappers/task-error.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

// Wanted size of a page, in UTF-16 units, and its bounds in checkpoints.
const pageLength = 4_000_000;
const firstPage = 5;
const maxPageSize = 100;

// A checkpoint as the server wrote it, on one line, and what the recorder needs of it.
// - `subgraphs`: Namespaces of its tasks’ subgraphs, also those where a failed task has its own if it ran one.
interface RecordedHistoryRow {
  readonly line: string;
  readonly checkpointId: string | null;
  readonly parentId: string | null;
  readonly runId: string | null;
  readonly subgraphs: readonly string[];
}

// All checkpoints of a thread or of one of its subgraphs, newest first. Pages are sized by what the last one took, so
// that no more than a few checkpoints are in memory. Throws an `AppError` (`protocol`) for a server that repeats itself.
export async function* readHistoryRows(
  client: GraphClient,
  threadId: string,
  checkpointNs: string,
  signal: AbortSignal,
): AsyncGenerator<RecordedHistoryRow> {
  let size = firstPage;
  let before: string | null = null;
  const visited = new Set<string>();
  for (;;) {
    let rows: readonly object[];
    try {
      const query = { limit: size, before, ...(checkpointNs === '' ? {} : { checkpointNs }) };
      rows = await client.threads.getHistory(threadId, query, { signal, purpose: 'recordings.record' });
    } catch (error) {
      if (!(error instanceof TooLargeError) || size === 1) throw error;
      size = Math.max(1, Math.floor(size / 4));
      continue;
    }
    let length = 0;
    for (const row of rows) {
      const read = toRow(rawTextOf(row));
      // A server that ignores the cursor would repeat the first page forever.
      if (read.checkpointId !== null && visited.has(read.checkpointId)) throw repeatedHistory();
      if (read.checkpointId !== null) visited.add(read.checkpointId);
      length += read.line.length;
      before = read.checkpointId ?? before;
      yield read;
    }
    if (rows.length < size || before === null) return;
    size = Math.min(maxPageSize, Math.max(1, Math.floor((pageLength * rows.length) / Math.max(1, length))));
  }
}

function toRow(text: string): RecordedHistoryRow {
  const line = onOneLine(text);
  const members = pickMemberTexts(line, ['checkpoint', 'parent_checkpoint', 'metadata', 'tasks']);
  const member = (key: string, name: string): string | null =>
    nonEmptyStringOrNull(recordOrEmpty(JSON.parse(members.get(key) ?? 'null'))[name]);
  const outer = member('checkpoint', 'checkpoint_ns') ?? '';
  const subgraphs = elementTexts(members.get('tasks') ?? '[]').flatMap(
    (task) => namespaceOf(task) ?? unlistedNamespace(outer, task) ?? [],
  );
  return {
    line,
    checkpointId: member('checkpoint', 'checkpoint_id'),
    parentId: member('parent_checkpoint', 'checkpoint_id'),
    runId: member('metadata', 'run_id'),
    subgraphs,
  };
}

// The namespace of a task’s subgraph: servers name it, or put the subgraph's whole state in.
function namespaceOf(task: string): string | null {
  const members = pickMemberTexts(task, ['checkpoint', 'state']);
  const nsOf = (text: string | undefined): string | null =>
    nonEmptyStringOrNull(recordOrEmpty(JSON.parse(text ?? 'null'))['checkpoint_ns']);
  const state = members.get('state') ?? 'null';
  return nsOf(members.get('checkpoint')) ?? nsOf(pickMemberTexts(state, ['checkpoint']).get('checkpoint'));
}

// Where a failed task has its subgraph, if it ran one: the JavaScript server lists none of it.
function unlistedNamespace(outer: string, task: string): string | null {
  const members = pickMemberTexts(task, ['id', 'name', 'error']);
  const [id, name, error] = ['id', 'name', 'error'].map((key): unknown =>
    JSON.parse(members.get(key) ?? 'null'),
  );
  if (typeof id !== 'string' || typeof name !== 'string' || !mayHideSubgraph(error)) return null;
  return namespaceOfTask(outer, name, id);
}

// JSON without line breaks, which stand between its tokens only. All else stays as the server wrote it.
export function onOneLine(json: string): string {
  return /[\r\n]/.test(json) ? json.replaceAll(/[\r\n]+/g, ' ').trim() : json;
}
