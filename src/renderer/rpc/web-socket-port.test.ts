import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Port } from '../../shared/rpc/port.ts';
import { createSilenceLimit, openWebSocketPort } from './web-socket-port.ts';

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
  const session = { token: 't', proof: 'p' };
  const opened = openWebSocketPort('ws://studio.test', session, AbortSignal.abort(), createSilenceLimit());
  await expect(opened).rejects.toMatchObject({ code: 'cancelled' });
  expect(openedUrls).toEqual([]);
});

describe('a socket whose network is cut without a close', () => {
  let silenceLimit = createSilenceLimit();
  let sockets: Socket[] = [];

  class Socket extends EventTarget {
    static readonly OPEN = 1;
    readonly readyState = 1;
    readonly sent: string[] = [];
    isCut = false;
    constructor() {
      super();
      sockets.push(this);
      queueMicrotask(() => {
        this.dispatchEvent(new Event('open'));
        this.answer('{"type":"ready","proof":"p"}');
      });
    }
    send(text: string): void {
      this.sent.push(text);
      if (!this.isCut && text === 'ask') this.answer('answer');
    }
    answer(data: string): void {
      this.dispatchEvent(new MessageEvent('message', { data }));
    }
    // The goodbye of the other side never comes.
    close(): void {}
  }

  beforeEach(() => {
    silenceLimit = createSilenceLimit({ checkMs: 1_000, checks: 5 });
    sockets = [];
    vi.useFakeTimers();
    vi.stubGlobal('WebSocket', Socket);
  });
  afterEach(() => vi.useRealTimers());

  interface Opened {
    readonly port: Port;
    readonly socket: Socket;
    readonly messages: unknown[];
    readonly isClosed: () => boolean;
  }

  async function open(): Promise<Opened> {
    const signal = new AbortController().signal;
    const port = await openWebSocketPort(
      'ws://studio.test',
      { token: 't', proof: 'p' },
      signal,
      silenceLimit,
    );
    const [socket] = sockets.slice(-1);
    if (socket === undefined) throw new Error('No socket was opened.');
    const messages: unknown[] = [];
    let closed = false;
    port.onMessage((message) => messages.push(message));
    port.onClose(() => (closed = true));
    return { port, socket, messages, isClosed: () => closed };
  }

  // As the heartbeat of a window does.
  async function askFor({ port }: Opened, seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 1) {
      port.send('ask');
      await vi.advanceTimersByTimeAsync(1_000);
    }
  }

  it('is closed when nothing that was asked is answered, and says nothing afterwards', async () => {
    const opened = await open();
    await askFor(opened, 20);
    expect(opened.isClosed()).toBe(false);
    opened.socket.isCut = true;
    await askFor(opened, 4);
    expect(opened.isClosed()).toBe(false);
    await askFor(opened, 1);
    expect(opened.isClosed()).toBe(true);

    const sent = opened.socket.sent.length;
    opened.port.send('ask');
    opened.socket.answer('late');
    expect(opened.socket.sent).toHaveLength(sent);
    expect(opened.messages).not.toContain('late');
    let isTold = false;
    opened.port.onClose(() => (isTold = true));
    expect(isTold).toBe(true);
  });

  it('stays open while nothing is asked', async () => {
    const opened = await open();
    opened.socket.isCut = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(opened.isClosed()).toBe(false);
  });

  it('gets more time each time, if one after the other is given up: long answers may be on their way', async () => {
    const seconds: number[] = [];
    for (let count = 0; count < 5; count += 1) {
      const opened = await open();
      opened.socket.isCut = true;
      let waited = 0;
      for (; !opened.isClosed() && waited < 100; waited += 1) await askFor(opened, 1);
      seconds.push(waited);
    }
    expect(seconds).toEqual([5, 5, 10, 20, 40]);
  });
});
