import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../../shared/app-error.ts';
import type { ThreadState } from '../../../shared/model/threads/thread.ts';
import { queryKeys } from '../../queries/query-keys.ts';
import { StudioContext, type Studio } from '../../rpc/rpc-context.ts';
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

it('keeps an edit in view when the server goes away, and says so beside it', async () => {
  let isAway = false;
  const studio = {
    call: async (name: string) => {
      if (isAway) throw new AppError('unreachable', 'Nothing listens at this address.');
      if (name === 'threads.state') return state;
      throw new AppError('not-found', 'Not asked here.');
    },
  } as unknown as Studio;
  const nothing = (): void => undefined;
  render(
    <StudioContext value={studio}>
      <QueryClientProvider client={queryClient}>
        <StateInspector
          connectionId="c"
          threadId="t"
          assistantId={null}
          checkpointId={null}
          onCheckpoint={nothing}
          onOpenCheckpoint={nothing}
          onRunFrom={nothing}
          onStarted={nothing}
          editAs={null}
        />
      </QueryClientProvider>
    </StudioContext>,
  );
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Edit state here' }));
  await screen.findByRole('region', { name: 'Edit state' });
  isAway = true;
  await act(() => queryClient.invalidateQueries({ queryKey: queryKeys.thread('c', 't') }));
  expect(await screen.findByText('Nothing listens at this address.')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Edit state' })).toBeTruthy();
});
