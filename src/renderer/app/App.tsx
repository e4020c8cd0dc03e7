import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { HostConnectionContext } from '../client/link-context.tsx';
import type { HostConnection } from '../client/studio-link.ts';
import { StudioContext } from '../client/studio.tsx';
import { createQueryClient } from './query-client.ts';
import { restoreSelection } from './open-selection.ts';
import { prefetchSelection } from './read-ahead.ts';
import { Shell } from './Shell.tsx';
import { createUiStore, UiStoreContext } from './ui-store.ts';

/** The whole window over one link to its host. */
export function App({ link }: { readonly link: HostConnection }) {
  const [uiStore] = useState(createUiStore);
  const [queryClient] = useState(createQueryClient);
  useEffect(
    () => restoreSelection(link.studio, uiStore, (selection) => prefetchSelection(queryClient, link.studio, selection)),
    [link, uiStore, queryClient],
  );
  return (
    <HostConnectionContext value={link}>
      <StudioContext value={link.studio}>
        <QueryClientProvider client={queryClient}>
          <UiStoreContext value={uiStore}>
            <Shell />
          </UiStoreContext>
        </QueryClientProvider>
      </StudioContext>
    </HostConnectionContext>
  );
}
