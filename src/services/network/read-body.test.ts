import { expect, it } from 'vitest';
import { readBody } from './read-body.ts';

it('A body of exactly the limit is whole, and one byte more is cut', async () => {
  expect(await readBody(new Response('abcd'), 4)).toEqual({ bytes: Buffer.from('abcd'), isCut: false });
  expect(await readBody(new Response('abcde'), 4)).toEqual({ bytes: Buffer.from('abcd'), isCut: true });
});

it('A response without a body is empty', async () => {
  expect(await readBody(new Response(null), 4)).toEqual({ bytes: Buffer.alloc(0), isCut: false });
});

it('An endless body is cancelled at the limit, also if cancelling fails', async () => {
  let cancelled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array(3)),
    cancel: () => {
      cancelled += 1;
      throw new Error('refused');
    },
  });
  const { bytes, isCut } = await readBody(new Response(endless), 7);
  expect([bytes.length, isCut, cancelled]).toEqual([7, true, 1]);
});

it('A body that breaks off is an error', async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.error(new Error('reset')),
  });
  await expect(readBody(new Response(broken), 7)).rejects.toThrow('reset');
});
