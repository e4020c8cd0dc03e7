import type { GraphClient } from '../../../remote-graph/client.ts';
import { AppError } from '../../../shared/app-error.ts';

/** What the thread of such a run is found by. `threadId`: named by the server, where it does. */
export interface StatelessRunMarker {
  readonly clientRequestId: string;
  readonly threadId: string | null;
}

/** Finds the temporary threads of runs that were started here without one. */
export interface StatelessRuns {
  readonly remember: (runId: string, mark: StatelessRunMarker) => void;
  /** The thread that the server made for a run. Throws an `AppError` (`unsupported`) when it can't be found. */
  readonly find: (client: GraphClient, runId: string, signal: AbortSignal) => Promise<string>;
}

/** As many runs as are remembered. */
const most = 200;

/**
 * Servers run what has no thread on a temporary one. Some name it in the location of the run; where threads get the
 * metadata of their run, as on the JavaScript server, it is found by the id that marks the request. Only with it can a run
 * be stopped.
 */
export function createStatelessRuns(): StatelessRuns {
  const requests = new Map<string, StatelessRunMarker>();
  return {
    remember(runId, mark) {
      requests.set(runId, mark);
      const [oldest] = requests.keys();
      if (requests.size > most && oldest !== undefined) requests.delete(oldest);
    },
    async find(client, runId, signal) {
      const { clientRequestId: marked, threadId } = requests.get(runId) ?? {};
      if (threadId) return threadId;
      const found =
        marked === undefined
          ? []
          : await client.threads.search(
              { metadata: { client_request_id: marked }, limit: 1 },
              { signal, purpose: 'runs.cancel' },
            );
      const [thread] = found;
      if (thread) return thread.thread_id;
      throw new AppError('unsupported', 'This run has no thread that it could be stopped by.', {
        hint: 'It has ended, or this server keeps the thread of such a run to itself. Give the run a thread to be able to stop it.',
      });
    },
  };
}
