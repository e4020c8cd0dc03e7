import { fc } from './random-tests.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../shared/app-error.ts';
import { connect, type RpcClient } from '../shared/rpc/client.ts';
import { call, stream, type Handlers } from '../shared/rpc/define.ts';
import { maxAnswerLength, streamWindow } from '../shared/rpc/envelope.ts';
import type { Port } from '../shared/rpc/port.ts';
import { serve } from '../shared/rpc/server.ts';

/** Both ends of one pipe: `[window, host]`. Closing either end must close both. */
export type PortPair = readonly [window: Port, host: Port];

const nothing = z.strictObject({});

/** Small, but with every kind of entry that the studio's own contract has. */
const contract = {
  calls: {
    echo: call(z.strictObject({ text: z.string() }), z.strictObject({ text: z.string() })),
    refuse: call(nothing, nothing),
    bug: call(nothing, nothing),
    /** Ends only when it is cancelled. */
    hang: call(nothing, nothing),
    /** Answers with something that the contract does not list. */
    leak: call(nothing, z.strictObject({ shown: z.string() })),
    big: call(z.strictObject({ length: z.int() }), z.string()),
  },
  streams: {
    count: stream(z.strictObject({ to: z.int() }), z.int()),
    refuseAfter: stream(z.strictObject({ items: z.int() }), z.int()),
    forever: stream(nothing, z.int()),
    /** Bytes in pieces of these lengths. */
    bytes: stream(
      z.strictObject({ lengths: z.array(z.int()) }),
      z.strictObject({ at: z.int(), pieces: z.array(z.instanceof(Uint8Array)) }),
      { bulk: 'pieces' },
    ),
  },
};
type Contract = typeof contract;

interface Served {
  readonly client: RpcClient<Contract>;
  readonly window: Port;
  readonly host: Port;
  readonly bugs: string[];
  /** What the handlers saw. */
  readonly seen: { aborted: number; produced: number; left: number };
}

const open: Port[] = [];
afterEach(() => {
  for (const port of open.splice(0)) port.close();
});

/**
 * What every pipe between a window and its host must do, whatever carries it. Run by each host over its real port.
 * `createPair` may be asked many times; its ports are closed after each test.
 */
export function portSuite(name: string, createPair: () => PortPair | Promise<PortPair>): void {
  const start = async (): Promise<Served> => {
    const [window, host] = await createPair();
    open.push(window, host);
    const bugs: string[] = [];
    const seen = { aborted: 0, produced: 0, left: 0 };
    serve(contract, createHandlers(seen), host, { onBug: (where) => bugs.push(where) });
    return { client: connect<Contract>(window, 'suite'), window, host, bugs, seen };
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
      const thrown = await client.call('refuse', {}).catch((error: unknown) => error);
      expect(thrown).toBeInstanceOf(AppError);
      expect(thrown).toMatchObject({
        code: 'conflict',
        message: 'It is taken.',
        hint: 'Take another.',
        details: { where: 'here' },
      });
      expect(bugs).toEqual([]);
    });

    it('E-17: tells the window nothing of a bug, and the host where it is', async () => {
      const { client, bugs } = await start();
      const thrown = await client.call('bug', {}).catch((error: unknown) => error);
      expect(thrown).toMatchObject({ code: 'internal' });
      expect(JSON.stringify(thrown)).not.toContain('canary');
      expect(String(thrown)).not.toContain('canary');
      expect(bugs).toEqual(['bug']);
    });

    it('E-17: lets nothing out that the contract does not list', async () => {
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
      await expect(client.call('big', { length: maxAnswerLength })).rejects.toMatchObject({
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

    it('R-13: holds the producer back while nobody takes what it made', async () => {
      const { client, seen } = await start();
      const items = client.open('forever', {})[Symbol.asyncIterator]();
      await items.next();
      await expect.poll(() => seen.produced).toBe(streamWindow + 1);
      // A round trip over the same pipe: whatever the producer would have done by itself is done by now.
      await client.call('echo', { text: 'and nothing more' });
      expect(seen.produced).toBe(streamWindow + 1);
      await items.next();
      await expect.poll(() => seen.produced).toBe(streamWindow + 2);
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
      await expect(client.call('echo', { text: 'too late' })).rejects.toMatchObject({ code: 'port-closed' });
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
      const later = connect<Contract>(window, 'suite');
      expect(await later.call('echo', { text: 'a new page' })).toEqual({ text: 'a new page' });
      await expect.poll(() => seen).toMatchObject({ aborted: 1, left: 1 });
    });
  });

  describe(`E-17: what is not in the contract, over ${name}`, () => {
    it.each(['nothing', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'count'])(
      'E-17: there is no call "%s"',
      async (method) => {
        const { window, client } = await start();
        const answer = nextMessage(window, 1000);
        window.send(JSON.stringify({ type: 'call', id: 1000, method, input: {} }));
        expect(await answer).toMatchObject({ type: 'failed', id: 1000, error: { code: 'invalid-input' } });
        expect(await client.call('echo', { text: 'alive' })).toEqual({ text: 'alive' });
      },
    );

    it.each(['nothing', '__proto__', 'constructor', 'valueOf', 'echo'])(
      'E-17: there is no stream "%s"',
      async (name_) => {
        const { window } = await start();
        const answer = nextMessage(window, 1000);
        window.send(JSON.stringify({ type: 'open', id: 1000, stream: name_, input: { to: 1 } }));
        expect(await answer).toMatchObject({ type: 'failed', id: 1000, error: { code: 'invalid-input' } });
      },
    );

    it('E-17: a wrong input is refused with the place of the mistake, and no handler sees it', async () => {
      const { window, bugs } = await start();
      const inputs: unknown[] = [{ text: 5 }, { text: 'a', more: 1 }, {}, null, [], 'text'];
      for (const [n, input] of inputs.entries()) {
        const answer = nextMessage(window, 2000 + n);
        window.send(JSON.stringify({ type: 'call', id: 2000 + n, method: 'echo', input }));
        expect(await answer).toMatchObject({ type: 'failed', error: { code: 'invalid-input' } });
      }
      const answer = nextMessage(window, 3000);
      window.send(JSON.stringify({ type: 'call', id: 3000, method: 'echo', input: { text: 5 } }));
      expect(await answer).toMatchObject({ error: { details: { where: 'text' } } });
      expect(bugs).toEqual([]);
    });

    it('E-17: what is no message is dropped, and the host stays alive', async () => {
      const { window, client, bugs } = await start();
      const dropped = [
        '',
        'null',
        '[]',
        '{',
        '{"type":"call"}',
        '{"type":"call","id":0,"method":"echo","input":{}}',
        '{"type":"call","id":1.5,"method":"echo","input":{}}',
        '{"type":"call","id":"1","method":"echo","input":{}}',
        '{"type":"call","id":9,"method":"echo","input":{"text":"a"},"more":1}',
        '{"type":"result","id":1,"value":{}}',
        '{"type":"taken","id":77}',
        '{"type":"cancel","id":77}',
        '{"__proto__":{"type":"hello","contract":"x"}}',
      ];
      for (const text of dropped) window.send(text);
      expect(await client.call('echo', { text: 'alive' })).toEqual({ text: 'alive' });
      expect(bugs).toEqual([]);
      expect(Object.keys(Object.prototype)).toEqual([]);
    });

    it('E-17: random messages are answered with typed errors or dropped, and the host stays alive', async () => {
      const { window, client, bugs } = await start();
      // Never a small positive integer: the client's own requests have those.
      const ids = fc.oneof(
        fc.integer({ min: 100_000, max: 200_000 }),
        fc.constantFrom(0, -1, 1.5, '1', null, [], {}),
      );
      const message = fc.oneof(
        fc
          .record(
            {
              type: fc.constantFrom('hello', 'call', 'open', 'taken', 'cancel', 'result', 'x'),
              id: ids,
              method: fc.oneof(fc.constantFrom('echo', 'count', '__proto__'), fc.string()),
              stream: fc.oneof(fc.constantFrom('echo', 'count', '__proto__'), fc.string()),
              input: fc.jsonValue(),
              contract: fc.string(),
            },
            { requiredKeys: ['type'] },
          )
          .map((value) => JSON.stringify(value)),
        fc.string(),
        fc.jsonValue().map((value) => JSON.stringify(value)),
      );
      await fc.assert(
        fc.asyncProperty(fc.array(message, { maxLength: 10 }), async (messages) => {
          for (const text of messages) window.send(text);
          expect(await client.call('echo', { text: 'alive' })).toEqual({ text: 'alive' });
        }),
        { numRuns: 200 },
      );
      expect(bugs).toEqual([]);
    });
  });
}

function createHandlers(seen: Served['seen']): Handlers<Contract> {
  const taken = (): AppError =>
    new AppError('conflict', 'It is taken.', { hint: 'Take another.', details: { where: 'here' } });
  return {
    calls: {
      echo: async ({ text }) => ({ text }),
      refuse: () => Promise.reject(taken()),
      bug: () => Promise.reject(new TypeError('canary: /home/somebody/key')),
      hang: (_input, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            seen.aborted += 1;
            reject(new AppError('cancelled', 'Cancelled.'));
          });
        }),
      leak: async () => {
        const more: { shown: string } = Object.assign({ shown: 'a' }, { canary: 'key' });
        return more;
      },
      big: async ({ length }) => 'a'.repeat(length),
    },
    streams: {
      async *count({ to }) {
        for (let n = 0; n < to; n += 1) yield n;
      },
      async *bytes({ lengths }) {
        for (const at of [0, 1]) yield { at, pieces: lengths.map(patterned) };
      },
      async *refuseAfter({ items }) {
        for (let n = 0; n < items; n += 1) yield n;
        throw taken();
      },
      async *forever() {
        try {
          for (let n = 0; ; n += 1) {
            seen.produced = n + 1;
            yield n;
          }
        } finally {
          seen.left += 1;
        }
      },
    },
  };
}

function patterned(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
}

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** The next message of the host about request `id`, as it came. */
function nextMessage(window: Port, id: number): Promise<unknown> {
  return new Promise((resolve) => {
    const stop = window.onMessage((came) => {
      const message = JSON.parse(String(came)) as { readonly id?: number };
      if (message.id !== id) return;
      stop();
      resolve(message);
    });
  });
}
