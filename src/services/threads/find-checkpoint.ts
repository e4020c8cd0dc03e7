import type { GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import type { AdaptivePageSize } from './adaptive-page-size.ts';
import { readHistoryPage } from './read-history-page.ts';

const pageSize = 100;
const maxPages = 20;

// The first matching checkpoint of a history, newest first, and those read before it.
export async function findCheckpoint(
  client: GraphClient,
  threadId: string,
  checkpointNs: string,
  isMatch: (one: CheckpointSummary) => boolean,
  size: AdaptivePageSize,
  signal: AbortSignal,
): Promise<{ readonly checkpoint: CheckpointSummary; readonly read: readonly CheckpointSummary[] }> {
  const readCheckpoints: CheckpointSummary[] = [];
  let before: string | null = null;
  for (let pageIndex = 0; pageIndex < maxPages; pageIndex += 1) {
    const historyPage = await readHistoryPage(
      client,
      threadId,
      { before, limit: pageSize, checkpointNs },
      size,
      signal,
    );
    for (const one of historyPage.checkpoints) readCheckpoints.push(one);
    const checkpoint = historyPage.checkpoints.find(isMatch);
    if (checkpoint) return { checkpoint, read: readCheckpoints };
    before = historyPage.before;
    if (before === null) break;
  }
  throw new AppError('not-found', 'The checkpoint is not in the history of the subgraph.', {
    hint: 'It may have been deleted together with its run. Refresh the history.',
    details: { threadId, where: checkpointNs },
  });
}
