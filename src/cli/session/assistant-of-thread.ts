import { AppError } from '../../shared/app-error.ts';
import type { Assistant } from '../../shared/model/assistant.ts';
import type { Call } from './confirm-writes.ts';
import { findAssistant } from './pick-assistant.ts';

interface ThreadOnServer {
  readonly connectionId: string;
  readonly threadId: string;
  readonly serverName: string;
}

/**
 * The assistant of this ID, name or graph; without one, that of the thread: of its newest run, else as the server says. Throws
 * `AppError` as `findAssistant` does.
 */
export async function assistantOfThread(
  call: Call,
  { connectionId, threadId, serverName }: ThreadOnServer,
  named: string | null,
): Promise<Assistant> {
  const assistants = await call('assistants.list', { connectionId });
  if (named !== null || assistants.length === 1) return findAssistant(assistants, named, serverName);
  const [thread, runs] = await Promise.all([
    call('threads.get', { connectionId, threadId }),
    call('runs.list', { connectionId, threadId }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'unsupported') return [];
      throw error;
    }),
  ]);
  const ids = [runs[0]?.assistantId, thread.assistantId];
  const assistant = ids
    .map((id) => assistants.find(({ assistantId }) => assistantId === id))
    .find((one) => one !== undefined);
  return assistant ?? findAssistant(assistants, thread.graphId, serverName);
}
