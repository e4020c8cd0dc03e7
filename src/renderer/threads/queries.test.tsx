import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import { aThread } from '../../testing/builders.ts';
import { RpcContext, type StudioRpc } from '../rpc/rpc-context.ts';
import { useThreadPages } from './queries.ts';

afterEach(cleanup);

it('renders nothing anew when a list is asked again and is the same', async () => {
  let there = [aThread()];
  const call = vi.fn<() => Promise<unknown>>(async () => {
    await nextTurn();
    return { threads: there, nextOffset: null };
  });
  const rpc = { call, open: vi.fn<() => void>() } as unknown as StudioRpc;
  const client = new QueryClient();
  let rendered = 0;
  function List() {
    const { threads } = useThreadPages('c', defaultThreadListing);
    return <p>{threads?.length} of them</p>;
  }
  render(
    <QueryClientProvider client={client}>
      <RpcContext value={rpc}>
        <Profiler id="list" onRender={() => (rendered += 1)}>
          <List />
        </Profiler>
      </RpcContext>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('1 of them')).toBeTruthy();
  const before = rendered;
  await client.refetchQueries();
  await client.refetchQueries();
  there = [aThread(), aThread({ threadId: 'another' })];
  await client.refetchQueries();
  expect(await screen.findByText('2 of them')).toBeTruthy();
  expect(rendered).toBe(before + 1);
});

/** Responses take a turn; meanwhile the views are notified of changes. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
