import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { HostConnectionContext } from '../rpc/host-connection-context.ts';
import type { HostConnection } from '../rpc/host-connection.ts';
import { createConfirmationStore, withConfirmations, type ConfirmationStore } from '../rpc/confirmations.ts';
import { RpcContext } from '../rpc/rpc-context.ts';
import { useStore } from 'zustand';
import { createQueryClient } from '../queries/query-client.ts';
import { restoreSelection } from './restore-selection.ts';
import { LazyConfirmWrite } from './shell/lazy-views.ts';
import { ErrorBoundary } from './shell/PaneBoundary.tsx';
import { Shell } from './shell/Shell.tsx';
import { HeldActionContext } from '../ui/controls/BusyLabel.tsx';
import { TooltipLayer } from '../ui/popups/Tooltip.tsx';
import { createRunSession, RunSessionContext } from '../runs/run-session.ts';
import { createUiStore, UiStoreContext } from './ui-store.ts';

export function App({ hostConnection }: { readonly hostConnection: HostConnection }) {
  const [{ session, uiStore }] = useState(createStores);
  const [queryClient] = useState(createQueryClient);
  const [confirmations] = useState(createConfirmationStore);
  const [rpc] = useState(() => withConfirmations(hostConnection.rpc, confirmations));
  useEffect(() => restoreSelection(hostConnection.rpc, uiStore, session), [hostConnection, uiStore, session]);
  return (
    <HostConnectionContext value={hostConnection}>
      <RpcContext value={rpc}>
        <QueryClientProvider client={queryClient}>
          <UiStoreContext value={uiStore}>
            <RunSessionContext value={session}>
              <WhileConfirming store={confirmations}>
                <ErrorBoundary name="The window">
                  <Shell />
                </ErrorBoundary>
              </WhileConfirming>
              <Confirmations store={confirmations} />
              <TooltipLayer />
            </RunSessionContext>
          </UiStoreContext>
        </QueryClientProvider>
      </RpcContext>
    </HostConnectionContext>
  );
}

// Together, since React may make them twice: the UI's store keeps the selection of its session.
function createStores() {
  const session = createRunSession();
  return { session, uiStore: createUiStore(session) };
}

// An action that waits for the user has not begun: its button does not say that it has.
function WhileConfirming({
  store,
  children,
}: {
  readonly store: ConfirmationStore;
  readonly children: ReactNode;
}) {
  const since = useStore(store, ({ pending }) => pending[0]?.calledAt ?? null);
  const heldAction = useMemo(() => (since === null ? null : { label: 'Waiting', since }), [since]);
  return <HeldActionContext value={heldAction}>{children}</HeldActionContext>;
}

// Outside of the shell, so that it is above every dialog.
function Confirmations({ store }: { readonly store: ConfirmationStore }) {
  const isPending = useStore(store, ({ pending }) => pending.length > 0);
  return isPending ? <LazyConfirmWrite store={store} /> : null;
}
