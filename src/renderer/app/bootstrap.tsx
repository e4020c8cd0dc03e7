import '../page-policy.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Port } from '../../shared/rpc/port.ts';
import { openPort } from '../rpc/open-port.ts';
import { createHostConnection } from '../rpc/host-connection.ts';
import { App } from './App.tsx';
import { preloadViews } from './shell/lazy.ts';

/** When what is not on show yet is fetched, if the page is never idle before. */
const idleMs = 3000;

/** Draws the window into its page. `opening` is the first way to the host; later ones are opened when it is lost. */
export function bootstrap(root: HTMLElement, opening: Promise<Port>): void {
  let first: Promise<Port> | null = opening;
  const link = createHostConnection({
    openPort(signal) {
      const port = first ?? openPort(signal);
      first = null;
      return port;
    },
  });
  createRoot(root).render(
    <StrictMode>
      <App link={link} />
    </StrictMode>,
  );
  requestIdleCallback(() => void preloadViews(), { timeout: idleMs });
}
