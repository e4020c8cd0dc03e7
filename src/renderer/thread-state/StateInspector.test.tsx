import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { ThreadState } from '../../shared/model/thread.ts';
import { dispatch } from '../commands/command-queue.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { RpcContext, type StudioRpc } from '../rpc/rpc-context.ts';
import type { CheckpointSelection } from '../shared-ui/checkpoint.ts';
import { draftKey, writeDraft } from '../storage/drafts.ts';
import { StateInspector } from './StateInspector.tsx';

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => {
  cleanup();
  queryClient.clear();
});

const state: ThreadState = {
  threadId: 't',
  checkpointId: 'c1',
  parentId: null,
  createdAt: null,
  step: 0,
  source: 'input',
  valuesText: '{"topic":"a"}',
  metadataText: '{}',
  next: [],
  tasks: [],
  interrupts: [],
};

function inspect(
  rpc: StudioRpc,
  threadId = 't',
  onOpen: (to: CheckpointSelection) => void = () => undefined,
) {
  const nothing = (): void => undefined;
  return (
    <StrictMode>
      <RpcContext value={rpc}>
        <QueryClientProvider client={queryClient}>
          <StateInspector
            connectionId="c"
            threadId={threadId}
            assistantId={null}
            checkpointId={null}
            onCheckpoint={nothing}
            onOpenCheckpoint={onOpen}
            onRun={async () => undefined}
            onRunFrom={nothing}
            node={<p>What it did</p>}
          />
        </QueryClientProvider>
      </RpcContext>
    </StrictMode>
  );
}

it('a command to edit a state that is not loaded yet opens the edit once it is, and only that time', async () => {
  let answer: () => void = () => undefined;
  const rpc = {
    call: async (name: string) => {
      if (name !== 'threads.state') throw new AppError('not-found', 'Not asked here.');
      await new Promise<void>((resolve) => (answer = resolve));
      return state;
    },
  } as unknown as StudioRpc;
  const { rerender } = render(inspect(rpc));
  act(() =>
    dispatch({
      type: 'edit-state',
      connectionId: 'c',
      threadId: 't',
      checkpointNs: '',
      asNode: 'write',
      message: null,
    }),
  );
  expect(screen.queryByRole('region', { name: 'Edit state' })).toBeNull();
  act(() => answer());
  await screen.findByRole('region', { name: 'Edit state' });

  // Shown again, the thread has its state at once, and no edit.
  rerender(inspect(rpc, 'other'));
  rerender(inspect(rpc));
  await screen.findByRole('button', { name: 'Edit state here' });
  expect(screen.queryByRole('region', { name: 'Edit state' })).toBeNull();
});

it('a command to compare opens the differences with the chosen checkpoint, and a second one changes the choice', async () => {
  const read: unknown[] = [];
  const rpc = {
    call: async (name: string, { checkpointId }: { checkpointId: string | null }) => {
      if (name !== 'threads.state') throw new AppError('not-found', 'Not asked here.');
      read.push(checkpointId);
      return { ...state, checkpointId: checkpointId ?? 'c9', parentId: 'c8' };
    },
  } as unknown as StudioRpc;
  render(inspect(rpc));
  await screen.findByRole('button', { name: 'Edit state here' });
  const compare = (other: 'latest' | `at ${string}`): void =>
    act(() => {
      dispatch({ type: 'compare-checkpoint', connectionId: 'c', threadId: 't', other });
    });
  compare('at c3');
  await waitFor(() => expect(read).toContain('c3'));
  expect(screen.getByRole('tab', { name: 'Diff' }).getAttribute('aria-selected')).toBe('true');
  compare('at c5');
  await waitFor(() => expect(read).toContain('c5'));
});

it('keeps an edit in view when the server goes away, and says so beside it', async () => {
  let isAway = false;
  const rpc = {
    call: async (name: string) => {
      if (isAway)
        throw new AppError('unreachable', 'Connection refused: nothing is listening at this address.');
      if (name === 'threads.state') return state;
      throw new AppError('not-found', 'Not asked here.');
    },
  } as unknown as StudioRpc;
  render(inspect(rpc));
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Edit state here' }));
  await screen.findByRole('region', { name: 'Edit state' });
  isAway = true;
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.thread('c', 't') }));
  expect(await screen.findByText('Connection refused: nothing is listening at this address.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Edit state' })).toBeTruthy();
});

it('opens the node tab by its command only, keeps an open edit beside it, and leaves it for the next edit', async () => {
  const rpc = {
    call: async (name: string) => {
      if (name === 'threads.state') return state;
      throw new AppError('not-found', 'Not asked here.');
    },
  } as unknown as StudioRpc;
  render(inspect(rpc));
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Edit state here' }));
  const edit = await screen.findByRole('region', { name: 'Edit state' });
  expect(screen.queryByText('What it did')).toBeNull();

  act(() => dispatch({ type: 'inspect-node' }));
  expect(await screen.findByText('What it did')).toBeTruthy();
  expect(screen.getByRole('tab', { name: 'Node' }).getAttribute('aria-selected')).toBe('true');
  expect(document.contains(edit)).toBe(true);

  act(() =>
    dispatch({
      type: 'edit-state',
      connectionId: 'c',
      threadId: 't',
      checkpointNs: null,
      asNode: null,
      message: null,
    }),
  );
  await waitFor(() => expect(screen.queryByText('What it did')).toBeNull());
  expect(screen.getByRole('tab', { name: 'State' }).getAttribute('aria-selected')).toBe('true');
});

it('keeps the edit of a first state while it is read again, and once a run has written one', async () => {
  let newest: ThreadState = { ...state, checkpointId: null, valuesText: '{}' };
  let reading = Promise.resolve();
  const rpc = {
    call: async (name: string) => {
      if (name !== 'threads.state') throw new AppError('not-found', 'Not asked here.');
      await reading;
      return newest;
    },
  } as unknown as StudioRpc;
  render(inspect(rpc));
  await screen.findByText('This thread has never run. Start a run to see its state.');
  const failed = { runId: 'r', threadId: 't', status: 'error', createdAt: null };
  act(() => void queryClient.setQueryData(queryKeys.runs('c', 't'), [failed]));
  await screen.findByText('The server has no checkpoint of this thread.');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Write the first state' }));
  const edit = await screen.findByRole('region', { name: 'Edit state' });

  let answer: () => void = () => undefined;
  reading = new Promise((resolve) => (answer = resolve));
  act(() => void queryClient.invalidateQueries({ queryKey: queryKeys.thread('c', 't') }));
  await screen.findByText('Loading state…');
  expect(document.contains(edit)).toBe(true);
  newest = state;
  answer();
  await screen.findByText('The thread has changed since you started. Your edit is kept.');
  expect(document.contains(edit)).toBe(true);
});

it('offers an edit of a checkpoint that is no longer the newest, and of the time before there was one', async () => {
  const rpc = {
    call: async (name: string) => {
      if (name === 'threads.state') return state;
      throw new AppError('not-found', 'Not asked here.');
    },
  } as unknown as StudioRpc;
  const first = draftKey('state', 'c', 't', '');
  const older = draftKey('state', 'c', 't', 'c0');
  writeDraft(first, '{"topic":"first"}');
  writeDraft(older, '{"topic":"older"}');
  writeDraft(draftKey('state', 'c', 't', 'c2', 'inner:1'), '{}');
  const onOpen = vi.fn<(to: CheckpointSelection) => void>();
  const user = userEvent.setup();
  const { rerender } = render(inspect(rpc, 't', onOpen));
  await user.click(await screen.findByRole('button', { name: 'Go to your edit of c0' }));
  expect(onOpen).toHaveBeenCalledWith({ checkpointId: 'c0', inner: null });

  writeDraft(older, null);
  rerender(inspect(rpc, 'other'));
  rerender(inspect(rpc));
  await user.click(await screen.findByRole('button', { name: 'Continue writing the first state' }));
  await screen.findByRole('region', { name: 'Edit state' });
  expect(screen.getByText('The thread has changed since you started. Your edit is kept.')).toBeTruthy();
  writeDraft(first, null);
});

it('says where an edit has a key twice, and not that it changes nothing', async () => {
  const rpc = {
    call: async (name: string) => {
      if (name === 'threads.state') return state;
      throw new AppError('not-found', 'Not asked here.');
    },
  } as unknown as StudioRpc;
  const draft = draftKey('state', 'c', 't', 'c1');
  writeDraft(draft, '{"topic":"b","topic":"a"}');
  render(inspect(rpc));
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Continue editing' }));
  await screen.findByText('The key "topic" is in its object twice at line 1, column 14');
  expect(screen.queryByText('no change')).toBeNull();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  act(() => writeDraft(draft, null));
});

it('says that a scheduled edit was not sent if it cannot be sent once the thread is idle', async () => {
  let status = 'busy';
  const sent: string[] = [];
  const rpc = {
    call: async (name: string) => {
      if (name === 'threads.state') return state;
      if (name === 'threads.get') return { threadId: 't', status };
      sent.push(name);
      throw new AppError('thread-busy', 'A run is active on this thread, so its state can’t be edited.');
    },
  } as unknown as StudioRpc;
  const draft = draftKey('state', 'c', 't', 'c1');
  writeDraft(draft, '{"topic":"b"}');
  const user = userEvent.setup();
  render(inspect(rpc));
  await user.click(await screen.findByRole('button', { name: 'Continue editing' }));
  const save = await screen.findByRole<HTMLButtonElement>('button', { name: 'Save' });
  await waitFor(() => expect(save.disabled).toBe(false));
  await user.click(save);
  await user.click(await screen.findByRole('button', { name: 'Apply when idle' }));
  await screen.findByText(/^Waiting for the run to end/);
  act(() => writeDraft(draft, '{"topic":'));
  status = 'idle';
  await screen.findByText('This edit was scheduled for when the thread is idle. It was not sent.');
  expect(sent.filter((name) => name === 'threads.updateState')).toHaveLength(1);
  act(() => writeDraft(draft, null));
});

it('a command to edit the state of the thread itself leaves that of an inspected subgraph, and one to edit any does not', async () => {
  const subgraph = { checkpointNs: 'write:1', checkpointId: 'i1' };
  const task = { id: '1', nodeId: 'write', error: null, waiting: false, subgraph };
  const rpc = {
    call: async (name: string, { checkpointNs = '' }: { checkpointNs?: string }) => {
      if (name !== 'threads.state') throw new AppError('not-found', 'Not asked here.');
      return checkpointNs === '' ? { ...state, tasks: [task] } : { ...state, checkpointId: 'i1' };
    },
  } as unknown as StudioRpc;
  const edit = (checkpointNs: string | null): void =>
    act(() => {
      dispatch({
        type: 'edit-state',
        connectionId: 'c',
        threadId: 't',
        checkpointNs,
        asNode: null,
        message: null,
      });
    });
  const user = userEvent.setup();
  render(inspect(rpc));
  await user.click(await screen.findByRole('button', { name: /^State of/ }));
  await user.click(await screen.findByRole('menuitemradio', { name: /write/ }));
  await screen.findByRole('button', { name: 'Edit state here' });
  edit(null);
  await screen.findByText('Edit state of write');
  edit('');
  await waitFor(() =>
    expect(screen.getByRole('region', { name: 'Edit state' }).textContent).toContain('Edit state here'),
  );
});
