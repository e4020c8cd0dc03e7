import { afterEach, expect, it, vi } from 'vitest';
import { openWebSocketPort } from './web-socket-port.ts';

afterEach(() => vi.unstubAllGlobals());

it('opens no socket for a connection that was given up before', async () => {
  const openedUrls: string[] = [];
  class Socket extends EventTarget {
    constructor(url: string) {
      super();
      openedUrls.push(url);
    }
    close(): void {
      this.dispatchEvent(new Event('close'));
    }
  }
  vi.stubGlobal('WebSocket', Socket);
  const opened = openWebSocketPort('ws://studio.test', { token: 't', proof: 'p' }, AbortSignal.abort());
  await expect(opened).rejects.toMatchObject({ code: 'cancelled' });
  expect(openedUrls).toEqual([]);
});
