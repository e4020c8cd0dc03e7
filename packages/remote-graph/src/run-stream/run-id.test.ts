import { afterEach, describe, expect, it } from 'vitest';
import { startFaultServer, type FaultServer } from '../../../../src/testing/fault-servers/fault-server.ts';
import { GraphClient, type RunStream } from '../index.ts';

const servers: FaultServer[] = [];
const streams: RunStream[] = [];

afterEach(async () => {
  for (const stream of streams.splice(0)) stream.close();
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

/** Where a server returns the id of a run that it has started. */
interface Identification {
  readonly header?: 'content-location' | 'location';
  /** What the header names; the started run by default. */
  readonly location?: string;
  readonly contentType?: string | null;
  /** The events that it sends before it falls silent. */
  readonly events?: readonly string[];
  readonly isListed?: boolean;
}

const metadataEvent = 'event: metadata\ndata: {"run_id":"run-1","attempt":1}\n\n';
const otherEvent = 'event: values\ndata: {"log":[]}\n\n';

/** Starts a run whose events nobody reads. The server never ends the response. */
async function startUnread(
  {
    header,
    location: named,
    contentType = 'text/event-stream',
    events = [],
    isListed = false,
  }: Identification,
  threadId: string | null = 't',
): Promise<{ run: RunStream; server: FaultServer }> {
  let metadata: unknown;
  const server = await startFaultServer(({ method, path, body }) => {
    if (path === '/info') return { json: { version: '0.0.0', flags: {} } };
    if (method === 'POST') {
      metadata = (JSON.parse(body) as { readonly metadata?: unknown }).metadata;
      const location = named ?? `${threadId === null ? '' : `/threads/${threadId}`}/runs/run-1`;
      return {
        headers: {
          ...(contentType === null ? {} : { 'content-type': contentType }),
          ...(header ? { [header]: location } : {}),
        },
        chunks: events,
        stall: true,
      };
    }
    if (path === '/threads/t/runs')
      return { json: isListed ? [{ run_id: 'run-1', thread_id: 't', status: 'running', metadata }] : [] };
    return { status: 404, json: { detail: 'Not Found' } };
  });
  servers.push(server);
  const client = new GraphClient({
    url: server.url,
    apiKey: null,
    retries: 0,
    reconnect: { attempts: 2, baseMs: 20, maxMs: 20 },
  });
  const run = client.runs.stream(threadId, 'a', { input: {} });
  streams.push(run);
  return { run, server };
}

describe('the id of a started run, while nobody reads its events', () => {
  it.each<[string, Identification, string | null]>([
    ['the Content-Location header', { header: 'content-location' }, 't'],
    ['the Location header', { header: 'location' }, 't'],
    ['the first event', { events: [metadataEvent, otherEvent] }, 't'],
    ['the first event of a run without a thread', { events: [metadataEvent] }, null],
    ['the list of runs, if no event comes', { isListed: true }, 't'],
    ['the list of runs, if no event names it', { events: [otherEvent], isListed: true }, 't'],
    [
      'the first event, if a header names a run of another thread',
      { header: 'content-location', location: '/threads/other/runs/run-2', events: [metadataEvent] },
      't',
    ],
    [
      'the first event of a response without a content type',
      { contentType: null, events: [metadataEvent] },
      't',
    ],
    ['the first event of plain text', { contentType: 'text/plain', events: [metadataEvent] }, 't'],
    [
      'the list of runs, if the response is a page',
      { contentType: 'text/html', events: ['<!doctype html>'], isListed: true },
      't',
    ],
  ])('comes from %s', async (_, identification, threadId) => {
    const { run } = await startUnread(identification, threadId);
    expect(await run.runId).toBe('run-1');
  });

  it.each<[string, string | null]>([
    ['on a thread', 't'],
    ['without a thread', null],
  ])('is an error if the server sends it nowhere, %s', async (_, threadId) => {
    const { run } = await startUnread({ events: [otherEvent] }, threadId);
    await expect(run.runId).rejects.toThrow('The server did not send the ID of the run.');
  });

  it('is asked for only if no header has it', async () => {
    const { run, server } = await startUnread({ header: 'location', isListed: true });
    await run.runId;
    expect(server.requests.map(({ path }) => path)).toEqual(['/info', '/threads/t/runs/stream']);
  });

  it('loses no event that was read to find it', async () => {
    const { run } = await startUnread({ events: [metadataEvent, otherEvent] });
    await run.runId;
    const iterator = run[Symbol.asyncIterator]();
    expect((await iterator.next()).value?.event).toBe('metadata');
    expect((await iterator.next()).value?.event).toBe('values');
  });
});

it('reports the id of a run that is waited for, from the list of runs', async () => {
  let metadata: unknown;
  let finish = (): void => {};
  const isOver = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const server = await startFaultServer(async ({ method, body }) => {
    if (method !== 'POST') return { json: metadata ? [{ run_id: 'run-1', metadata }] : {} };
    metadata = (JSON.parse(body) as { readonly metadata?: unknown }).metadata;
    await isOver;
    return { json: { done: true } };
  });
  servers.push(server);
  const client = new GraphClient({ url: server.url, apiKey: null, reconnect: { baseMs: 20 } });
  const reported = new Promise((resolve) => {
    const onRunCreated = ({ run_id: runId }: { readonly run_id: string }): void => resolve(runId);
    void client.runs.wait('t', 'a', { input: {}, onRunCreated }).catch(resolve);
  });
  // Headers come with the values, which come only once the run is over.
  setTimeout(finish, 50);
  expect(await reported).toBe('run-1');
});
