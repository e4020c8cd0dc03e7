import '../page-policy.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Port } from '../../shared/rpc/port.ts';
import type { OpenPort } from '../rpc/open-port.ts';
import { createHostConnection } from '../rpc/host-connection.ts';
import { App } from './App.tsx';
import { keepLinkOfAddress } from './commands/pending-link.ts';
import { LazyGraphPane, LazyRunsTable } from './shell/lazy-views.ts';
import { readStoredUiState } from './splash/splash-data.ts';
import { opensPanes } from './view-at-start.ts';
import { preloadViews } from '../ui/lazy-code.ts';

// Latest time to preload lazy views if the page is never idle.
const idleMs = 3000;

// Not part of the first paint, but the first to be needed after it: it is fetched while the window is rendered.
const firstView = opensPanes(readStoredUiState()) ? LazyGraphPane : LazyRunsTable;
firstView.code.load().catch(() => undefined);

/** Renders the app. `portPromise` is the first connection to the host; `openPort` opens those that replace it when it is lost. */
export function mountWindow(root: HTMLElement, openPort: OpenPort, portPromise: Promise<Port>): void {
  keepLinkOfAddress();
  let first: Promise<Port> | null = portPromise;
  const hostConnection = createHostConnection({
    openPort(signal) {
      const port = first ?? openPort(signal);
      first = null;
      return port;
    },
  });
  createRoot(root).render(
    <StrictMode>
      <App hostConnection={hostConnection} />
    </StrictMode>,
  );
  requestIdleCallback(() => void preloadViews(), { timeout: idleMs });
}
