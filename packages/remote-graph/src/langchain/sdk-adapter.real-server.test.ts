import { randomUUID } from 'node:crypto';
import { Client } from '@langchain/langgraph-sdk';
import { beforeAll, describe, expect, it } from 'vitest';
import { differing } from '../../../../src/testing/real-server/server-differences.ts';
import { sharedServer, type SharedServer } from '../../../../src/testing/shared-server.ts';
import { collectItems } from '../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { RemoteCommand, RemoteGraph, type CreatedRun, type SdkClient } from '../index.ts';

let server: SharedServer;
let client: Client;

beforeAll(async () => {
  server = await sharedServer('real');
  client = new Client({ apiUrl: server.url, apiKey: null, callerOptions: { maxRetries: 0 } });
});

const graphOf = (name: string): RemoteGraph => new RemoteGraph(name, { client });
const newThread = () => ({ configurable: { thread_id: randomUUID() } });

describe.concurrent("through the official SDK's client, on the real server", () => {
  it('runs, waits, resumes, and reports its ids', async () => {
    const writer = graphOf('writer');
    const config = newThread();
    const created: CreatedRun[] = [];
    const paused = await writer.invoke(
      { text: 'a' },
      { ...config, onRunCreated: (run) => created.push(run) },
    );
    expect(paused).toMatchObject({ log: ['plan'], __interrupt__: [{ value: { question: 'Publish?' } }] });
    expect(created).toEqual([{ run_id: expect.any(String), thread_id: config.configurable.thread_id }]);

    const state = await writer.getState(config, { subgraphs: true });
    expect(state).toMatchObject({ next: ['ask'], interrupts: [{ value: { question: 'Publish?' } }] });
    expect((await writer.getState(state.config, { subgraphs: true })).next).toEqual(['ask']);
    const resume = Object.fromEntries(state.interrupts.map(({ id }) => [id, 'yes']));
    const chunks = await collectItems(
      await writer.stream(new RemoteCommand({ resume }), {
        ...config,
        streamMode: ['updates'],
        subgraphs: true,
      }),
    );
    expect(chunks).toContainEqual([[], 'updates', { publish: { log: 'publish' } }]);
  });

  it('runs without a thread', async () => {
    expect(await graphOf('slow').invoke({ waitMs: 0 })).toMatchObject({ log: ['waited'] });
    expect(await graphOf('slow').batch([{ waitMs: 0 }])).toMatchObject([{ log: ['waited'] }]);
    const names = await collectItems(graphOf('slow').streamEvents({ waitMs: 0 }, { version: 'v2' }));
    expect(names.map(({ name }) => name)).toContain('wait');
  });

  it('reports failures and cancels', async () => {
    const failing = graphOf('broken').invoke({}, newThread());
    await expect(failing).rejects.toMatchObject({ name: 'RemoteException', errorName: 'BoomError' });
    const config = newThread();
    const cancelled = graphOf('slow').invoke(
      { waitMs: 60_000 },
      {
        ...config,
        onRunCreated: ({ run_id }) => void client.runs.cancel(config.configurable.thread_id, run_id),
      },
    );
    await expect(cancelled).rejects.toMatchObject({ errorName: 'Cancelled' });
  });

  it('reads history page by page, updates, and writes supersteps', async () => {
    const slow = graphOf('slow');
    const config = newThread();
    await slow.bulkUpdateState(config, [
      { updates: [{ values: { waitMs: 0 }, asNode: '__input__' }] },
      { updates: [{ values: { waitMs: 0 }, asNode: '__start__' }] },
    ]);
    const updated = await slow.updateState(config, { log: 'by hand' }, 'wait');
    const all = await collectItems(slow.getStateHistory(config));
    expect(all[0]?.config).toEqual(updated);
    const [, second] = all;
    if (!second) throw new Error('The history is too short.');
    expect(await collectItems(slow.getStateHistory(config, { before: second.config }))).toHaveLength(
      all.length - 2,
    );
    expect(await collectItems(slow.getStateHistory(config, { limit: 1 }))).toHaveLength(1);
    const beside = await slow.updateState(second.config, { log: 'beside' }, 'wait');
    expect((await slow.getState(beside)).parentConfig?.configurable).toMatchObject({
      checkpoint_id: second.config.configurable?.['checkpoint_id'],
    });
  });

  it('reads the graph, subgraphs and schemas', async () => {
    const writer = graphOf('writer');
    expect(Object.keys((await writer.getGraphAsync({ xray: true })).nodes)).toContain('write:polish');
    expect((await collectItems(writer.getSubgraphsAsync())).map(([name]) => name)).toEqual(['write']);
    expect(await writer.getInputJsonSchema()).toHaveProperty('properties.text');
  });

  it.each([
    ['no threads.stream', undefined],
    ['a thread stream that can not start runs', () => ({ close: () => Promise.resolve() })],
  ])('events of version 3 are rejected for an SDK with %s, before anything is sent', async (_, stream) => {
    const sent: string[] = [];
    const older = new Client({
      apiUrl: server.url,
      apiKey: null,
      onRequest: (url, init) => {
        sent.push(String(url));
        return init;
      },
    });
    Object.defineProperty(older.threads, 'stream', { value: stream });
    const slow = new RemoteGraph('slow', { client: older });
    const refused = slow.streamEvents({}, { ...newThread(), version: 'v3' });
    await expect(refused).rejects.toMatchObject({ name: 'ArgumentError' });
    await expect(refused).rejects.toThrow('needs a newer @langchain/langgraph-sdk');
    expect(sent).toEqual([]);
    // All else works as with a newer one.
    expect(await slow.invoke({ waitMs: 0 }, newThread())).toMatchObject({ log: ['waited'] });
    expect(sent).not.toEqual([]);
  });

  it('reports what it can not do', async () => {
    await expect(graphOf('slow').invoke({}, { headers: { a: 'b' } })).rejects.toThrow('single call');
    await expect(graphOf('slow').getGraphAsync({ params: { a: 1 } })).rejects.toThrow('single call');
    const sdk: SdkClient = client;
    expect(() => new RemoteGraph('slow', { client: sdk, distributedTracing: true })).toThrow(
      'tracing headers',
    );
    const { status } = differing('unknownAssistant');
    await expect(graphOf('nosuch').getGraphAsync()).rejects.toMatchObject({ status });
  });
});
