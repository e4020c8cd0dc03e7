import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '@langchain/langgraph-sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { createRecordedServers, type RecordedServers } from '../../services/recordings/recorded-servers.ts';
import { sendRaw, sendRequest } from '../../testing/fault-servers/raw-http.ts';
import { makeRecording } from '../../testing/services/make-recording.ts';
import { serveRecording, type ServedRecording } from './serve-recording.ts';

let folder: string;
let recordings: RecordedServers;
let threadId: string;
let recordingId: string;
const bugs: unknown[] = [];
const served: ServedRecording[] = [];

/** The recorded run has 20 events, 10 ms apart. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'serve-'));
  const { zip, manifest } = await makeRecording(folder, { checkpoints: 30 });
  threadId = manifest.thread_id;
  recordings = createRecordedServers({ dataFolder: join(folder, 'data'), log: () => undefined });
  recordingId = (await recordings.open(zip)).id;
});
afterAll(async () => {
  await Promise.all(served.map(({ stop }) => stop()));
  await recordings.stop();
  await rm(folder, { recursive: true, force: true });
});

const serve = async (speed: number): Promise<{ readonly url: string; readonly port: number }> => {
  const recorded = recordings.fetchAtPace(recordingId, { speed, fromStart: true });
  return serveFetch(recorded);
};
const serveFetch = async (recorded: typeof fetch) => {
  const one = await serveRecording(recorded, 0, (error) => bugs.push(error));
  served.push(one);
  return { url: one.url, port: Number(new URL(one.url).port) };
};
const steps = Array.from({ length: 19 }, (_, index) => ({ step: index + 1 }));

describe('a served recording', () => {
  it('is read by the LangGraph SDK: state, history, runs, and the stream of a run', async () => {
    const { url } = await serve(0);
    const client = new Client({ apiUrl: url, apiKey: null });
    expect((await client.threads.get(threadId)).thread_id).toBe(threadId);
    expect((await client.threads.getState(threadId)).values).toMatchObject({ step: 29 });
    const history = await client.threads.getHistory(threadId, { limit: 3 });
    expect(history.map(({ values }) => (values as { readonly step: number }).step)).toEqual([29, 28, 27]);
    expect(await client.threads.search({ metadata: { graph_id: 'counter' } })).toHaveLength(1);
    const [run] = await client.runs.list(threadId);
    expect(run?.status).toBe('success');
    expect(await client.runs.join(threadId, run?.run_id ?? '')).toMatchObject({ step: 29 });
    const data: unknown[] = [];
    for await (const event of client.runs.joinStream(threadId, run?.run_id ?? ''))
      if (event.event === 'values') data.push(event.data);
    expect(data).toEqual(steps);
    await expect(client.threads.delete(threadId)).rejects.toThrow(/405.*is read-only/s);
    await expect(client.runs.create(threadId, 'counter', { input: {} })).rejects.toThrow(/405/);
  });

  it('is read by remote-graph, which continues a stream after the event that it has', async () => {
    const { url } = await serve(0);
    const client = new GraphClient({ url, apiKey: null });
    expect((await client.meta.info()).version).toBe('1.5.1');
    expect((await client.threads.getState(threadId)).values).toMatchObject({ step: 29 });
    expect(await client.threads.getHistory(threadId, { limit: 100 })).toHaveLength(30);
    expect((await client.assistants.getGraph('counter')).nodes).toHaveLength(3);
    const [run] = await client.runs.list(threadId, { limit: 1 });
    const names: string[] = [];
    const stream = client.runs.joinStream(threadId, run?.run_id ?? '', { lastEventId: '9' });
    for await (const batch of stream.frameBatches())
      for (let at = 0; at < batch.count; at += 1) names.push(batch.name(at).mode);
    expect(names).toEqual(Array.from({ length: 10 }, () => 'values'));
  });

  it('sends events at their pace, and faster if wanted', async () => {
    const lengthAt = async (speed: number): Promise<number> => {
      const { url } = await serve(speed);
      const client = new Client({ apiUrl: url, apiKey: null });
      const [run] = await client.runs.list(threadId);
      const ids: unknown[] = [];
      const askedAt = performance.now();
      for await (const { id } of client.runs.joinStream(threadId, run?.run_id ?? '')) ids.push(id);
      expect(ids).toEqual(Array.from({ length: 20 }, (_, index) => String(index)));
      return performance.now() - askedAt;
    };
    // Recorded over 190 ms. Timers may be a little early. A busy machine makes all of it late, and may read several
    // events at once.
    expect(await lengthAt(1)).toBeGreaterThan(150);
    expect(await lengthAt(2)).toBeGreaterThan(80);
  });

  it('ends a stream whose client leaves in a pause', async () => {
    const { url } = await serve(1);
    const client = new Client({ apiUrl: url, apiKey: null });
    const [run] = await client.runs.list(threadId);
    let count = 0;
    for await (const { event } of client.runs.joinStream(threadId, run?.run_id ?? '')) {
      if (event === 'values') count += 1;
      if (count === 2) break;
    }
    // All that was recorded would have come by then; what fails late would fail this test.
    await pause(250);
    expect([count, bugs]).toEqual([2, []]);
  });

  it('refuses pages, other hosts, tunnels and what is no request', async () => {
    const { port } = await serve(0);
    const path = `/threads/${threadId}/history`;
    const post = (headers: Readonly<Record<string, string>>, body = '{}') =>
      sendRequest(port, 'POST', path, { 'content-type': 'application/json', ...headers }, body);
    const good = await post({});
    expect([
      good.status,
      Object.keys(good.headers).filter((name) => name.startsWith('access-control')),
    ]).toEqual([200, []]);
    expect(good.headers).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    const refused = await Promise.all([
      post({ host: `evil.test:${port}` }),
      post({ origin: 'https://evil.test' }),
      post({ 'sec-fetch-site': 'cross-site' }),
      post({ 'content-type': 'text/plain' }),
      post({ 'x-forwarded-for': '203.0.113.7' }),
      post({}, `"${'x'.repeat(2 ** 20)}"`),
      sendRequest(port, 'OPTIONS', path, { origin: 'https://evil.test' }),
      sendRequest(port, 'GET', '/socket', { connection: 'Upgrade', upgrade: 'websocket' }),
      sendRequest(port, 'GET', '/x', { 'x-long': 'x'.repeat(17 * 1024) }),
      sendRaw(port, 'nonsense\r\n\r\n'),
      sendRaw(port, `GET http://evil.test/ HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`),
      sendRequest(port, 'GET', '/threads/%zz/..//%00', {}),
    ]);
    expect(refused.map(({ status }) => status)).toEqual([
      421, 403, 403, 415, 403, 413, 403, 404, 431, 400, 421, 404,
    ]);
  });

  it('reads no further than its client, and stops when the client leaves', async () => {
    let pulled = 0;
    let leave = (): void => undefined;
    const left = new Promise<void>((resolve) => (leave = resolve));
    const chunk = new Uint8Array(2 ** 18);
    const endless = new ReadableStream<Uint8Array>({
      async pull(controller) {
        pulled += 1;
        controller.enqueue(chunk);
      },
      cancel: () => leave(),
    });
    const { url } = await serveFetch(async () => new Response(endless));
    const leaving = new AbortController();
    const { body } = await fetch(url, { signal: leaving.signal });
    const reader = body?.getReader();
    await reader?.read();
    // Until the buffers of both sides are full: some megabytes, of which there is no end.
    for (let before = -1; before !== pulled; await pause(50)) before = pulled;
    expect(pulled).toBeLessThan(200);
    leaving.abort();
    // Or the test times out.
    await left;
  });

  it('fails if the port is taken', async () => {
    const { port } = await serve(0);
    await expect(serveRecording(fetch, port, () => undefined)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('found no request that it could not answer', () => {
    expect(bugs).toEqual([]);
  });
});
