import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { contract, type StudioContract } from '../../shared/contract.ts';
import { contractName } from '../../shared/contract-name.ts';
import { createRpcClient } from '../../shared/rpc/client.ts';
import { createPortPair } from '../../shared/rpc/in-memory-port.ts';
import { serve } from '../../shared/rpc/server.ts';
import { aThread } from '../../testing/builders.ts';
import { stubHandlers } from '../../testing/renderer/stub-handlers.ts';
import { RpcContext } from '../rpc/rpc-context.ts';
import { EditThreadDialog } from './EditThreadDialog.tsx';

afterEach(cleanup);

it('a name that another client gave meanwhile is shown, and one of both is saved', async () => {
  const [host, window] = createPortPair();
  const quiet = stubHandlers();
  const theirs = aThread({ name: 'Theirs' });
  const expectations: unknown[] = [];
  const calls = {
    ...quiet.calls,
    'threads.get': async () => theirs,
    'threads.update': async ({ expected }: { readonly expected?: { name?: string | null } | undefined }) => {
      expectations.push(expected);
      if (expected?.name === 'First') throw new AppError('conflict', 'Another client has changed the name.');
      return theirs;
    },
  };
  serve<StudioContract>(contract, { ...quiet, calls }, host, { onBug: () => undefined });
  const onClose = vi.fn<() => void>();
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RpcContext value={createRpcClient<StudioContract>(window, contractName)}>
        <EditThreadDialog
          connectionId="c"
          serverName="S"
          thread={aThread({ name: 'First' })}
          onClose={onClose}
        />
      </RpcContext>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  const name = screen.getByRole('textbox', { name: 'Name' });
  expect(screen.getByText(/^Without a name in its metadata/).textContent).toBe(
    'Without a name in its metadata, a thread is named after its first message, otherwise after a text in its state, otherwise after its ID.',
  );
  await user.clear(name);
  await user.type(name, 'Mine');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await user.click(await screen.findByRole('button', { name: 'Keep “Mine”' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(expectations).toEqual([{ name: 'First' }, { name: 'Theirs' }]);
});
