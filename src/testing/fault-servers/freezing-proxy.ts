import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A network that can silently stop passing data, as during sleep or in a tunnel. */
export interface FreezingProxy {
  readonly url: string;
  opened(): number;
  /** Nothing passes any more, in either direction; new connections are accepted and stay silent too. */
  freeze(): void;
  /** Everything held back passes, in order. */
  thaw(): void;
  /** Resets every connection, like a router that lost its state. New ones work as before. */
  cut(): void;
  stop(): Promise<void>;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

/** Forwards connections to a port of 127.0.0.1. */
export async function startFreezingProxy(port: number): Promise<FreezingProxy> {
  const pairs = new Set<Pair>();
  let frozen = false;
  let opened = 0;
  const each = (work: (socket: Socket) => void): void => {
    for (const { near, far: upstream } of pairs) {
      work(near);
      work(upstream);
    }
  };
  const server = createServer({ pauseOnConnect: true }, (near) => {
    opened += 1;
    const upstream = connect(port, '127.0.0.1');
    const pair = { near, far: upstream };
    pairs.add(pair);
    const join = (from: Socket, to: Socket): void => {
      from.on('data', (bytes) => to.write(bytes));
      from.on('end', () => to.end());
      from.on('error', () => to.destroy());
      from.on('close', () => {
        pairs.delete(pair);
        to.destroy();
      });
    };
    join(near, upstream);
    join(upstream, near);
    if (frozen) each((socket) => socket.pause());
    else near.resume();
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const cut = (): void => {
    for (const { near, far: upstream } of pairs) {
      near.resetAndDestroy();
      upstream.destroy();
    }
  };
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    opened: () => opened,
    freeze() {
      frozen = true;
      each((socket) => socket.pause());
    },
    thaw() {
      frozen = false;
      each((socket) => socket.resume());
    },
    cut,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      cut();
      await closed;
    },
  };
}
