import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { contract, type StudioContract } from '../../../shared/contract.ts';
import { contractName } from '../../../shared/contract-name.ts';
import { createRpcClient } from '../../../shared/rpc/client.ts';
import { createPortPair } from '../../../shared/rpc/in-memory-port.ts';
import { serve } from '../../../shared/rpc/server.ts';
import { stubHandlers } from '../../../testing/renderer/stub-handlers.ts';
import { RpcContext } from '../../rpc/rpc-context.ts';
import { toastStore } from '../../ui/popups/toast-store.ts';
import { BugReportDialog, findLines } from './BugReportDialog.tsx';

beforeEach(() => {
  toastStore.setState({ toasts: [] });
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:report');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue(undefined);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function open(onRecord: (() => void) | null): void {
  const handlers = stubHandlers();
  const calls = {
    ...handlers.calls,
    'bugReport.create': async () => ({
      text: '# Facts',
      secrets: 3,
      hosts: 0,
      kinds: [{ kind: 'api_key', count: 2 }],
    }),
  };
  const [host, window] = createPortPair();
  serve<StudioContract>(contract, { ...handlers, calls }, host, { onBug: () => undefined });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RpcContext value={createRpcClient<StudioContract>(window, contractName)}>
        <BugReportDialog connectionId={null} threadId={null} onRecord={onRecord} onClose={() => undefined} />
      </RpcContext>
    </QueryClientProvider>,
  );
}

it('a recording of the selected thread goes with the report, and has a preview of its own', async () => {
  const onRecord = vi.fn<() => void>();
  open(onRecord);
  const button = await screen.findByRole('button', { name: 'Save report and record the thread' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
  expect(onRecord).toHaveBeenCalledOnce();
});

it('does not say that the report was saved: a dialog of the system may ask where, and be cancelled', async () => {
  open(null);
  const button = await screen.findByRole('button', { name: 'Save report' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  await userEvent.click(button);
  const texts = toastStore.getState().toasts.map(({ text }) => text);
  expect(texts).toEqual(['Download of bug-report.md started. The studio sent it nowhere.']);
});

it('says what was removed, by kind, and that more may be left', async () => {
  open(null);
  const kinds = await screen.findByRole('list', { name: 'Kinds of likely secrets' });
  expect(kinds.textContent).toBe('api_key × 2');
  expect(screen.getByText('Replaced: 3 secrets, 0 hosts.')).toBeTruthy();
  expect(screen.getByText(/No scrubber finds every secret/)).toBeTruthy();
});

it('offers no recording without a thread', async () => {
  open(null);
  await screen.findByRole('button', { name: 'Save report' });
  expect(screen.queryByRole('button', { name: /record/ })).toBeNull();
});

it('numbers the lines that contain a search, in any case', () => {
  expect(findLines('one\nTwo\nthree two', ' two ')).toEqual({ text: '2: Two\n3: three two', count: 2 });
  expect(findLines('one', 'x')).toEqual({ text: '', count: 0 });
  expect(findLines('one\ntwo', ' ')).toEqual({ text: 'one\ntwo', count: 0 });
});
