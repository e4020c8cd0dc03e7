import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterEach, describe, expect, it } from 'vitest';
import { startFaultServer, type FaultServer } from '../../../../src/testing/fault-servers/fault-server.ts';
import { GraphClient, type ProtocolEvent } from '../index.ts';

const servers: FaultServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** Events of a thread: those of an earlier run, and those of the run that is read. */
const eventOf = (id: number, seq = id) => ({
  type: 'event',
  event_id: String(id),
  seq,
  method: 'custom',
  params: { namespace: [], timestamp: 1000 + id, data: `event ${id}` },
});
const all = [1, 2, 3, 4, 5, 6, 7, 8];

/**
 * A server that cuts the first connection after some events, and sends all of a thread's again on the next.
 * `by`: whether it numbers events by thread, as the JavaScript server does, or anew with each connection, as
 * hosted ones do.
 */
async function serverWith(
  by: 'thread' | 'connection',
  ids: boolean,
  cutAfter: number,
): Promise<{ server: FaultServer; requests: () => readonly unknown[] }> {
  let opened = 0;
  const server = await startFaultServer(({ path, body }) => {
    if (path === '/info') return { json: { version: '1', ...(by === 'thread' ? { context: 'js' } : {}) } };
    const { since = 0 } = JSON.parse(body) as { readonly since?: number };
    opened += 1;
    const numbered = all.map((id, index) => eventOf(id, by === 'thread' ? id : index + 1));
    const events = numbered.filter(({ seq }) => seq > since);
    const sent = opened === 1 ? events.slice(0, cutAfter) : events;
    const chunks = sent.map((event) => {
      const { event_id: id, ...rest } = event;
      const data = JSON.stringify(ids ? event : rest);
      return `event: custom\ndata: ${data}\n${ids ? `id: ${id}\n` : ''}\n`;
    });
    return { headers: { 'content-type': 'text/event-stream' }, chunks, stall: opened > 1 };
  });
  servers.push(server);
  const requests = (): readonly unknown[] =>
    server.requests.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body).since);
  return { server, requests };
}

const dataOf = ({ params }: ProtocolEvent): unknown => params.data;
const received = (from: number): string[] => all.filter((id) => id >= from).map((id) => `event ${id}`);

describe('the events of a thread after a cut', () => {
  async function read(
    server: FaultServer,
    since: number | undefined,
    count: number,
  ): Promise<readonly unknown[]> {
    const { threads } = new GraphClient({
      url: server.url,
      apiKey: null,
      reconnect: { attempts: 5, baseMs: 1, maxMs: 5 },
    });
    const events: unknown[] = [];
    for await (const event of threads.events('t', { channels: ['custom'], since })) {
      events.push(dataOf(event));
      if (events.length === count) break;
    }
    return events;
  }

  it.each([
    ['thread', true],
    ['thread', false],
    ['connection', true],
    ['connection', false],
  ] as const)('come once if numbered by %s (ids: %s), without a carried-over position', async (by, ids) => {
    for (let cutAfter = 1; cutAfter < all.length; cutAfter += 1) {
      const { server, requests } = await serverWith(by, ids, cutAfter);
      expect(await read(server, undefined, all.length)).toEqual(received(1));
      expect(requests()).toEqual([undefined, undefined]);
    }
  });

  it('a run on a thread with earlier runs has only its own', async () => {
    const { server, requests } = await serverWith('thread', true, 2);
    expect(await read(server, 3, 5)).toEqual(received(4));
    expect(requests()).toEqual([3, undefined]);
  });

  it('without ids are not kept to recognize them', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const length = 100_000;
    let made = 0;
    const body = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        made += 1;
        const data = `${made} ${'x'.repeat(length)}`;
        const event = { type: 'event', method: 'custom', params: { namespace: [], data } };
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
      },
    });
    const { threads } = new GraphClient({
      url: 'http://server.test',
      apiKey: null,
      fetch: () => Promise.resolve(new Response(body, { headers: { 'content-type': 'text/event-stream' } })),
    });
    const heap: number[] = [];
    let count = 0;
    for await (const event of threads.events('t', { channels: ['custom'] })) {
      expect(dataOf(event)).toHaveLength(length + String(count + 1).length + 1);
      count += 1;
      if (count % 200 === 50) {
        collect();
        heap.push(process.memoryUsage().heapUsed);
      }
      if (heap.length === 2) break;
    }
    const [before = 0, after = Infinity] = heap;
    expect(after - before).toBeLessThan((200 * length) / 4);
  });

  it('have numbers as exact as the client option says', async () => {
    const server = await startFaultServer(({ path }) =>
      path === '/info'
        ? { json: { version: '1' } }
        : {
            headers: { 'content-type': 'text/event-stream' },
            chunks: [
              'data: {"type":"event","method":"custom","params":{"namespace":[],"data":12345678901234567890}}\n\n',
            ],
          },
    );
    servers.push(server);
    const { threads } = new GraphClient({ url: server.url, apiKey: null, exact: true });
    for await (const event of threads.events('t', { channels: ['custom'] })) {
      expect(String(dataOf(event))).toBe('12345678901234567890');
      break;
    }
  });
});
