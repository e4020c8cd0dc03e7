import { GraphServerError, ThreadBusyError, ThreadNotFoundError } from '../errors.ts';
import type { CallOptions } from '../http/http-client.ts';
import type { ServerQuirks } from './server-quirks.ts';

/**
 * Turns a refused run into a typed error. 409 and 422 mean a busy thread, but on the JavaScript server also a
 * missing one; 404 means a missing thread or a missing assistant. Only the thread itself shows it (docs/protocol.md, Status
 * codes). Other errors are returned unchanged.
 */
export async function explainRefusal(
  quirks: ServerQuirks,
  error: unknown,
  threadId: string | null,
  options: CallOptions,
): Promise<unknown> {
  if (threadId === null || !(error instanceof GraphServerError)) return error;
  if (![404, 409, 422].includes(error.status)) return error;
  try {
    const { status } = await quirks.probes.thread(threadId, options);
    // 422 has many other causes, so the server's own message wins over a guess.
    const isBusy = status === 'busy' && (error.status === 409 || mentionsBusyThread(error.serverText));
    return isBusy ? new ThreadBusyError(error) : error;
  } catch (why) {
    return why instanceof GraphServerError && why.status === 404 ? new ThreadNotFoundError(error) : error;
  }
}

/** Whether a refusal says that another run is active. 422 alone has other causes. */
export function mentionsBusyThread(serverText: string): boolean {
  return /\bbusy\b|already running|already has a run|active run|run in progress/i.test(serverText);
}
