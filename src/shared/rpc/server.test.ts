import { expect, it } from 'vitest';
import { createPortHandlers, portContract, type PortContract } from '../../testing/port-contract.ts';
import { createRpcClient } from './client.ts';
import { createPortPair } from './in-memory-port.ts';
import { maxOpenRequests } from './messages.ts';
import { serve } from './server.ts';

it('a window with too many open requests is refused one more, until one of them ends', async () => {
  const [window, host] = createPortPair();
  serve(portContract, createPortHandlers({ aborted: 0, produced: 0, left: 0 }), host, {
    onBug: (where) => expect.unreachable(where),
  });
  const client = createRpcClient<PortContract>(window, 'test');
  const abort = new AbortController();
  for (let index = 0; index < maxOpenRequests; index += 1)
    client.call('hang', {}, index === 0 ? abort.signal : undefined).catch(() => undefined);
  await expect(client.call('echo', { text: 'a' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(client.open('count', { to: 1 })[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: 'conflict',
  });
  abort.abort();
  expect(await client.call('echo', { text: 'b' })).toEqual({ text: 'b' });
  window.close();
});
