import { Client } from '@langchain/langgraph-sdk';
import { describe, expect, it, vi } from 'vitest';
import { collectFrames } from '../../../../src/testing/remote-graph/collect-frames.ts';
import {
  eventStreamResponse,
  createScriptedClient,
} from '../../../../src/testing/remote-graph/scripted-client.ts';
import {
  ArgumentError,
  GraphClient,
  GraphServerError,
  type RequestEvent,
  type StreamFrame,
} from '../index.ts';

/** The official SDKs' cases that are worth repeating (docs/protocol.md, Conformance suites). */
const run = { run_id: 'r', thread_id: 't', assistant_id: 'a', status: 'success' };
const thread = { thread_id: 't', status: 'idle' };

/** The events of a stream with this text. */
async function eventsOf(text: string): Promise<StreamFrame[]> {
  const { client } = createScriptedClient('hosted', ({ path, headers }) => {
    if (!path.endsWith('/stream')) return path.includes('/runs/') ? run : thread;
    return eventStreamResponse(headers.has('last-event-id') ? '' : text);
  });
  return collectFrames(client.runs.stream('t', 'a'));
}

const contentOf = (frames: readonly StreamFrame[]): unknown[] =>
  frames.map(({ id, event, text }) => [id, event, text]);

describe('events', () => {
  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
    ['CR', '\r'],
  ])('lines end with %s; comments are ignored; several events; ids are kept', async (_, end) => {
    const lines = [
      ': hello',
      'event: values',
      'data: {"a":1}',
      'id: 1',
      '',
      ': ping',
      '',
      'event: updates',
      'data: {}',
      'id: 2',
      '',
      '',
    ];
    expect(contentOf(await eventsOf(lines.join(end)))).toEqual([
      ['1', 'values', '{"a":1}'],
      ['2', 'updates', '{}'],
    ]);
  });

  it('drops an end event without data, but not a last event without its blank line', async () => {
    expect(contentOf(await eventsOf('event: values\ndata: 1\n\nevent: end\n\n'))).toEqual([
      [null, 'values', '1'],
    ]);
    const { client } = createScriptedClient('hosted', () =>
      eventStreamResponse('event: values\ndata: 1\n\nevent: values\ndata: 2'),
    );
    const stateless = await collectFrames(client.runs.stream(null, 'a'));
    expect(contentOf(stateless)).toEqual([
      [null, 'values', '1'],
      [null, 'values', '2'],
    ]);
  });

  it('rejects a wrong content type, with the start of the response', async () => {
    const { client } = createScriptedClient(
      'hosted',
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
    );
    const stream = client.runs.joinStream('t', 'r');
    await expect(collectFrames(stream)).rejects.toMatchObject({ name: 'ProtocolError', sample: '<html>' });
    await expect(stream.end).rejects.toMatchObject({ name: 'ProtocolError' });
  });

  it('resumes a cut stream at its own path after the last complete id, until aborted', async () => {
    const cut = (): Response =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(
              new TextEncoder().encode('event: values\ndata: 0\nid: 6\n\nevent: values\ndata: 1\nid: 7\n\n'),
            );
          },
          pull(controller) {
            controller.error(new TypeError('terminated'));
          },
        }),
        { headers: { 'content-type': 'text/event-stream', 'content-location': '/threads/t/runs/r' } },
      );
    const to = createScriptedClient('hosted', ({ path, method }) => {
      if (path.endsWith('/stream'))
        return method === 'POST'
          ? cut()
          : eventStreamResponse('event: values\ndata: 1\nid: 7\n\nevent: values\ndata: 2\nid: 8\n\n');
      return path.includes('/runs/') ? run : thread;
    });
    expect(contentOf(await collectFrames(to.client.runs.stream('t', 'a')))).toEqual([
      ['6', 'values', '0'],
      ['7', 'values', '1'],
      ['8', 'values', '2'],
    ]);
    const joins = to.sent.filter(({ method, path }) => method === 'GET' && path.endsWith('/stream'));
    expect(joins[0]?.path).toBe('/threads/t/runs/r/stream');
    expect(joins.map(({ headers }) => headers.get('last-event-id'))[0]).toBe('6');

    const controller = new AbortController();
    const waiting = createScriptedClient('hosted', ({ path }) =>
      path.endsWith('/stream') ? cut() : new Response('later', { status: 503 }),
    );
    const stream = waiting.client.runs.stream('t', 'a', { signal: controller.signal });
    stream.onConnectionState((connectionState) => {
      if (connectionState === 'reconnecting') controller.abort(new Error('enough'));
    });
    await expect(collectFrames(stream)).rejects.toThrow('enough');
  });

  it('reopens the stream of a thread after its last event, until it is left', async () => {
    const to = createScriptedClient(
      'hosted',
      (_, index) =>
        index === 2
          ? new Response('busy', { status: 503 })
          : eventStreamResponse(`event: values\ndata: ${index}\nid: ${index}\n\n`),
      { reconnect: { baseMs: 1, maxMs: 2 } },
    );
    const events: unknown[] = [];
    for await (const frame of to.client.threads.joinStream('t', { streamMode: ['run_modes', 'lifecycle'] })) {
      events.push(frame.json());
      if (events.length === 3) break;
    }
    expect(events).toEqual([0, 1, 3]);
    expect(to.sent.map(({ headers }) => headers.get('last-event-id'))).toEqual([null, '0', '1', '1']);
    expect(to.sent[0]?.path).toBe(
      '/threads/t/stream?stream_mode=run_modes&stream_mode=lifecycle&stream_modes=run_modes&stream_modes=lifecycle',
    );
    const gone = createScriptedClient('hosted', () => new Response('no', { status: 404 }));
    await expect(gone.client.threads.joinStream('t').next()).rejects.toMatchObject({ status: 404 });
    expect(gone.sent).toHaveLength(1);
  });
});

describe('errors', () => {
  it.each([400, 401, 403, 404, 409, 422, 429, 500, 503])(
    'status %i, request id and the error of the server',
    async (status) => {
      const bodies: [string, string][] = [
        ['{"detail":"words"}', 'words'],
        ['{"message":"words"}', 'words'],
        ['{"error":"words"}', 'words'],
        ['{"error":{"message":"words"}}', 'words'],
        ['"words"', 'words'],
        ['words', 'words'],
        ['', String(status)],
      ];
      for (const [body, words] of bodies) {
        const { client } = createScriptedClient(
          'hosted',
          () => new Response(body, { status, headers: { 'x-request-id': 'req-1' } }),
        );
        const failure = await client.threads.get('t').catch((error: unknown) => error);
        expect(failure).toBeInstanceOf(GraphServerError);
        expect(failure).toMatchObject({
          status,
          requestId: 'req-1',
          serverText: words,
          body,
          path: '/threads/t',
        });
      }
    },
  );
});

describe('headers and keys', () => {
  it('headers are merged in any case, later ones win', async () => {
    const to = createScriptedClient('hosted', () => thread, { headers: { 'X-Team': 'red', 'x-keep': '1' } });
    await to.client.threads.get('t', { headers: { 'x-team': 'blue' }, params: { extra: 'yes' } });
    const [sent] = to.sent;
    expect([sent?.headers.get('x-team'), sent?.headers.get('x-keep'), sent?.path]).toEqual([
      'blue',
      '1',
      '/threads/t?extra=yes',
    ]);
    await expect(to.client.threads.get('t', { headers: { 'X-API-KEY': 'k' } })).rejects.toBeInstanceOf(
      ArgumentError,
    );
  });

  it.each([
    [{ LANGGRAPH_API_KEY: 'a', LANGSMITH_API_KEY: 'b' }, undefined, 'a'],
    [{ LANGGRAPH_API_KEY: '', LANGSMITH_API_KEY: 'b', LANGCHAIN_API_KEY: 'c' }, undefined, 'b'],
    [{ LANGCHAIN_API_KEY: ` "c" ` }, undefined, 'c'],
    [{ LANGCHAIN_API_KEY: ` 's' ` }, undefined, 's'],
    [{ LANGGRAPH_API_KEY: 'a' }, 'mine', 'mine'],
    [{ LANGGRAPH_API_KEY: 'a' }, null, null],
    [{}, undefined, null],
  ])('the environment %j and the key %j result in %j', async (env, apiKey, expected) => {
    const to = createScriptedClient('hosted', () => thread, { env, apiKey });
    await to.client.threads.get('t');
    expect(to.sent[0]?.headers.get('x-api-key')).toBe(expected);
  });
});

describe('paths', () => {
  it.each(['a/b', 'a?b#c', '%2e', 'ä ö', '...'])('the id %j stays one segment', async (id) => {
    const to = createScriptedClient('hosted', () => thread);
    await to.client.threads.get(id);
    expect(to.sent[0]?.path.split('/')).toHaveLength(3);
    expect(decodeURIComponent(to.sent[0]?.path.split('/')[2] ?? '')).toBe(id);
  });

  it.each(['', '.', '..'])('the id %j is rejected', async (id) => {
    const to = createScriptedClient('hosted', () => thread);
    await expect(to.client.threads.get(id)).rejects.toBeInstanceOf(ArgumentError);
    await expect(to.client.runs.get('t', id)).rejects.toBeInstanceOf(ArgumentError);
    expect(to.sent).toEqual([]);
  });
});

describe('bodies', () => {
  it('an update of a cron sends only the given members, including nulls', async () => {
    const to = createScriptedClient('hosted', () => ({ cron_id: 'c', schedule: '* * * * *' }));
    await to.client.crons.update('c', { schedule: '0 0 * * *' });
    await to.client.crons.update('c', { endTime: null, enabled: false });
    const cleared = { webhook: null, metadata: null, interruptBefore: null, interruptAfter: null };
    await to.client.crons.update('c', { ...cleared, config: null, context: null, input: null });
    await to.client.crons.update('c', {});
    expect(to.sent.map(({ body }) => body)).toEqual([
      { schedule: '0 0 * * *' },
      { end_time: null, enabled: false },
      {
        webhook: null,
        metadata: null,
        interrupt_before: null,
        interrupt_after: null,
        config: null,
        context: null,
        input: null,
      },
      {},
    ]);
    expect(to.sent[0]).toMatchObject({ method: 'PATCH', path: '/runs/crons/c' });
  });

  it('crons on the JavaScript server fail with its error', async () => {
    const { client } = createScriptedClient('js', () => new Response('Not implemented', { status: 500 }));
    await expect(client.crons.search()).rejects.toMatchObject({ status: 500, serverText: 'Not implemented' });
  });

  it('a search returns a pagination object on request', async () => {
    const { client } = createScriptedClient('hosted', () =>
      Response.json([{ assistant_id: 'a', graph_id: 'g' }], { headers: { 'x-pagination-next': '10' } }),
    );
    expect(await client.assistants.search({ includePagination: true })).toEqual({
      assistants: [{ assistant_id: 'a', graph_id: 'g' }],
      next: '10',
    });
  });

  it('options may be in the query, as in the SDK, or the last argument', async () => {
    const onRequest = vi.fn<(event: RequestEvent) => void>();
    const to = createScriptedClient('hosted', () => [thread], { onRequest });
    const aborted = AbortSignal.abort(new Error('stopped'));
    await expect(to.client.threads.search({ limit: 1, signal: aborted })).rejects.toThrow('stopped');
    await expect(to.client.runs.wait('t', 'a', { input: {}, signal: aborted })).rejects.toThrow('stopped');
    await to.client.threads.search(
      { limit: 1, purpose: 'beside', headers: { 'x-a': '1' } },
      { headers: { 'x-b': '2' } },
    );
    expect([to.sent[0]?.headers.get('x-a'), to.sent[0]?.headers.get('x-b')]).toEqual(['1', '2']);
    expect(onRequest).toHaveBeenCalledWith(expect.objectContaining({ purpose: 'beside' }));
    expect(to.sent).toHaveLength(1);
  });

  it('needs an address', () => {
    expect(() => new GraphClient({ url: 'localhost:2024' })).toThrow(ArgumentError);
  });
});

describe('names', () => {
  it('has every method of the official client under its name, except for two', () => {
    const official = new Client({ apiUrl: 'http://sdk.test', apiKey: null });
    const { client } = createScriptedClient('hosted', () => thread);
    const methodsOf = (part: object): string[] =>
      Object.getOwnPropertyNames(Object.getPrototypeOf(part)).filter((name) => name !== 'constructor');
    const parts = ['assistants', 'threads', 'runs', 'crons', 'store'] as const;
    const missing = parts.flatMap((part) => {
      const ours = new Set(methodsOf(client[part]));
      return methodsOf(official[part])
        .filter((name) => !ours.has(name))
        .map((name) => `${part}.${name}`);
    });
    // No known server has the route of the first; the second is `streamEvents` of a RemoteGraph here.
    expect(missing).toEqual(['threads.patchState', 'threads.stream']);
  });
});
