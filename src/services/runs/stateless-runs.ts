import type { GraphClient } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';

// How to find such a run's thread. `threadId`: if named by the server.
export interface StatelessRunMarker {
  readonly clientRequestId: string;
  readonly threadId: string | null;
}

export interface StatelessRuns {
  readonly remember: (runId: string, mark: StatelessRunMarker) => void;
  // The temporary thread of a run. Throws an `AppError` (`unsupported`) if it can't be found.
  readonly find: (client: GraphClient, runId: string, signal: AbortSignal) => Promise<string>;
}

const maxRuns = 200;

// Servers run stateless runs on temporary threads. Some name the thread in the run's location; where threads
// inherit run metadata, as on the JavaScript server, it is found by the request id. It is needed to stop the
// run.
export function createStatelessRuns(): StatelessRuns {
  const requests = new Map<string, StatelessRunMarker>();
  return {
    remember(runId, mark) {
      requests.set(runId, mark);
      const [oldest] = requests.keys();
      if (requests.size > maxRuns && oldest !== undefined) requests.delete(oldest);
    },
    async find(client, runId, signal) {
      const { clientRequestId: marked, threadId } = requests.get(runId) ?? {};
      if (threadId) return threadId;
      const threads =
        marked === undefined
          ? []
          : await client.threads.search(
              { metadata: { client_request_id: marked }, limit: 1 },
              { signal, purpose: 'runs.cancel' },
            );
      const [thread] = threads;
      if (thread) return thread.thread_id;
      throw new AppError('unsupported', "This run has no thread and can't be cancelled.", {
        hint: 'It may have ended, or the server does not expose its temporary thread. Start runs on a thread to be able to cancel them.',
      });
    },
  };
}
