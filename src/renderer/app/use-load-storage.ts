import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { AppError } from '../../shared/app-error.ts';
import { loadStorage } from '../storage/persistent-store.ts';
import { useRpc, type StudioRpc } from '../rpc/rpc-context.ts';
import { linkOfWindow } from './commands/pending-link.ts';
import { showToast } from '../ui/popups/toast-store.ts';
import { restoreCachedGraph } from './cached-graph.ts';
import { useRunSession } from '../runs/run-session.ts';
import { useUiStore, type UiStore } from './ui-store.ts';

/** True once stored drafts and selections are loaded, or failed to load: views that need them render only then. */
export function useLoadStorage(): boolean {
  const rpc = useRpc();
  const queryClient = useQueryClient();
  const store = useUiStore();
  const session = useRunSession();
  const [read, setRead] = useState(false);
  useEffect(() => {
    const marked = markNewStudio(rpc, store);
    void loadStorage(rpc, reportError)
      .catch(reportError)
      .then(() => Promise.all([selectionOpened(store), marked]))
      .then(() => {
        restoreCachedGraph(queryClient, session.getState().selection);
        setRead(true);
      });
  }, [rpc, queryClient, store, session]);
  return read;
}

// Who opens a link knows where to begin. Without an answer, the window shows what it always shows.
async function markNewStudio(rpc: StudioRpc, store: UiStore): Promise<void> {
  const info = await rpc.call('app.info', {}).catch(() => null);
  if (info?.isNew === true && linkOfWindow() === null) store.setState({ isNew: true });
}

// Resolves once the initial selection is decided.
function selectionOpened(store: UiStore): Promise<void> {
  return new Promise((resolve) => {
    const check = (): void => {
      if (store.getState().remembered !== null) return;
      forget();
      resolve();
    };
    const forget = store.subscribe(check);
    check();
  });
}

function reportError(problem: unknown): void {
  if (problem instanceof AppError) showToast([problem.message, problem.hint].join(' ').trim(), 'fail');
  else showToast('Could not save your input to disk.', 'fail');
}
