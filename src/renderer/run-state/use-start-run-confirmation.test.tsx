import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { buildGraphShape } from '../../testing/renderer/graph-shape-builder.ts';
import { recordReload, useGraphBaseline } from '../shared-ui/graph-baselines.ts';
import { createQueryClient } from '../queries/query-client.ts';
import { createConfirmationStore, withConfirmations } from '../rpc/confirmations.ts';
import { RpcContext, type StudioRpc } from '../rpc/rpc-context.ts';
import { continuationRequest, useStartRun } from './use-start-run.ts';
import { useRunState } from './run-state-store.ts';

afterEach(cleanup);

const request = continuationRequest(
  'c',
  { threadId: 't', assistantId: 'a', graphId: null },
  { kind: 'continue' },
);

/** A back end that starts no run before it is confirmed, and then waits. */
function renderLaunch(started: () => Promise<unknown> = () => new Promise(() => undefined)) {
  let isConfirmed = false;
  const call = async (method: string): Promise<unknown> => {
    if (method === 'connections.confirmWrite') isConfirmed = true;
    else if (method === 'runs.start') {
      if (isConfirmed) return started();
      const details = { permit: '1', effect: 'write', name: 'Prod' };
      throw new AppError('confirmation-required', 'Confirm.', { details });
    }
    return {};
  };
  const store = createConfirmationStore();
  const rpc = withConfirmations({ call, open: () => [] } as unknown as StudioRpc, store);
  const queryClient = createQueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <RpcContext value={rpc}>
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </RpcContext>
  );
  const phases: string[] = [];
  const { result } = renderHook(
    () => {
      const { phase } = useRunState('c', 't');
      if (phases.at(-1) !== phase) phases.push(phase);
      return useStartRun();
    },
    { wrapper },
  );
  const start = (): void => act(() => result.current.mutate({ request }));
  const asked = async () => {
    await waitFor(() => expect(store.getState().pending).toHaveLength(1));
    return store.getState().pending[0];
  };
  return { start, asked, phases, result };
}

it('a run that waits for the confirmation of the user is not said to be starting', async () => {
  const { start, asked, phases } = renderLaunch();
  start();
  const pending = await asked();
  await waitFor(() => expect(phases.at(-1)).toBe('none'));
  await act(async () => pending?.confirm(null));
  await waitFor(() => expect(phases.at(-1)).toBe('starting'));
});

it('a run that is not confirmed never was', async () => {
  const { start, asked, phases, result } = renderLaunch();
  start();
  const pending = await asked();
  await waitFor(() => expect(phases.at(-1)).toBe('none'));
  const before = phases.length;
  act(() => pending?.cancel());
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(phases.slice(before)).toEqual([]);
});

it('a run that was accepted ends the marks of a changed graph; one that was not confirmed leaves them', async () => {
  const before = buildGraphShape(['a'], []);
  const after = buildGraphShape(['a', 'b'], []);
  act(() => recordReload('c', 'a', { before, after }));
  const marks = renderHook(() => useGraphBaseline('c', 'a'));
  const { start, asked, result } = renderLaunch(async () => ({ runId: 'r', threadId: 't' }));
  start();
  const refused = await asked();
  act(() => refused?.cancel());
  await waitFor(() => expect(result.current.isError).toBe(true));
  expect(marks.result.current).toBe(before);
  start();
  const accepted = await asked();
  await act(async () => accepted?.confirm(null));
  await waitFor(() => expect(marks.result.current).toBeNull());
});
