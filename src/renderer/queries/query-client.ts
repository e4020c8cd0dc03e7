import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import type { HostConnection } from '../rpc/host-connection.ts';
import { showToast } from '../ui/popups/toast-store.ts';

/**
 * The error policy. An expected failure is shown by the view that requested the data (`ErrorNotice`), next to
 * the earlier data. A bug also shows a toast, because its view may not be visible. Nothing is retried
 * automatically except queries that lost the host: services retry what may be retried, and views offer the
 * rest.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: reportInternalError }),
    mutationCache: new MutationCache({ onError: reportInternalError }),
    defaultOptions: {
      // "Online" means connected to the host (`pauseQueriesWhileDisconnected`): the studio works without a
      // network.
      queries: { networkMode: 'online', retry: lostItsHost, retryDelay: 50, staleTime: 2000 },
      // A mutation never waits and is never sent twice.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Pauses queries while the host is away instead of failing them. Returns an unsubscribe function. */
export function pauseQueriesWhileDisconnected(connection: HostConnection): () => void {
  onlineManager.setEventListener((setOnline) => {
    const report = (): void => setOnline(connection.status.getState().state !== 'lost');
    report();
    return connection.status.subscribe(report);
  });
  return () => onlineManager.setEventListener(() => undefined);
}

// An interrupted query runs again as soon as there is a host.
function lostItsHost(failures: number, error: unknown): boolean {
  return error instanceof AppError && error.code === 'port-closed' && failures < 5;
}

function reportInternalError(error: unknown): void {
  if (error instanceof AppError && error.code !== 'internal') return;
  showToast('Internal error. See the log for details.', 'fail');
}
