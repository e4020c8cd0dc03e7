import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../shared/app-error.ts';
import { createRpcClient } from '../shared/rpc/client.ts';
import { maxResponseLength, maxUnacknowledgedItems } from '../shared/rpc/messages.ts';
import type { Port } from '../shared/rpc/port.ts';
import { serve } from '../shared/rpc/server.ts';
import {
  createPortHandlers,
  patterned,
  portContract,
  type PortContract,
  type ServedPort,
} from './port-contract.ts';
import { portFuzz } from './port-fuzz.ts';

/** Both ends of one pipe: `[window, host]`. Closing either end must close both. */
export type PortPair = readonly [window: Port, host: Port];

const open: Port[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/**
 * Requirements for every pipe between a window and its host. Each host runs this suite over its real port.
 * `createPair` may be called many times; its ports are closed after each test.
 */
export function portSuite(name: string, createPair: () => PortPair | Promise<PortPair>): void {
  const start = async (): Promise<ServedPort> => {
    const [window, host] = await createPair();
    open.push(window, host);
    const bugs: string[] = [];
    const seen = { aborted: 0, produced: 0, left: 0 };
    serve(portContract, createPortHandlers(seen), host, { onBug: (where) => bugs.push(where) });
    return { client: createRpcClient<PortContract>(window, 'suite'), window, host, bugs, seen };
  };

  describe(`calls over ${name}`, () => {
    it('answers each request under its own id, in whatever order the answers come', async () => {
      const { client } = await start();
      const hanging = new AbortController();
      const never = client.call('hang', {}, hanging.signal);
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, n) => client.call('echo', { text: `text ${n}` })),
      );
      expect(answers.map(({ text }) => text)).toEqual(Array.from({ length: 50 }, (_, n) => `text ${n}`));
      hanging.abort();
      await expect(never).rejects.toMatchObject({ code: 'cancelled' });
    });

    it('carries any text as it is', async () => {
      const { client } = await start();
      const texts = [
        '',
        '\u0000\u001f',
        '\ud800',
        '"\\\n\r\u2028',
        '😀'.repeat(1000),
        '{"id":1,"type":"hello"}',
      ];
      for (const text of texts) expect(await client.call('echo', { text })).toEqual({ text });
    });

    it('brings an expected failure with code, sentence, hint and details', async () => {
      const { client, bugs } = await start();
      const failure = await client.call('refuse', {}).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(AppError);
      expect(failure).toMatchObject({
        code: 'conflict',
        message: 'It is taken.',
        hint: 'Take another.',
        details: { where: 'here' },
      });
      expect(bugs).toEqual([]);
    });

    it('reports no detail of a bug to the window, and its place to the host', async () => {
      const { client, bugs } = await start();
      const failure = await client.call('bug', {}).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'internal' });
      expect(JSON.stringify(failure)).not.toContain('canary');
      expect(String(failure)).not.toContain('canary');
      expect(bugs).toEqual(['bug']);
    });

    it('lets nothing out that the contract does not list', async () => {
      const { client, bugs } = await start();
      await expect(client.call('leak', {})).rejects.toMatchObject({ code: 'internal' });
      expect(bugs).toEqual(['leak']);
    });

    it('ends the work of a cancelled call', async () => {
      const { client, seen } = await start();
      const cancel = new AbortController();
      const answer = client.call('hang', {}, cancel.signal);
      await client.call('echo', { text: 'the other one has arrived' });
      cancel.abort();
      await expect(answer).rejects.toMatchObject({ code: 'cancelled' });
      await expect.poll(() => seen.aborted).toBe(1);
    });

    it('does not ask at all when it is cancelled already', async () => {
      const { client, seen } = await start();
      await expect(client.call('hang', {}, AbortSignal.abort())).rejects.toMatchObject({ code: 'cancelled' });
      await client.call('echo', { text: 'served' });
      expect(seen.aborted).toBe(0);
    });

    it('refuses an answer that is larger than a message may be', async () => {
      const { client } = await start();
      await expect(client.call('big', { length: maxResponseLength })).rejects.toMatchObject({
        code: 'protocol',
      });
      expect(await client.call('echo', { text: 'alive' })).toEqual({ text: 'alive' });
    });
  });

  describe(`streams over ${name}`, () => {
    it('brings every item in order, and the end after the last', async () => {
      const { client } = await start();
      expect(await collect(client.open('count', { to: 500 }))).toEqual(
        Array.from({ length: 500 }, (_, n) => n),
      );
    });

    it('brings bytes as they were, in one piece, behind and before texts', async () => {
      const { client } = await start();
      const lengths = [0, 1, 3, 70_000, 5, 0, 3_000_000, 20_000, 7];
      const items = await collect(client.open('bytes', { lengths }));
      expect(items.map(({ at }) => at)).toEqual([0, 1]);
      const whole = lengths.flatMap((length) => (length === 0 ? [] : [patterned(length)]));
      for (const { pieces } of items) {
        expect(pieces).toHaveLength(1);
        expect(Buffer.compare(pieces[0] ?? new Uint8Array(), Buffer.concat(whole))).toBe(0);
      }
      expect(await client.call('echo', { text: 'behind' })).toEqual({ text: 'behind' });
    });

    it('brings the items before a failure, then the failure', async () => {
      const { client } = await start();
      const items: number[] = [];
      const read = async (): Promise<void> => {
        for await (const item of client.open('refuseAfter', { items: 3 })) items.push(item);
      };
      await expect(read()).rejects.toMatchObject({ code: 'conflict', message: 'It is taken.' });
      expect(items).toEqual([0, 1, 2]);
    });

    it('holds the producer back while nobody takes what it made', async () => {
      const { client, seen } = await start();
      const items = client.open('forever', {})[Symbol.asyncIterator]();
      await items.next();
      await expect.poll(() => seen.produced).toBe(maxUnacknowledgedItems + 1);
      // After a round trip over the same pipe, anything the producer would have sent by itself has arrived.
      await client.call('echo', { text: 'and nothing more' });
      expect(seen.produced).toBe(maxUnacknowledgedItems + 1);
      await items.next();
      await expect.poll(() => seen.produced).toBe(maxUnacknowledgedItems + 2);
      await items.return?.();
    });

    it('ends the producer when the reader breaks out', async () => {
      const { client, seen } = await start();
      for await (const item of client.open('forever', {})) if (item === 20) break;
      await expect.poll(() => seen.left).toBe(1);
    });

    it('ends both sides when the signal aborts', async () => {
      const { client, seen } = await start();
      const leave = new AbortController();
      const read = async (): Promise<void> => {
        for await (const item of client.open('forever', {}, leave.signal)) if (item === 20) leave.abort();
      };
      await expect(read()).rejects.toMatchObject({ code: 'cancelled' });
      await expect.poll(() => seen.left).toBe(1);
    });

    it('keeps several streams and calls apart', async () => {
      const { client } = await start();
      const all = await Promise.all([
        collect(client.open('count', { to: 40 })),
        collect(client.open('count', { to: 3 })),
        client.call('echo', { text: 'between' }),
      ]);
      expect(all.map((one) => (Array.isArray(one) ? one.length : one.text))).toEqual([40, 3, 'between']);
    });
  });

  describe(`the life of ${name}`, () => {
    it('fails what is open with port-closed when the host goes away, and everything after', async () => {
      const { client, host } = await start();
      const waiting = client.call('hang', {});
      const reading = collect(client.open('forever', {}));
      waiting.catch(() => undefined);
      reading.catch(() => undefined);
      await client.call('echo', { text: 'all have arrived' });
      host.close();
      await expect(waiting).rejects.toMatchObject({ code: 'port-closed' });
      await expect(reading).rejects.toMatchObject({ code: 'port-closed' });
      await expect(client.call('echo', { text: 'too late' })).rejects.toMatchObject({
        code: 'port-closed',
        details: { sent: 'no' },
      });
      await expect(collect(client.open('count', { to: 1 }))).rejects.toMatchObject({ code: 'port-closed' });
    });

    it('ends the work in the host when the window goes away', async () => {
      const { client, window, seen } = await start();
      client.call('hang', {}).catch(() => undefined);
      const items = client.open('forever', {})[Symbol.asyncIterator]();
      await items.next();
      window.close();
      await expect.poll(() => seen).toMatchObject({ aborted: 1, left: 1 });
    });

    it('forgets what an earlier page left open when a page says hello', async () => {
      const { client, window, seen } = await start();
      client.call('hang', {}).catch(() => undefined);
      const items = client.open('forever', {})[Symbol.asyncIterator]();
      await items.next();
      const later = createRpcClient<PortContract>(window, 'suite');
      expect(await later.call('echo', { text: 'a new page' })).toEqual({ text: 'a new page' });
      await expect.poll(() => seen).toMatchObject({ aborted: 1, left: 1 });
    });

    it('keeps the streams of each of 100 reloaded pages running while calls of the old pages end late', async () => {
      const { window, seen } = await start();
      const reloads = 100;
      for (let reload = 0; reload < reloads; reload += 1) {
        const { page, unload } = loadPage(window);
        // The n-th request is a stream on one page, and a call that ends late on the next one.
        const streams = reload % 2 === 0 ? [0, 2] : [1, 3];
        const requests = [0, 1, 2, 3].map((index) => {
          if (streams.includes(index)) return take(page.open('forever', {}), maxUnacknowledgedItems * 3);
          page.call('endLate', { ms: index }).catch(() => undefined);
          return Promise.resolve([]);
        });
        const answers = await Promise.all(requests);
        expect(answers.map((items) => items.length)).toEqual(
          [0, 1, 2, 3].map((index) => (streams.includes(index) ? maxUnacknowledgedItems * 3 : 0)),
        );
        // The next page comes while this one still has open streams.
        for (let n = 0; n < 2; n += 1) take(page.open('forever', {}), 1).catch(() => undefined);
        unload();
      }
      await expect.poll(() => seen.left).toBeGreaterThanOrEqual(reloads * 2);
    });
  });

  portFuzz(name, start);
}

/** A page on a port that outlives it, as Electron's does; an unloaded page hears nothing more. */
function loadPage(port: Port) {
  const subscriptions: (() => void)[] = [];
  const page = createRpcClient<PortContract>(
    {
      ...port,
      onMessage(listener) {
        const unsubscribe = port.onMessage(listener);
        subscriptions.push(unsubscribe);
        return unsubscribe;
      },
    },
    'suite',
  );
  return { page, unload: () => subscriptions.forEach((unsubscribe) => unsubscribe()) };
}

/** The first items of a stream, which stays open, with a pause for what else ends meanwhile. */
async function take<T>(items: AsyncIterable<T>, count: number): Promise<T[]> {
  const iterator = items[Symbol.asyncIterator]();
  const taken: T[] = [];
  while (taken.length < count) {
    if (taken.length === 4) await new Promise((resolve) => setTimeout(resolve, 4));
    const item = await iterator.next();
    if (item.done) break;
    taken.push(item.value);
  }
  return taken;
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
