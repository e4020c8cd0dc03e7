import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { CheckpointSummary, HistoryPage, ThreadState } from '../../shared/model/threads/thread.ts';
import { StudioContext, type Studio } from '../rpc/rpc-context.ts';
import { inferWriters, useCheckpointWriters } from './checkpoint-writers.ts';
import { queryKeys } from './query-keys.ts';
import { buildCheckpoint } from '../../testing/renderer/checkpoint-builder.ts';

const checkpoint = (
  checkpointId: string,
  parentId: string | null,
  rest: Partial<CheckpointSummary> = {},
): CheckpointSummary =>
  buildCheckpoint({
    checkpointId,
    parentId,
    ...rest,
  });

const stateAt = (checkpointId: string, rest: Partial<ThreadState> = {}): ThreadState => ({
  threadId: 't',
  checkpointId,
  parentId: 'parent',
  createdAt: null,
  step: 3,
  source: 'loop',
  valuesText: '{}',
  metadataText: '{}',
  next: [],
  tasks: [],
  interrupts: [],
  ...rest,
});

const task: ThreadState['tasks'][number] = {
  id: 'task',
  nodeId: 'write:deep',
  error: null,
  waiting: false,
};

let queries: QueryClient;
let read: (string | null)[];
afterEach(() => {
  cleanup();
  queries.clear();
});

/** Shows who wrote a state; what is read of the server is kept in `read`. */
function show(state: ThreadState, checkpointNs = '') {
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  read = [];
  const studio = {
    call: async (_name: 'threads.state', { checkpointId }: { readonly checkpointId: string | null }) => {
      read.push(checkpointId);
      return stateAt(checkpointId ?? '', { parentId: null, tasks: [task] });
    },
  } as unknown as Studio;
  function Writers() {
    const { writers, isStart } = useCheckpointWriters('c', state, checkpointNs);
    return <output>{JSON.stringify({ writers, isStart })}</output>;
  }
  render(
    <StudioContext value={studio}>
      <QueryClientProvider client={queries}>
        <Writers />
      </QueryClientProvider>
    </StudioContext>,
  );
}

const shown = (): unknown => JSON.parse(screen.getByRole('status').textContent);

/** The history comes with these checkpoints. */
async function load(checkpoints: readonly CheckpointSummary[]): Promise<void> {
  const page: HistoryPage = { checkpoints: [...checkpoints], before: 'more' };
  const data = { pages: [page], pageParams: [null] };
  await act(async () => queries.setQueryData(queryKeys.history('c', 't'), data));
}

it('U-7: the history names the writers, without a look at the whole state before', async () => {
  show(stateAt('own'));
  expect(shown()).toEqual({ writers: [], isStart: false });
  await load([checkpoint('own', 'parent', { writers: ['plan', 'write'] })]);
  await waitFor(() => expect(shown()).toEqual({ writers: ['plan', 'write'], isStart: false }));
  await load([checkpoint('own', 'parent', { start: true })]);
  await waitFor(() => expect(shown()).toEqual({ writers: [], isStart: true }));
  expect(read).toEqual([]);
});

it('U-7: an input has no writers, so nothing is read for them', async () => {
  show(stateAt('own', { source: 'input' }));
  await load([checkpoint('other', null)]);
  expect(read).toEqual([]);
});

it('reads the state before where the loaded history lacks the checkpoint, or does not tell', async () => {
  show(stateAt('own'));
  await load([checkpoint('newer', 'own')]);
  await waitFor(() => expect(shown()).toEqual({ writers: ['write'], isStart: false }));
  expect(read).toEqual(['parent']);
  cleanup();

  show(stateAt('own'));
  await load([checkpoint('own', 'parent')]);
  await waitFor(() => expect(shown()).toEqual({ writers: ['write'], isStart: false }));
});

it('reads the state before in a subgraph, whose history is not loaded', async () => {
  show(stateAt('own'), 'write:1');
  await waitFor(() => expect(shown()).toEqual({ writers: ['write'], isStart: false }));
});

it('tells who wrote a checkpoint whose parent came with a later page', () => {
  const list = [checkpoint('b', 'a'), checkpoint('a', null, { next: ['x', 'x', 'y'] })];
  expect(inferWriters(list)[0]?.writers).toEqual(['x', 'y']);
  const begun = [checkpoint('b', 'a'), checkpoint('a', null, { next: ['__start__'] })];
  expect(inferWriters(begun)[0]).toBe(begun[0]);
});
