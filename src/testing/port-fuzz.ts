import { describe, expect, it } from 'vitest';
import type { Port } from '../shared/rpc/port.ts';
import type { ServedPort } from './port-contract.ts';
import { fc } from './fast-check.ts';
import { scaled } from './test-scale.ts';

/** How the host's end of a pipe must handle messages that its own window would never send. */
export function portFuzz(name: string, start: () => Promise<ServedPort>): void {
  describe(`what is not in the contract, over ${name}`, () => {
    it.each(['nothing', '__proto__', 'constructor', 'toString', 'hasOwnProperty', '', 'count'])(
      'there is no call "%s"',
      async (method) => {
        const { window, client } = await start();
        const answer = nextMessage(window, 1000);
        window.send(JSON.stringify({ type: 'call', id: 1000, method, input: {} }));
        expect(await answer).toMatchObject({ type: 'failed', id: 1000, error: { code: 'invalid-input' } });
        expect(await client.call('echo', { text: 'alive' })).toEqual({ text: 'alive' });
      },
    );

    it.each(['nothing', '__proto__', 'constructor', 'valueOf', 'echo'])(
      'there is no stream "%s"',
      async (name_) => {
        const { window } = await start();
        const answer = nextMessage(window, 1000);
        window.send(JSON.stringify({ type: 'open', id: 1000, stream: name_, input: { to: 1 } }));
        expect(await answer).toMatchObject({ type: 'failed', id: 1000, error: { code: 'invalid-input' } });
      },
    );

    it('a wrong input is refused with the place of the mistake, and no handler sees it', async () => {
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

    it('what is no message is dropped, and the host stays alive', async () => {
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

    it('random messages are answered with typed errors or dropped, and the host stays alive', async () => {
      const { window, client, bugs } = await start();
      // Never a small positive integer, because the client uses those.
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
        { numRuns: scaled(200) },
      );
      expect(bugs).toEqual([]);
    });
  });
}

/** The host's next raw message about request `id`. */
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
