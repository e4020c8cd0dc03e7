import { expect, it } from 'vitest';
import type { StudioRpc } from './rpc-context.ts';
import { subscribeToStream } from './subscription.ts';

/** A studio whose only stream has these items, all at once. */
const studioWith = (items: readonly unknown[]): StudioRpc => ({
  call: () => Promise.reject(new Error('Nothing is called.')),
  open: () => ({
    async *[Symbol.asyncIterator]() {
      yield* items as never[];
    },
  }),
});

it('lets the window get on with other work between items that take long', async () => {
  const snapshots: unknown[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.addEventListener('message', () => snapshots.push('other work'));
  port1.start();
  await new Promise<void>((ended) => {
    subscribeToStream(
      studioWith(['a', 'b', 'c']),
      'app.presence',
      {},
      {
        onItem(item) {
          if (snapshots.length === 0) port2.postMessage(null);
          snapshots.push(item);
          const until = performance.now() + 10;
          while (performance.now() < until);
        },
        onState: (state) => state === 'ended' && ended(),
      },
    );
  });
  port1.close();
  expect(snapshots).toEqual(['a', 'other work', 'b', 'c']);
});
