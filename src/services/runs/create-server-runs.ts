import pLimit from 'p-limit';
import type { CallsOf, StudioHandlers } from '../../shared/contract.ts';
import { toWireError } from '../../shared/wire-error.ts';
import { withServerClient, type ServerClients } from '../common/server-clients.ts';
import { createThreadListCaches, type ThreadListCaches } from '../threads/thread-list-caches.ts';
import { listServerRuns } from './list-server-runs.ts';

type Calls = StudioHandlers['calls'];

export interface ServerRuns {
  readonly calls: CallsOf<'serverRuns'>;
}

/** `caches`: Shared with the list of threads. `cancelRun`: Cancels one run and waits until it has stopped. */
interface ServerRunsOptions {
  readonly clients: ServerClients;
  readonly caches?: ThreadListCaches;
  readonly cancelRun: Calls['runs.cancel'];
}

const cancelsAtOnce = 8;

export function createServerRuns({
  clients,
  caches = createThreadListCaches(),
  cancelRun,
}: ServerRunsOptions): ServerRuns {
  return {
    calls: {
      'serverRuns.list': ({ connectionId, kind, threads }, signal) =>
        withServerClient(clients, connectionId, (client) =>
          listServerRuns(client, caches, { kind, maxThreads: threads }, signal),
        ),
      'serverRuns.cancel': ({ connectionId, runs }, signal) => {
        const inTurn = pLimit(cancelsAtOnce);
        return Promise.all(
          runs.map(({ threadId, runId }) =>
            inTurn(async () => {
              try {
                const action = 'interrupt';
                const result = await cancelRun({ connectionId, threadId, runId, action }, signal);
                return { runId, result, problem: null };
              } catch (error) {
                signal.throwIfAborted();
                return { runId, result: null, problem: toWireError(error) };
              }
            }),
          ),
        );
      },
    },
  };
}
