import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { StudioContract } from '../shared/contract.ts';
import { createRpcClient, type RpcClient } from '../shared/rpc/client.ts';
import { createSocketPort } from './socket-port.ts';

/** Lets `work` call the back end of a running web host, as a window does. `address`: with a one-time code. */
export async function askStudio<T>(
  address: string,
  work: (rpc: RpcClient<StudioContract>) => Promise<T>,
): Promise<T> {
  const { origin, host, hash } = new URL(address);
  const response = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ code: new URLSearchParams(hash.slice(1)).get('code') }),
  });
  const { token } = (await response.json()) as { readonly token: string };
  const socket = new WebSocket(`ws://${host}/socket`, { headers: { origin } });
  try {
    await once(socket, 'open');
    const ready = once(socket, 'message');
    socket.send(JSON.stringify({ type: 'auth', token }));
    await ready;
    return await work(createRpcClient<StudioContract>(createSocketPort(socket), 'test'));
  } finally {
    socket.close();
  }
}
