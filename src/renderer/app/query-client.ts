import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { AppError } from '../../shared/app-error.ts';
import { showToast } from '../ui/toast-store.ts';

/**
 * The one error policy. An expected failure is shown where it happened, by the view that asked (`ErrorNote`), with what
 * was known before still in sight. A bug is also told at the window's edge, because its place may not be in sight.
 * Nothing is tried again behind the user's back: services retry what may be retried, and views offer the rest.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: tellBug }),
    mutationCache: new MutationCache({ onError: tellBug }),
    defaultOptions: {
      // The port is not the network: the studio works offline.
      queries: { networkMode: 'always', retry: false, staleTime: 2000 },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

function tellBug(error: unknown): void {
  if (error instanceof AppError && error.code !== 'internal') return;
  showToast('The studio failed inside. Its log names the place.', 'fail');
}
