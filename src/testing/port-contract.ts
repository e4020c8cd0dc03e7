import { z } from 'zod';
import { AppError } from '../shared/app-error.ts';
import type { RpcClient } from '../shared/rpc/client.ts';
import { call, stream, type Handlers } from '../shared/rpc/contract-types.ts';
import type { Port } from '../shared/rpc/port.ts';

const nothing = z.strictObject({});

/** A small contract with every kind of entry that the studio's own contract has. */
export const portContract = {
  calls: {
    echo: call(z.strictObject({ text: z.string() }), z.strictObject({ text: z.string() })),
    refuse: call(nothing, nothing),
    bug: call(nothing, nothing),
    /** Ends only when cancelled. */
    hang: call(nothing, nothing),
    /** Ends only when cancelled, and some milliseconds after that. */
    endLate: call(z.strictObject({ ms: z.int() }), nothing),
    /** Responds with a field that is not in the contract. */
    leak: call(nothing, z.strictObject({ shown: z.string() })),
    big: call(z.strictObject({ length: z.int() }), z.string()),
  },
  streams: {
    count: stream(z.strictObject({ to: z.int() }), z.int()),
    refuseAfter: stream(z.strictObject({ items: z.int() }), z.int()),
    forever: stream(nothing, z.int()),
    /** Byte chunks of these lengths. */
    bytes: stream(
      z.strictObject({ lengths: z.array(z.int()) }),
      z.strictObject({ at: z.int(), pieces: z.array(z.instanceof(Uint8Array)) }),
      { bulk: 'pieces' },
    ),
  },
};
export type PortContract = typeof portContract;

/** A pipe between a client and the handlers of this contract. */
export interface ServedPort {
  readonly client: RpcClient<PortContract>;
  readonly window: Port;
  readonly host: Port;
  readonly bugs: string[];
  /** What the handlers recorded. */
  readonly seen: HandlerLog;
}

export interface HandlerLog {
  aborted: number;
  produced: number;
  left: number;
}

/** Handlers that respond, refuse, fail, hang and stream; `handlerLog` records what happens to them. */
export function createPortHandlers(handlerLog: HandlerLog): Handlers<PortContract> {
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
            handlerLog.aborted += 1;
            reject(new AppError('cancelled', 'Cancelled.'));
          });
        }),
      endLate: ({ ms }, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () =>
            setTimeout(() => reject(new AppError('cancelled', 'Cancelled.')), ms),
          );
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
            handlerLog.produced = n + 1;
            yield n;
          }
        } finally {
          handlerLog.left += 1;
        }
      },
    },
  };
}

/** Bytes that encode their own position. */
export function patterned(length: number): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length }, (_, at) => (at * 7 + length) % 256);
}
