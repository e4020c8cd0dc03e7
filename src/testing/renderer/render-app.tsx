import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, within, type RenderResult } from '@testing-library/react';
import type { ReactElement } from 'react';
import { App } from '../../renderer/app/App.tsx';
import { LazyGraphPane } from '../../renderer/app/shell/lazy-views.ts';
import { createQueryClient } from '../../renderer/queries/query-client.ts';
import { RpcContext } from '../../renderer/rpc/rpc-context.ts';
import { HostConnectionContext } from '../../renderer/rpc/host-connection-context.ts';
import { createHostConnection, type HostConnection } from '../../renderer/rpc/host-connection.ts';
import { AppError } from '../../shared/app-error.ts';
import { contract, type StudioHandlers } from '../../shared/contract.ts';
import { createPortPair } from '../../shared/rpc/in-memory-port.ts';
import type { Port } from '../../shared/rpc/port.ts';
import { serve } from '../../shared/rpc/server.ts';
import { stubHandlers } from './stub-handlers.ts';

// As `bootstrap.tsx` does. Awaited, so that the time of a test is not that of reading React Flow.
await LazyGraphPane.code.load();

/** Overrides of the stub back end. */
export interface TestHandlers {
  readonly calls?: Partial<StudioHandlers['calls']>;
  readonly streams?: Partial<StudioHandlers['streams']>;
}

export interface RenderedApp extends RenderResult {
  readonly hostConnection: HostConnection;
  /** Every call that reached the back end, oldest first. */
  readonly called: readonly { readonly method: string; readonly input: unknown }[];
  /** Cuts the port, as if the host had died, until `reconnectHost`. */
  disconnectHost(): void;
  reconnectHost(): void;
  /** Unmounts the window and closes its connection. */
  end(): void;
}

/**
 * Renders the whole window over an in-memory port, with the real contract on both ends. Tests script the back
 * end and check what a user sees. A window that opens with the runs of its server goes on to its threads.
 */
export function renderApp(handlers: TestHandlers = {}): RenderedApp {
  const app = renderConnected(handlers, (hostConnection) => <App hostConnection={hostConnection} />);
  const views = within(app.getByRole('navigation', { name: 'Views' }));
  if (views.queryByRole('button', { name: 'Runs', current: 'page' }) !== null)
    fireEvent.click(views.getByRole('button', { name: 'Threads' }));
  return app;
}

/** The same for one view, without the window around it, which takes many times as long to render. */
export function renderView(view: ReactElement, handlers: TestHandlers = {}): RenderedApp {
  return renderConnected(handlers, (hostConnection) => (
    <HostConnectionContext value={hostConnection}>
      <RpcContext value={hostConnection.rpc}>
        <QueryClientProvider client={createQueryClient()}>{view}</QueryClientProvider>
      </RpcContext>
    </HostConnectionContext>
  ));
}

function renderConnected(
  handlers: TestHandlers,
  elementFor: (hostConnection: HostConnection) => ReactElement,
): RenderedApp {
  const called: { method: string; input: unknown }[] = [];
  const quiet = stubHandlers();
  const all: StudioHandlers = {
    calls: noteCalls({ ...quiet.calls, ...handlers.calls }, called),
    streams: { ...quiet.streams, ...handlers.streams },
  };
  let hostPort: Port | null = null;
  let isAway = false;
  const hostConnection = createHostConnection({
    delay: () => 1,
    openPort: () => {
      if (isAway) return Promise.reject(new AppError('unreachable', 'The host is away.'));
      const [near, other] = createPortPair();
      hostPort = other;
      serve(contract, all, other, {
        onBug: (where, error) => {
          throw new Error(`The test's handler for ${where} failed`, { cause: error });
        },
      });
      return Promise.resolve(near);
    },
  });
  const rendered = render(elementFor(hostConnection));
  return {
    ...rendered,
    hostConnection,
    called,
    disconnectHost() {
      isAway = true;
      hostPort?.close();
    },
    reconnectHost() {
      isAway = false;
    },
    end() {
      rendered.unmount();
      hostConnection.close();
      // It ends with its window.
      sessionStorage.clear();
    },
  };
}

function noteCalls(
  calls: StudioHandlers['calls'],
  called: { method: string; input: unknown }[],
): StudioHandlers['calls'] {
  const noted = Object.entries(calls).map(([method, handler]) => [
    method,
    (input: never, signal: AbortSignal) => {
      called.push({ method, input });
      return handler(input, signal);
    },
  ]);
  // The same handlers, each recorded in `called`.
  return Object.fromEntries(noted) as StudioHandlers['calls'];
}
