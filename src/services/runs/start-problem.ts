import { GraphServerError, mentionsBusyThread, type GraphClient } from '../../remote-graph/client.ts';
import { AppError } from '../../shared/app-error.ts';

/**
 * Why a run was not taken. Servers answer 409 or 422 for a busy thread, and the JavaScript server answers the very same
 * for a thread that is not there (docs/protocol.md, Status codes): so the thread is asked.
 */
export async function explainStartFailure(client: GraphClient, threadId: string, thrown: unknown): Promise<unknown> {
  if (!(thrown instanceof GraphServerError) || (thrown.status !== 409 && thrown.status !== 422))
    return thrown;
  const details = { status: String(thrown.status), server: thrown.serverText };
  try {
    const thread = await client.threads.get(threadId, { purpose: 'runs.start' });
    // 422 stands for much else: then the server's own words win over a guess.
    const mayMeanBusy = thrown.status === 409 || mentionsBusyThread(thrown.serverText);
    if (thread.status !== 'busy' || !mayMeanBusy) return thrown;
    return new AppError('thread-busy', 'A run is active on this thread, so no other one can start now.', {
      hint: 'Wait for its end, or stop it.',
      details,
    });
  } catch (why) {
    if (!(why instanceof GraphServerError) || why.status !== 404) return thrown;
    return new AppError('not-found', 'The thread does not exist on this server.', {
      hint: 'It may have been deleted. Pick another thread, or make a new one.',
      details,
    });
  }
}
