import { expect, it } from 'vitest';
import { requireEventStream } from './stream-connection.ts';

it.each(['text/html', 'text/plain'])(
  'aborts a response of type %s that is no stream and stays open',
  async (type) => {
    let isAborted = false;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode('<!doctype html>'.padEnd(64))),
      cancel: () => {
        isAborted = true;
      },
    });
    const refused = requireEventStream({
      headers: new Headers({ 'content-type': type }),
      body,
      target: { method: 'GET', path: '/' },
      close: () => undefined,
    });
    await expect(refused).rejects.toMatchObject({ sample: expect.stringContaining('<!doctype html>') });
    expect(isAborted).toBe(true);
  },
);

it('takes a silent response without a content type for a stream after a while, and loses nothing of it', async () => {
  let send = (_text: string): void => undefined;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      send = (text) => {
        controller.enqueue(new TextEncoder().encode(text));
        controller.close();
      };
    },
  });
  const open = await requireEventStream(
    {
      headers: new Headers({ 'content-type': 'text/plain' }),
      body,
      target: { method: 'GET', path: '/' },
      close: () => undefined,
    },
    10,
  );
  send('event: values\ndata: {}\n\n');
  expect(await new Response(open.body).text()).toBe('event: values\ndata: {}\n\n');
});
