import { randomUUID } from 'node:crypto';
import { Client } from '@langchain/langgraph-sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedServer, type SharedServer } from '../../../../../src/testing/shared-server.ts';
import { collectItems } from '../../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { GraphClient, RemoteCommand, RemoteGraph, type ProtocolEvent } from '../../index.ts';

let server: SharedServer;
let client: GraphClient;

beforeAll(async () => {
  server = await sharedServer('real');
  client = new GraphClient({ url: server.url, apiKey: null });
});

const graphOf = (name: string): RemoteGraph => new RemoteGraph(name, { client });
const newThread = () => ({ configurable: { thread_id: randomUUID() } });
const v3 = { version: 'v3' as const };

function contentOf(events: readonly ProtocolEvent[]): unknown[] {
  return events
    .filter(({ method, params }) => method === 'lifecycle' && params.namespace.length === 0)
    .map(({ params }) => Reflect.get(Object(params.data), 'event'));
}

describe.concurrent('events of version 3, on the real server', () => {
  it('start a run on the thread, and end where it waits', async () => {
    const config = newThread();
    const writer = graphOf('writer');
    const run = await writer.streamEvents({ text: 'a' }, { ...config, ...v3 });
    expect(run.threadId).toBe(config.configurable.thread_id);
    const events = await collectItems(run);
    expect(contentOf(events)).toEqual(['running', 'interrupted']);
    expect(events.map(({ method }) => method)).toEqual(
      expect.arrayContaining(['values', 'updates', 'tasks']),
    );
    expect(events.some(({ params }) => params.namespace[0]?.startsWith('write:'))).toBe(true);
    expect(await client.runs.get(run.threadId, run.runId)).toMatchObject({ status: 'success' });

    // The same thread again: no event of the first run is repeated.
    const { interrupts } = await writer.getState(config);
    const resume = Object.fromEntries(interrupts.map(({ id }) => [id, 'yes']));
    const resumed = await collectItems(
      await writer.streamEvents(new RemoteCommand({ resume }), { ...config, ...v3 }),
    );
    expect(contentOf(resumed)).toEqual(['running', 'completed']);
    expect((await writer.getState(config)).values).toMatchObject({
      log: ['plan', 'answer: "yes"', 'publish'],
    });
  });

  it('create a thread if none is given, and report a failure', async () => {
    const run = await graphOf('broken').streamEvents({}, v3);
    expect(contentOf(await collectItems(run))).toEqual(['running', 'failed']);
    expect(await client.threads.get(run.threadId)).toMatchObject({ thread_id: run.threadId });
  });

  it('are encoded on request', async () => {
    const stream = await graphOf('slow').streamEvents(
      { waitMs: 0 },
      { ...v3, encoding: 'text/event-stream' },
    );
    const text = new TextDecoder().decode(Buffer.concat(await collectItems(stream)));
    expect(text).toMatch(/^event: lifecycle\ndata: \{"event":"running"/);
    expect(text).toContain('"log":["waited"]');
  });

  it('reject options that the protocol does not have', async () => {
    const slow = graphOf('slow');
    await expect(slow.streamEvents({}, { ...v3, interruptBefore: '*' })).rejects.toThrow('interruptBefore');
    const command = new RemoteCommand({ goto: 'wait' });
    await expect(slow.streamEvents(command, v3)).rejects.toThrow('commands with resume');
  });

  it('work with the official SDK client', async () => {
    const sdk = new Client({ apiUrl: server.url, apiKey: null });
    const run = await new RemoteGraph('slow', { client: sdk }).streamEvents({ waitMs: 0 }, v3);
    expect(contentOf(await collectItems(run)).at(-1)).toBe('completed');
  });
});

describe('aborted events of version 3', () => {
  it('stop the run', async () => {
    const run = await graphOf('slow').streamEvents({ waitMs: 60_000 }, v3);
    const events: ProtocolEvent[] = [];
    for await (const event of run) {
      events.push(event);
      if (event.method === 'values') run.abort();
    }
    expect(contentOf(events)).toEqual(['running']);
    await expect
      .poll(async () => (await client.runs.get(run.threadId, run.runId)).status)
      .toBe('interrupted');
  });
});
