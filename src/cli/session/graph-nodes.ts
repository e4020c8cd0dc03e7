import { AppError } from '../../shared/app-error.ts';
import { assistantOfThread } from './assistant-of-thread.ts';
import type { Call } from './confirm-writes.ts';

interface ThreadOnServer {
  readonly connectionId: string;
  readonly threadId: string;
  readonly serverName: string;
}

/** The nodes of a thread's graph at its top level; `null` if it is not known which graph that is. */
export async function graphNodes(call: Call, thread: ThreadOnServer): Promise<readonly string[] | null> {
  const { connectionId } = thread;
  try {
    const { assistantId } = await assistantOfThread(call, thread, null);
    const { nodes } = await call('assistants.graph', { connectionId, assistantId });
    return nodes.filter(({ parent }) => parent === null).map(({ id }) => id);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
