import { MutationCache, onlineManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import type { HostConnection } from '../rpc/host-connection.ts';
import { showToast } from '../ui/feedback/toast-store.ts';

/**
 * The one error policy. An expected failure is shown where it happened, by the view that asked (`ErrorNotice`), with what
 * was known before still in sight. A bug is also told at the window's edge, because its place may not be in sight.
 * Nothing is tried again behind the user's back but a reading that lost its host: services retry what may be retried,
 * and views offer the rest.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: tellBug }),
    mutationCache: new MutationCache({ onError: tellBug }),
    defaultOptions: {
      // "Online" means that the host is there, see `pauseQueriesWhileDisconnected`: the studio works without a network.
      queries: { networkMode: 'online', retry: lostItsHost, retryDelay: 50, staleTime: 2000 },
      // A mutation never waits and is never sent twice.
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** Readings stand still while the host is away, instead of failing, and go on when it is back. Returns the undo. */
export function pauseQueriesWhileDisconnected(link: HostConnection): () => void {
  onlineManager.setEventListener((setOnline) => {
    const report = (): void => setOnline(link.status.getState().state !== 'lost');
    report();
    return link.status.subscribe(report);
  });
  return () => onlineManager.setEventListener(() => undefined);
}

/** A reading that was cut off is made again as soon as there is a host. */
function lostItsHost(failures: number, error: unknown): boolean {
  return error instanceof AppError && error.code === 'port-closed' && failures < 5;
}

function tellBug(error: unknown): void {
  if (error instanceof AppError && error.code !== 'internal') return;
  showToast('Internal error. See the log for details.', 'fail');
}
