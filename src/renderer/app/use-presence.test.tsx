import { act, cleanup, render } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { contract, type StudioContract } from '../../shared/contract.ts';
import { contractName } from '../../shared/contract-name.ts';
import { createRpcClient } from '../../shared/rpc/client.ts';
import { createPortPair } from '../../shared/rpc/in-memory-port.ts';
import { serve } from '../../shared/rpc/server.ts';
import { createPresence } from '../../services/create-presence.ts';
import { stubHandlers } from '../../testing/renderer/stub-handlers.ts';
import { usePresence } from './use-presence.ts';
import { RpcContext } from '../rpc/rpc-context.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

function Window() {
  usePresence();
  return null;
}

function setVisible(visible: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visible ? 'visible' : 'hidden');
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
}

it('a window says that it is looked at while it is visible, and no longer when it is hidden or closed', async () => {
  const attention = createPresence();
  const open = new Set<AbortSignal>();
  const handlers = stubHandlers();
  const streams = {
    ...handlers.streams,
    'app.presence': (input: Record<string, never>, signal: AbortSignal) => {
      open.add(signal);
      signal.addEventListener('abort', () => open.delete(signal));
      return attention.streams['app.presence'](input, signal);
    },
  };
  const [host, window] = createPortPair();
  serve<StudioContract>(contract, { ...handlers, streams }, host, { onBug: () => undefined });
  const { unmount } = render(
    <RpcContext value={createRpcClient<StudioContract>(window, contractName)}>
      <Window />
    </RpcContext>,
  );
  await expect.poll(() => open.size).toBe(1);
  setVisible(true);
  setVisible(false);
  await expect.poll(() => open.size).toBe(0);
  setVisible(true);
  await expect.poll(() => open.size).toBe(1);
  unmount();
  await expect.poll(() => open.size).toBe(0);
  attention.stop();
});
