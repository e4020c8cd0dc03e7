import type { CheckpointSummary, HistoryPage } from '../../shared/model/threads/thread.ts';
import type { Studio } from '../rpc/rpc-context.ts';

/** Number of history pages to search. */
const mostPages = 10;
const pageSize = 100;

/** The newest checkpoint from which a node runs next; `null` if none was found. */
export async function findCheckpointBefore(
  studio: Pick<Studio, 'call'>,
  threadRef: { readonly connectionId: string; readonly threadId: string },
  nodeId: string,
): Promise<CheckpointSummary | null> {
  let before: string | null = null;
  for (let page = 0; page < mostPages; page += 1) {
    const params = { ...threadRef, before, limit: pageSize };
    const history: HistoryPage = await studio.call('threads.history', params);
    const found = history.checkpoints.find(({ next }) => next.includes(nodeId));
    if (found) return found;
    if (history.before === null) return null;
    before = history.before;
  }
  return null;
}
