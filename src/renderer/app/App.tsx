import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { LinkContext } from '../client/link-context.tsx';
import type { StudioLink } from '../client/studio-link.ts';
import { StudioContext } from '../client/studio.tsx';
import { createQueryClient } from './query-client.ts';
import { openSelection } from './open-selection.ts';
import { readAhead } from './read-ahead.ts';
import { Shell } from './Shell.tsx';
import { createUiStore, UiStoreContext } from './ui-store.ts';

/** The whole window over one link to its host. */
export function App({ link }: { readonly link: StudioLink }) {
  const [uiStore] = useState(createUiStore);
  const [queryClient] = useState(createQueryClient);
  useEffect(
    () => openSelection(link.studio, uiStore, (selection) => readAhead(queryClient, link.studio, selection)),
    [link, uiStore, queryClient],
  );
  return (
    <LinkContext value={link}>
      <StudioContext value={link.studio}>
        <QueryClientProvider client={queryClient}>
          <UiStoreContext value={uiStore}>
            <Shell />
          </UiStoreContext>
        </QueryClientProvider>
      </StudioContext>
    </LinkContext>
  );
}
