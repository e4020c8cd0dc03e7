import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { createQueryClient } from '../queries/query-client.ts';
import { createConfirmationStore, type PendingConfirmation } from '../rpc/confirmations.ts';
import { ConfirmWriteDialog } from './ConfirmWriteDialog.tsx';

afterEach(() => cleanup());

function renderQuestion(change: Partial<PendingConfirmation>) {
  const confirm = vi.fn<() => Promise<void>>(async () => undefined);
  const cancel = vi.fn<() => void>();
  const store = createConfirmationStore();
  const input = { connectionId: 'c', threadId: 't-1' };
  const pending: PendingConfirmation = {
    id: '1',
    calledAt: 0,
    call: 'runs.start',
    input,
    effect: 'write',
    hasMore: false,
    serverName: 'Prod EU',
    confirm,
    cancel,
    ...change,
  };
  store.setState({ pending: [pending] });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <ConfirmWriteDialog store={store} />
    </QueryClientProvider>,
  );
  return { confirm, cancel, user: userEvent.setup() };
}

it('the dialog names the operation, its object and the server', async () => {
  const { confirm, user } = renderQuestion({});
  expect(screen.getByRole('dialog', { name: 'Start a run on Prod EU?' })).toBeTruthy();
  expect(screen.getByText('t-1')).toBeTruthy();
  // Only this call: an edit may have been written just before its run is asked about.
  expect(screen.getByText(/This has not been sent yet\./)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Start a run' }));
  expect(confirm).toHaveBeenCalledWith(null);
});

it.each([
  {
    call: 'threads.create',
    input: { connectionId: 'c', graphId: 'writer', name: null },
    title: 'Create a thread and start a run',
  },
  { call: 'runs.start', input: { connectionId: 'c', threadId: 't-1' }, title: 'Start runs' },
] as const)('the dialog names all of an act that begins with $call', ({ call, input, title }) => {
  renderQuestion({ call, input, hasMore: true });
  expect(screen.getByRole('dialog', { name: `${title} on Prod EU?` })).toBeTruthy();
  expect(screen.getByRole('button', { name: title })).toBeTruthy();
});

it('the dialog says that more threads than the one it names follow', () => {
  renderQuestion({ hasMore: true });
  expect(screen.getByText('t-1, then the rest of the action')).toBeTruthy();
});

it('deleting needs the exact name of the server', async () => {
  const { confirm, user } = renderQuestion({
    call: 'threads.delete',
    input: { connectionId: 'c', threadIds: ['a', 'b'] },
    effect: 'destroy',
    hasMore: true,
  });
  expect(screen.getByText('2, then the rest of the action')).toBeTruthy();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete threads' });
  expect(button.disabled).toBe(true);
  const field = screen.getByLabelText('Type Prod EU to confirm');
  await user.type(field, 'Prod E{Enter}');
  expect(confirm).not.toHaveBeenCalled();
  await user.type(field, 'U{Enter}');
  expect(confirm).toHaveBeenCalledWith('Prod EU');
});

it('Escape cancels, and a refusal is shown in the dialog', async () => {
  const { cancel, user } = renderQuestion({
    confirm: () => Promise.reject(new AppError('not-found', 'This change no longer waits.')),
  });
  await user.click(screen.getByRole('button', { name: 'Start a run' }));
  expect(await screen.findByText('This change no longer waits.')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(cancel).toHaveBeenCalledOnce();
});
