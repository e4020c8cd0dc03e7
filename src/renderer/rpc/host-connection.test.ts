import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import { createPortPair } from '../../shared/rpc/in-memory-port.ts';
import type { Port } from '../../shared/rpc/port.ts';
import { createHostConnection, type HostConnectionOptions, type HostConnection } from './host-connection.ts';
import { subscribeToStream } from './subscription.ts';

const connections: HostConnection[] = [];

afterEach(() => {
  for (const connection of connections.splice(0)) connection.close();
});

/** A host that answers `requests.watch` with a counter, and counts its calls. */
function createHost() {
  const remotePorts: Port[] = [];
  const calls: string[] = [];
  let watchers = 0;
  const openPort = (): Promise<Port> => {
    const [near, other] = createPortPair();
    remotePorts.push(other);
    other.onMessage((text) => {
      const message = JSON.parse(String(text)) as { type: string; id: number; method?: string };
      if (message.type === 'call') {
        calls.push(message.method ?? '');
        if (message.method === 'demoServer.restart') return;
        other.send(JSON.stringify({ type: 'result', id: message.id, value: {} }));
      }
      if (message.type === 'open') {
        watchers += 1;
        const value = { entries: [], total: watchers };
        other.send(JSON.stringify({ type: 'item', id: message.id, value }));
      }
    });
    return Promise.resolve(near);
  };
  return { openPort, calls, drop: () => remotePorts.at(-1)?.close() };
}

function createLink(options: HostConnectionOptions): HostConnection {
  const connection = createHostConnection({ delay: () => 1, ...options });
  connections.push(connection);
  return connection;
}

describe('the link to the host', () => {
  it('lets a call wait for the first connection', async () => {
    const host = createHost();
    const connection = createLink({ openPort: host.openPort });
    expect(connection.status.getState().state).toBe('connecting');
    await connection.rpc.call('app.openLink', { url: 'https://example.com' });
    expect(connection.status.getState()).toEqual({ state: 'connected', epoch: 1, error: null });
  });

  it('fails what was under way when the port is lost, and never sends it again', async () => {
    const host = createHost();
    const connection = createLink({ openPort: host.openPort });
    const restart = connection.rpc.call('demoServer.restart', {});
    const outcome = restart.then(
      () => 'answered',
      (error: unknown) => (error instanceof AppError ? error.code : 'bug'),
    );
    await expect.poll(() => host.calls).toEqual(['demoServer.restart']);
    host.drop();
    expect(await outcome).toBe('port-closed');
    await expect.poll(() => connection.status.getState()).toMatchObject({ state: 'connected', epoch: 2 });
    expect(host.calls).toEqual(['demoServer.restart']);
  });

  it('follows a stream again after the port came back, marking the first item as new', async () => {
    const host = createHost();
    const connection = createLink({ openPort: host.openPort });
    const received: unknown[] = [];
    const states: string[] = [];
    const stop = subscribeToStream(
      connection.rpc,
      'requests.watch',
      {},
      {
        onItem: (item, first) => received.push([item.total, first]),
        onState: (state) => states.push(state),
      },
    );
    await expect.poll(() => received).toEqual([[1, true]]);
    host.drop();
    await expect
      .poll(() => received)
      .toEqual([
        [1, true],
        [2, true],
      ]);
    expect(states).toEqual(['live', 'reconnecting', 'live']);
    stop();
  });

  it('gives up at once, with its words, when the host refuses the session', async () => {
    let tries = 0;
    const connection = createLink({
      openPort: () => {
        tries += 1;
        return Promise.reject(new AppError('unauthorized', 'This session has ended.'));
      },
    });
    await expect.poll(() => connection.status.getState().state).toBe('refused');
    expect(connection.status.getState().error?.message).toBe('This session has ended.');
    expect(tries).toBe(1);
  });

  it('tries again as long as the host does not answer', async () => {
    const host = createHost();
    let tries = 0;
    const connection = createLink({
      openPort: () => {
        tries += 1;
        return tries < 4 ? Promise.reject(new AppError('unreachable', 'Gone.')) : host.openPort();
      },
    });
    await expect.poll(() => connection.status.getState()).toMatchObject({ state: 'connected', epoch: 1 });
    expect(tries).toBe(4);
  });

  it.each([
    ['waits longer after each connection that did not last', 60_000, [1, 2, 3]],
    ['begins anew after each connection that lasted', 0, [1, 1, 1]],
  ])('%s', async (_, lastingMs, expected) => {
    const host = createHost();
    const attempts: number[] = [];
    const delay = (attempt: number): number => {
      attempts.push(attempt);
      return 1;
    };
    const connection = createLink({ openPort: host.openPort, delay, lastingMs });
    for (const epoch of [1, 2, 3, 4]) {
      await expect.poll(() => connection.status.getState()).toMatchObject({ state: 'connected', epoch });
      if (epoch < 4) host.drop();
    }
    expect(attempts).toEqual(expected);
  });

  it('lets a waiting stream be cancelled', async () => {
    const connection = createLink({ openPort: () => new Promise(() => undefined) });
    const abort = new AbortController();
    const first = connection.rpc.open('requests.watch', {}, abort.signal)[Symbol.asyncIterator]().next();
    abort.abort();
    await expect(first).rejects.toMatchObject({ code: 'cancelled' });
  });
});

describe('a browser runs what is waiting between two listeners of one event', () => {
  it('the first of them to hear of a lost port already makes the link find another one', async () => {
    const closeListeners: (() => void)[] = [];
    const [near] = createPortPair();
    const opened: Port = {
      ...near,
      onClose: (listener) => {
        closeListeners.push(listener);
        return () => undefined;
      },
    };
    const connection = createLink({ openPort: () => Promise.resolve(opened), delay: () => 60_000 });
    await expect.poll(() => connection.status.getState().state).toBe('connected');
    closeListeners[0]?.();
    await expect(connection.rpc.call('app.info', {})).rejects.toMatchObject({ code: 'port-closed' });
    expect(connection.status.getState().state).toBe('lost');
  });
});
