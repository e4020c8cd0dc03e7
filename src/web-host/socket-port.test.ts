import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import type { ReceivedMessage, Port } from '../shared/rpc/port.ts';
import { portSuite, type PortPair } from '../testing/port-suite.ts';
import { createRpcClient } from '../shared/rpc/client.ts';
import { serve } from '../shared/rpc/server.ts';
import { createPortHandlers, portContract, type PortContract } from '../testing/port-contract.ts';
import { createSocketPort, type BufferLimits } from './socket-port.ts';

const http = createServer();
const server = new WebSocketServer({ server: http, perMessageDeflate: false, maxPayload: 64 * 1024 * 1024 });
const sockets: WebSocket[] = [];

beforeAll(async () => {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
});

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate();
});

afterAll(() => {
  server.close();
  http.close();
});

async function openPair(limits?: BufferLimits): Promise<PortPair> {
  const { port } = http.address() as AddressInfo;
  const accepted = once(server, 'connection');
  const near = new WebSocket(`ws://127.0.0.1:${port}`, { maxPayload: 64 * 1024 * 1024 });
  const [serverSocket, request] = (await accepted) as [WebSocket, IncomingMessage];
  sockets.push(near, serverSocket);
  if (near.readyState !== near.OPEN) await once(near, 'open');
  return [windowPort(near), createSocketPort(serverSocket, request.socket, limits)];
}

/** The window's side, which accepts bytes, unlike a host. */
function windowPort(socket: WebSocket): Port {
  return {
    send: (message) => socket.send(String(message)),
    onMessage(listener) {
      const take = (data: Buffer, isBinary: boolean): void => listener(isBinary ? data : data.toString());
      socket.on('message', take);
      return () => socket.off('message', take);
    },
    onClose(listener) {
      if (socket.readyState === socket.CLOSED) listener();
      else socket.once('close', listener);
      return () => socket.off('close', listener);
    },
    close: () => socket.close(1000),
  };
}

portSuite('a WebSocket', () => openPair());

function next(port: Port): Promise<ReceivedMessage> {
  return new Promise((resolve) => {
    const unsubscribe = port.onMessage((text) => {
      unsubscribe();
      resolve(text);
    });
  });
}

test('a long text is sent in frames and arrives unchanged, with characters of four bytes', async () => {
  const [window, host] = await openPair();
  const text = '😀é\u0000a'.repeat(1_000_000);
  const arrived = next(window);
  host.send(text);
  expect((await arrived) === text).toBe(true);
});

test('a short text that is sent after a long one arrives after it', async () => {
  const [window, host] = await openPair();
  const lengths: number[] = [];
  const both = new Promise<void>((resolve) => {
    window.onMessage((text) => {
      lengths.push(text.length);
      if (lengths.length === 2) resolve();
    });
  });
  host.send('x'.repeat(5_000_000));
  host.send('y');
  await both;
  expect(lengths).toEqual([5_000_000, 1]);
});

test('a window that stops reading keeps the host from answering, and gets all answers when it reads again', async () => {
  const [window, host] = await openPair({ fullBytes: 2_000_000, brokenBytes: 256_000_000 });
  const handlers = createPortHandlers({ aborted: 0, produced: 0, left: 0 });
  serve(portContract, handlers, host, { onBug: (where) => expect.unreachable(where) });
  const client = createRpcClient<PortContract>(window, 'test');
  const [near, serverSocket] = sockets;
  near?.pause();
  const answers = Array.from({ length: 20 }, () => client.call('big', { length: 1_000_000 }));
  await expect.poll(() => host.whenReady?.() instanceof Promise).toBe(true);
  expect(serverSocket?.bufferedAmount).toBeLessThan(4_000_000);
  near?.resume();
  expect((await Promise.all(answers)).map((answer) => answer.length)).toEqual(
    Array.from({ length: 20 }, () => 1_000_000),
  );
});

test('a window that leaves far too much unread is cut off, and nobody waits for it', async () => {
  const [, host] = await openPair({ fullBytes: 1_000_000, brokenBytes: 20_000_000 });
  const closed = new Promise<string>((resolve) => host.onClose(() => resolve('closed')));
  sockets[0]?.pause();
  host.send('x'.repeat(15_000_000));
  const ready = host.whenReady?.();
  expect(ready).toBeInstanceOf(Promise);
  host.send('x'.repeat(15_000_000));
  await ready;
  expect(await closed).toBe('closed');
});

test('a binary message ends the socket', async () => {
  const [, host] = await openPair();
  const closed = new Promise<string>((resolve) => host.onClose(() => resolve('closed')));
  sockets[0]?.send(Buffer.from('{}'));
  expect(await closed).toBe('closed');
});
