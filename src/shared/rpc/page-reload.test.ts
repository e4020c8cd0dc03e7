import { expect, it } from 'vitest';
import { createPortHandlers, portContract, type PortContract } from '../../testing/port-contract.ts';
import { createRpcClient } from './client.ts';
import { createPortPair } from './in-memory-port.ts';
import type { Port, ReceivedMessage } from './port.ts';
import { serve } from './server.ts';

/** The window's end of a pipe whose messages from the host are on their way until they are delivered. */
function slowPipe(): {
  readonly window: Port;
  readonly deliver: () => void;
  readonly onTheWay: () => number;
} {
  const [window, host] = createPortPair();
  serve(portContract, createPortHandlers({ aborted: 0, produced: 0, left: 0 }), host, {
    onBug: (where) => expect.unreachable(where),
  });
  const listeners = new Set<(message: ReceivedMessage) => void>();
  const queue: ReceivedMessage[] = [];
  window.onMessage((message) => void queue.push(message));
  return {
    window: {
      ...window,
      onMessage(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    deliver() {
      for (const message of queue.splice(0)) for (const listener of listeners) listener(message);
    },
    onTheWay: () => queue.length,
  };
}

it('an answer to a page that was reloaded meanwhile is not taken for one of the new page’s', async () => {
  const { window, deliver, onTheWay } = slowPipe();
  const oldPage = createRpcClient<PortContract>(window, 'old page');
  oldPage.call('echo', { text: 'for the old page' }).catch(() => undefined);
  const oldItems = oldPage.open('forever', {})[Symbol.asyncIterator]();
  oldItems.next().catch(() => undefined);
  await expect.poll(onTheWay).toBeGreaterThan(2);

  const newPage = createRpcClient<PortContract>(window, 'new page');
  const answer = newPage.call('echo', { text: 'for the new page' });
  const items = newPage.open('count', { to: 3 })[Symbol.asyncIterator]();
  deliver();
  const taken: (number | undefined)[] = [];
  const reading = (async () => {
    for (let item = await items.next(); !item.done; item = await items.next()) taken.push(item.value);
  })();
  const delivering = setInterval(deliver, 1);
  await reading;
  clearInterval(delivering);
  expect(await answer).toEqual({ text: 'for the new page' });
  expect(taken).toEqual([0, 1, 2]);
});
