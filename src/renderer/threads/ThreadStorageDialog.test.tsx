import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { contract, type StudioContract } from '../../shared/contract.ts';
import { contractName } from '../../shared/contract-name.ts';
import type { ThreadStorage } from '../../shared/model/thread-storage.ts';
import { createRpcClient } from '../../shared/rpc/client.ts';
import { createPortPair } from '../../shared/rpc/in-memory-port.ts';
import { serve } from '../../shared/rpc/server.ts';
import { stubHandlers } from '../../testing/renderer/stub-handlers.ts';
import { RpcContext } from '../rpc/rpc-context.ts';
import { ThreadStorageDialog } from './ThreadStorageDialog.tsx';

const unknown = { count: null, bytes: null };
const empty: ThreadStorage = {
  totalBytes: 0,
  checkpoints: { count: 0, bytes: 0 },
  channelValues: { count: 0, bytes: 0 },
  pendingWrites: { count: 0, bytes: 0 },
  channels: [],
  moreChannels: 0,
};

function show(read: () => Promise<ThreadStorage>) {
  const [host, window] = createPortPair();
  const quiet = stubHandlers();
  const calls = { ...quiet.calls, 'threads.storage': read };
  serve<StudioContract>(contract, { ...quiet, calls }, host, { onBug: () => undefined });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RpcContext value={createRpcClient<StudioContract>(window, contractName)}>
        <ThreadStorageDialog connectionId="c" threadId="t" title="Long one" onClose={() => undefined} />
      </RpcContext>
    </QueryClientProvider>,
  );
}

afterEach(cleanup);

describe('the storage of a thread', () => {
  it('says for each channel what it takes, with what the server left out as unknown', async () => {
    const channels = [
      { name: '<img src=x>', versions: 1200, bytes: 2_400_000 },
      { name: '', versions: null, bytes: null },
    ];
    show(async () => ({ ...empty, totalBytes: null, pendingWrites: unknown, channels, moreChannels: 9500 }));
    const table = within(await screen.findByRole('table', { name: 'Channels of the thread' }));
    expect(table.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
      'ChannelVersionsSize',
      '<img src=x>1,2002.4 MB',
      '(no name)unknownunknown',
    ]);
    expect(screen.getByText('And 9,500 smaller channels.')).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Pending writes unknown unknown' })).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Total unknown' })).toBeTruthy();
  });

  it('says whether no channel has a value or the server lists none', async () => {
    show(async () => empty);
    expect(await screen.findByText('No channel has a value yet.')).toBeTruthy();
    cleanup();
    show(async () => ({ ...empty, channels: null }));
    expect(await screen.findByText('The server does not list the channels.')).toBeTruthy();
  });

  it('says that the server does not report it', async () => {
    show(async () => {
      throw new AppError('unsupported', 'This server does not report how much its threads store.');
    });
    expect(await screen.findByText(/This server does not report how much its threads store/)).toBeTruthy();
  });
});
