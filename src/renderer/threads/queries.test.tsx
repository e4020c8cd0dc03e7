import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { everyThread } from '../../shared/model/thread-query.ts';
import { aThread } from '../../testing/builders.ts';
import { StudioContext, type Studio } from '../client/studio.tsx';
import { useThreadPages } from './queries.ts';

afterEach(cleanup);

it('renders nothing anew when a list is asked again and is the same', async () => {
  const call = vi.fn(async () => ({ threads: [aThread()], nextOffset: null }));
  const studio = { call, open: vi.fn<() => void>() } as unknown as Studio;
  const client = new QueryClient();
  let rendered = 0;
  function List() {
    const { threads } = useThreadPages('c', everyThread);
    rendered += 1;
    return <p>{threads?.length} of them</p>;
  }
  render(
    <QueryClientProvider client={client}>
      <StudioContext value={studio}>
        <List />
      </StudioContext>
    </QueryClientProvider>,
  );
  expect(await screen.findByText('1 of them')).toBeTruthy();
  const before = rendered;
  await client.refetchQueries();
  await client.refetchQueries();
  expect(call.mock.calls.length).toBeGreaterThanOrEqual(3);
  expect(rendered).toBe(before);
});
