import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { contract, type StudioContract } from '../../../shared/contract.ts';
import { contractName } from '../../../shared/contract-name.ts';
import type { RunConnectionState } from '../../../shared/model/run.ts';
import { createRpcClient } from '../../../shared/rpc/client.ts';
import { createPortPair } from '../../../shared/rpc/in-memory-port.ts';
import { serve } from '../../../shared/rpc/server.ts';
import { stubHandlers, buildRunBatch } from '../../../testing/renderer/stub-handlers.ts';
import { HostConnectionContext } from '../../rpc/host-connection-context.ts';
import type { HostConnection } from '../../rpc/host-connection.ts';
import { RpcContext } from '../../rpc/rpc-context.ts';
import { defaultOptions } from '../composer/composer-options.ts';
import { createRunLogStore } from '../model/run-log-store.ts';
import { initialRunState } from '../../run-state/run-state.ts';
import { CurrentRunContext, type CurrentRun } from '../current-run.ts';
import { createRunSession, RunSessionContext } from '../run-session.ts';
import { RunView } from './RunView.tsx';

afterEach(cleanup);

const run = { connectionId: 'c', threadId: 't', runId: 'r' };

const idle: Omit<CurrentRun, 'connectionId' | 'threadId' | 'runId' | 'shownRun' | 'store' | 'running'> = {
  serverName: 'Demo',
  assistant: null,
  checkpointId: null,
  runs: [],
  run: undefined,
  isListing: false,
  listError: null,
  listAgain: () => undefined,
  origin: null,
  playback: {
    log: null,
    isRunning: false,
    source: null,
    blocked: null,
    open: () => undefined,
    close: () => undefined,
  },
  threadRunState: initialRunState,
  runState: null,
  headState: null,
  shownState: null,
  waiting: null,
  isViewingOlder: false,
  isThreadBusy: true,
  isStarting: false,
  failed: null,
  refusedFor: null,
  options: defaultOptions,
  setOptions: () => undefined,
  launch: async () => false,
  onRun: async () => false,
};

/** A run view whose log's link stands so, and what the back end is asked. */
function showLink(connectionState: RunConnectionState) {
  const reconnects: unknown[] = [];
  const retry = vi.fn<() => void>();
  const handlers = stubHandlers();
  const calls = {
    ...handlers.calls,
    'runs.reconnect': async (request: unknown) => {
      reconnects.push(request);
      return {};
    },
  };
  const [host, window] = createPortPair();
  serve<StudioContract>(contract, { ...handlers, calls }, host, { onBug: () => undefined });
  const rpc = createRpcClient<StudioContract>(window, contractName);
  const log = createRunLogStore(run);
  log.take({ ...buildRunBatch([]), connectionState });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <HostConnectionContext value={{ rpc, retry } as unknown as HostConnection}>
        <RpcContext value={rpc}>
          <RunSessionContext value={createRunSession()}>
            <CurrentRunContext value={{ ...idle, ...run, shownRun: run, store: log, running: true }}>
              <RunView chat={null} maximize={null} isSheetOpen />
            </CurrentRunContext>
          </RunSessionContext>
        </RpcContext>
      </HostConnectionContext>
    </QueryClientProvider>,
  );
  return { reconnects, retry };
}

describe('the link of a run', () => {
  it('is shown as cut, and can be retried at once in the status line, from the back end and from the server', async () => {
    const { reconnects, retry } = showLink('reconnecting');
    expect(screen.getByTestId('run-status').dataset['status']).toBe('reconnecting');
    expect(screen.getByText(/^The connection to the event stream of this run was lost/)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Reconnect now' }));
    await waitFor(() => expect(reconnects).toEqual([run]));
    expect(retry).toHaveBeenCalledOnce();
  });

  it('is shown as silent after 15 s without events, with what may hold it back', () => {
    showLink('silent');
    expect(screen.getByText(/no events for 15 seconds/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Reconnect now' })).toBeNull();
  });

  it('is not mentioned while it works', () => {
    showLink('live');
    expect(screen.queryByText(/event stream of this run was lost|no events for/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reconnect now' })).toBeNull();
  });
});
