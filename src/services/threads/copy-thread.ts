import { isUnsupportedRoute, type GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { CopiedThread } from '../../shared/model/thread-clone.ts';
import { cloneThread } from './clone/clone-thread.ts';
import { parseThread } from './mutate-threads.ts';

const purpose = 'threads.copy';

// Copies a thread with its states. Where the server has no route for that, its newest branch is written anew and
// compared, and the result says so. `hasCopies`: whether that route may be there. Throws `AppError` (`unsupported`) if
// neither is possible.
export async function copyThread(
  client: GraphClient,
  threadId: string,
  signal: AbortSignal,
  hasCopies = true,
): Promise<CopiedThread> {
  try {
    const copy = hasCopies ? await client.threads.copy(threadId, { signal, purpose }) : null;
    if (copy !== null) return { thread: parseThread(copy), clone: null };
  } catch (error) {
    if (!isUnsupportedRoute(error)) throw error;
  }
  // A missing thread and a missing route are both a 404; the thread shows which.
  const { graphId } = parseThread(await client.threads.get(threadId, { signal, purpose }));
  if (graphId === null) {
    throw new AppError('unsupported', 'This server does not copy threads.', {
      hint: 'The thread does not specify a graph, so its history can’t be recreated either.',
    });
  }
  const request = {
    source: client,
    sourceThreadId: threadId,
    target: client,
    graphId,
    branches: 'newest',
  } as const;
  const clone = await cloneThread(request, null, signal, () => undefined);
  return { thread: parseThread(await client.threads.get(clone.threadId, { purpose })), clone };
}
