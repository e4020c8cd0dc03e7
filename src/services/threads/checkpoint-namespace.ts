import type { GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { CheckpointSummary, ThreadState } from '../../shared/model/thread.ts';
import type { AdaptivePageSize } from './adaptive-page-size.ts';
import { readHistory } from './read-history.ts';

// Namespaces from the outermost subgraph to the given one: `a:1`, then `a:1|b:2`.
export function namespacePrefixes(checkpointNs: string): readonly string[] {
  const parts = checkpointNs.split('|');
  return parts.map((_, index) => parts.slice(0, index + 1).join('|'));
}

// The node whose subgraph a namespace is; `null` if a node's code called the graph itself.
export function nodeOfNamespace(checkpointNs: string): string | null {
  const last = checkpointNs.split('|').at(-1) ?? '';
  return last.includes(':') ? (last.split(':', 1)[0] ?? null) : null;
}

const page = 100;
const maxPages = 20;

// The first matching checkpoint of a history, newest first, and those read before it.
export async function findCheckpoint(
  client: GraphClient,
  threadId: string,
  checkpointNs: string,
  fits: (one: CheckpointSummary) => boolean,
  size: AdaptivePageSize,
  signal: AbortSignal,
): Promise<{ readonly checkpoint: CheckpointSummary; readonly read: readonly CheckpointSummary[] }> {
  const read: CheckpointSummary[] = [];
  let before: string | null = null;
  for (let pageIndex = 0; pageIndex < maxPages; pageIndex += 1) {
    const historyPage = await readHistory(
      client,
      threadId,
      { before, limit: page, checkpointNs },
      size,
      signal,
    );
    for (const one of historyPage.checkpoints) read.push(one);
    const checkpoint = historyPage.checkpoints.find(fits);
    if (checkpoint) return { checkpoint, read };
    before = historyPage.before;
    if (before === null) break;
  }
  throw new AppError('not-found', 'The checkpoint is not in the history of the subgraph.', {
    hint: 'It may have been deleted together with its run. Refresh the history.',
    details: { threadId, where: checkpointNs },
  });
}

// The subgraph's namespace in another state of the same graph: that of the same node's task at the same
// position. `null` if none.
export function matchingTaskNamespace(
  from: ThreadState,
  checkpointNs: string,
  to: ThreadState,
): string | null {
  const name = nodeOfNamespace(checkpointNs);
  const tasks = from.tasks.filter(({ nodeId }) => nodeId === name);
  const index = tasks.findIndex(({ subgraph }) => subgraph?.checkpointNs === checkpointNs);
  const task = to.tasks.filter(({ nodeId }) => nodeId === name)[index];
  return index < 0 ? null : (task?.subgraph?.checkpointNs ?? null);
}
