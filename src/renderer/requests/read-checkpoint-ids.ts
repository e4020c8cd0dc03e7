import type { HistoryPage } from '../../shared/model/thread.ts';
import type { StudioRpc } from '../rpc/rpc-context.ts';

// Pages that are read; later ones are older.
const maxPages = 20;

/** The ids of the checkpoints of threads, oldest first. */
export async function readCheckpointIds(
  rpc: StudioRpc,
  connectionId: string,
  threadIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const idsByThread = new Map<string, readonly string[]>();
  for (const threadId of threadIds) {
    const ids: string[] = [];
    let before: string | null = null;
    for (let page = 0; page < maxPages; page += 1) {
      const query = { connectionId, threadId, before, limit: 100 };
      const read: HistoryPage = await rpc.call('threads.history', query, signal);
      for (const { checkpointId } of read.checkpoints) ids.push(checkpointId);
      before = read.before;
      if (before === null) break;
    }
    // Counted from the oldest one, so all have to be known.
    if (before === null) idsByThread.set(threadId, ids.toReversed());
  }
  return idsByThread;
}
