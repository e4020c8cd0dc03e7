import { elementTexts, memberText } from 'exact-json';
import type { GraphClient } from 'remote-graph-client/client';
import type { MessageCheckpoint, MessageHistory } from '../../shared/model/message-history.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import type { AdaptivePageSize } from './adaptive-page-size.ts';
import { readHistoryPageText, type ThreadHistoryQuery } from './read-history-page.ts';
import { listSubgraphRuns, type SubgraphRunRef } from './subgraph-runs.ts';
import { canonicalMessageText } from './messages-equal.ts';
import { readRawMembers } from '../common/raw-members.ts';
import { toHistoryPage } from './mappers/history-mapper.ts';
import { readCheckpointHeader } from './mappers/state-mapper.ts';

interface MessageHistoryQuery {
  readonly key: string;
  readonly subgraph?: SubgraphRunRef | undefined;
}

const maxCheckpoints = 400;
// Checkpoint sizes are unknown before the first page.
const firstPage = 8;
const laterPages = 60;
// Limit in characters: servers include whole states, so fewer large ones are read.
const maxTotalLength = 40_000_000;

// Messages of each checkpoint under a key, newest checkpoint first. Each version of a message gets an index
// on first sight, so that a page of states becomes a few numbers. For a subgraph, reads all of its runs on
// the thread, each in its own namespace.
export async function readMessageHistory(
  client: GraphClient,
  threadId: string,
  { key, subgraph }: MessageHistoryQuery,
  size: AdaptivePageSize,
  signal: AbortSignal,
): Promise<MessageHistory> {
  const numbers = new Map<string, number>();
  const ids: (string | null)[] = [];
  const numberOf = (text: string): number => {
    const canonical = canonicalMessageText(text);
    const existing = numbers.get(canonical);
    if (existing !== undefined) return existing;
    numbers.set(canonical, ids.length);
    ids.push(nonEmptyStringOrNull(readRawMembers(text).value('id')));
    return ids.length - 1;
  };
  const checkpoints: MessageCheckpoint[] = [];
  const options = { signal, purpose: 'threads.messages' };
  let read = 0;
  // Resolves with whether there are older ones that were not read.
  const readOne = async (run: SubgraphRunRef | undefined): Promise<boolean> => {
    let before: string | null = null;
    do {
      if (checkpoints.length >= maxCheckpoints || read >= maxTotalLength) return true;
      const limit = before === null ? firstPage : laterPages;
      const query: ThreadHistoryQuery = { before, limit, checkpointNs: run?.checkpointNs };
      const answer = await readHistoryPageText(client, threadId, query, size, options);
      const page = toHistoryPage(answer.text, answer.limit);
      const lists = new Map(elementTexts(answer.text).map((row) => messagesOf(row, key)));
      for (const checkpoint of page.checkpoints) {
        const messages = (lists.get(checkpoint.checkpointId) ?? []).map(numberOf);
        checkpoints.push({ checkpoint, messages, ...(run ? { subgraph: run } : {}) });
      }
      read += answer.text.length;
      before = page.before;
    } while (before !== null);
    return false;
  };
  if (!subgraph) return { isTruncated: await readOne(undefined), checkpoints, ids };
  const runs = await listSubgraphRuns(client, threadId, subgraph, size, signal);
  let { isTruncated } = runs;
  for (const run of runs.places) isTruncated = (await readOne(run)) || isTruncated;
  checkpoints.sort((a, b) => (a.checkpoint.checkpointId < b.checkpoint.checkpointId ? 1 : -1));
  return { checkpoints, ids, isTruncated };
}

function messagesOf(rowText: string, key: string): readonly [string | null, readonly string[]] {
  const row = readRawMembers(rowText);
  const list = memberText(row.text('values') ?? '{}', key);
  return [readCheckpointHeader(row).checkpointId, list === null ? [] : elementTexts(list)];
}
