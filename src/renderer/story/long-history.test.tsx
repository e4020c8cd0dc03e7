import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { RpcContext, type StudioRpc } from '../rpc/rpc-context.ts';
import { turnsOf } from '../../shared/thread-record/story.ts';
import { storyEntries } from './story-entries.ts';
import { useHistory } from './queries.ts';

const queryClient = new QueryClient();
afterEach(() => queryClient.clear());

/**
 * A thread with `length` checkpoints, newest first, in pages of at most `max` rows, as from the back end.
 */
function longThread(length: number, max = Infinity) {
  const at = (index: number): CheckpointSummary => ({
    checkpointId: String(index).padStart(6, '0'),
    parentId: index === 0 ? null : String(index - 1).padStart(6, '0'),
    createdAt: null,
    step: index,
    source: 'loop',
    runId: null,
    writers: ['work'],
    next: ['work'],
    changedKeys: ['log'],
    interrupts: 0,
    failed: false,
  });
  const cursors: (string | null)[] = [];
  let newest = length - 1;
  const rpc = {
    call: async (_: string, { before, limit }: { before: string | null; limit: number }) => {
      cursors.push(before);
      const first = before === null ? newest : Number(before) - 1;
      const count = Math.min(limit, max, first + 1);
      const checkpoints = Array.from({ length: count }, (_one, row) => at(first - row));
      return { checkpoints, before: first - count < 0 ? null : (checkpoints.at(-1)?.checkpointId ?? null) };
    },
  } as unknown as StudioRpc;
  return { cursors, rpc, grow: (by: number) => (newest += by) };
}

function readHistory(rpc: StudioRpc) {
  return renderHook(() => useHistory('c', 't'), {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <RpcContext value={rpc}>
        <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
      </RpcContext>
    ),
  });
}

it('reads ten thousand checkpoints in pages, and after a run only what is new', async () => {
  const { cursors, rpc, grow } = longThread(10_000);
  const { result } = readHistory(rpc);
  await waitFor(() => expect(result.current.data).toHaveLength(30));
  for (let page = 1; page <= 100; page += 1) await act(() => result.current.fetchNextPage());
  await waitFor(() => expect(result.current.hasNextPage).toBe(false));
  expect(result.current.data).toHaveLength(10_000);
  expect(cursors).toHaveLength(101);

  grow(7);
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.thread('c', 't') }));
  await waitFor(() => expect(result.current.data).toHaveLength(10_007));
  expect(cursors).toHaveLength(102);
  const steps = (result.current.data ?? []).map(({ step }) => step);
  expect(steps).toEqual(Array.from({ length: 10_007 }, (_, index) => 10_006 - index));
  expect(result.current.hasNextPage).toBe(false);

  // The list holds a row for each checkpoint and none of the states: a few MB, however large those are.
  const checkpoints = result.current.data ?? [];
  const entries = storyEntries({
    record: null,
    turns: turnsOf(null, checkpoints, true),
    isWhole: true,
    outcomes: new Map(),
    finished: new Set(),
    questions: [],
    questionLines: [],
    pause: null,
    newestId: null,
    opened: new Set(),
    collapsed: new Set(),
    inner: new Map(),
    describeRun: () => ({ text: '', detail: null, tone: 'plain' }),
  });
  // With the line of their turn.
  expect(entries).toHaveLength(10_008);
  expect(JSON.stringify(queryClient.getQueryData(queryKeys.history('c', 't'))).length).toBeLessThan(
    4_000_000,
  );
});

it('of a short history with heavy states only what is new is read after a run, and no row is lost', async () => {
  // 5 MB each: the back end returns one row at a time.
  const { cursors, rpc, grow } = longThread(8, 1);
  const { result } = readHistory(rpc);
  await waitFor(() => expect(result.current.data).toHaveLength(1));
  for (let page = 1; page < 6; page += 1) await act(() => result.current.fetchNextPage());
  await waitFor(() => expect(result.current.data).toHaveLength(6));
  cursors.length = 0;

  const counts: number[] = [];
  const unsubscribe = queryClient.getQueryCache().subscribe(({ query }) => {
    const data = query.state.data as { readonly pages: readonly { readonly checkpoints: unknown[] }[] };
    counts.push(data.pages.reduce((sum, { checkpoints }) => sum + checkpoints.length, 0));
  });
  grow(3);
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.thread('c', 't') }));
  await waitFor(() => expect(result.current.data).toHaveLength(9));
  unsubscribe();
  // The three new ones and the last known one, whose tasks have run since.
  expect(cursors).toEqual([null, '000010', '000009', '000008']);
  expect(Math.min(...counts)).toBe(6);
  expect((result.current.data ?? []).map(({ step }) => step)).toEqual([10, 9, 8, 7, 6, 5, 4, 3, 2]);

  await act(() => result.current.fetchNextPage());
  await waitFor(() => expect(result.current.data).toHaveLength(10));
  expect(cursors.at(-1)).toBe('000002');
});

it('a heavy history whose newest checkpoints were deleted is read anew', async () => {
  const { cursors, rpc, grow } = longThread(8, 1);
  const { result } = readHistory(rpc);
  await waitFor(() => expect(result.current.data).toHaveLength(1));
  for (let page = 1; page < 4; page += 1) await act(() => result.current.fetchNextPage());
  cursors.length = 0;
  grow(-2);
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.thread('c', 't') }));
  await waitFor(() => expect(result.current.data?.[0]?.step).toBe(5));
  expect(cursors).toEqual([null, '000005', '000004', '000003']);
});
