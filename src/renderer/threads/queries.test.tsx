import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import { aThread } from '../../testing/builders.ts';
import { RpcContext, type StudioRpc } from '../rpc/rpc-context.ts';
import { useThreadPages } from './queries.ts';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

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

it('reads a list less often while it can not be read, and at once when that is asked for', async () => {
  vi.useFakeTimers();
  const call = vi.fn<() => Promise<unknown>>(() => Promise.reject(new AppError('unreachable', 'Away.')));
  const rpc = { call, open: vi.fn<() => void>() } as unknown as StudioRpc;
  function List() {
    const { error, threads, refetch } = useThreadPages('c', defaultThreadListing);
    return <button onClick={() => void refetch()}>{error?.message ?? `${threads?.length} of them`}</button>;
  }
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RpcContext value={rpc}>
        <List />
      </RpcContext>
    </QueryClientProvider>,
  );
  const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  await wait(10_000);
  expect(screen.getByRole('button').textContent).toBe('Away.');
  expect(call.mock.calls.length).toBeLessThan(5);

  const before = call.mock.calls.length;
  call.mockResolvedValue({ threads: [aThread()], nextOffset: null });
  fireEvent.click(screen.getByRole('button'));
  await wait(1);
  expect(call.mock.calls.length).toBe(before + 1);
  expect(screen.getByRole('button').textContent).toBe('1 of them');
  await wait(10_000);
  expect(call.mock.calls.length).toBeGreaterThan(before + 8);
});

/** Responses take a turn; meanwhile the views are notified of changes. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve));
}
