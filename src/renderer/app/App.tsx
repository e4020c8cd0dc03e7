import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { HostConnectionContext } from '../rpc/host-connection-context.ts';
import type { HostConnection } from '../rpc/host-connection.ts';
import { StudioContext } from '../rpc/rpc-context.ts';
import { createQueryClient } from '../queries/query-client.ts';
import { restoreSelection } from './workbench/restore-selection.ts';
import { Shell } from './shell/Shell.tsx';
import { createUiStore, UiStoreContext } from './workbench/ui-store.ts';

export function App({ link }: { readonly link: HostConnection }) {
  const [uiStore] = useState(createUiStore);
  const [queryClient] = useState(createQueryClient);
  useEffect(() => restoreSelection(link.studio, uiStore), [link, uiStore]);
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
