import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRealServer, type RealServer } from '../../../../src/testing/real-server/real-server.ts';
import { differing } from '../../../../src/testing/real-server/server-differences.ts';
import { GraphClient, GraphServerError, rawTextOf, type RunStream, type StreamFrame } from '../index.ts';
import { slowness } from '../../../../src/testing/slowness.ts';

let server: RealServer;
let client: GraphClient;

beforeAll(async () => {
  server = await startRealServer();
  client = new GraphClient({ url: server.url, apiKey: null });
});

afterAll(() => server.stop());

async function framesOf(stream: RunStream): Promise<StreamFrame[]> {
  const frames: StreamFrame[] = [];
  for await (const frame of stream) frames.push(frame);
  return frames;
}

describe('the real server', () => {
  it('reports its version', async () => {
    expect(await client.meta.ok()).toBe(true);
    expect(await client.meta.info()).toMatchObject(differing('identity'));
  });

  it('lists assistants, their graph and their schemas', async () => {
    const assistants = await client.assistants.search({ limit: 10, offset: 0 });
    expect(assistants.map(({ graph_id }) => graph_id).toSorted()).toEqual([
      'broken',
      'order',
      'slow',
      'talk',
      'writer',
    ]);
    const [first] = assistants;
    expect(first && JSON.parse(rawTextOf(first))).toEqual(first);

    const flat = await client.assistants.getGraph('writer');
    expect(flat.nodes.map(({ id }) => id)).toEqual([
      '__start__',
      'plan',
      'write',
      'ask',
      'publish',
      '__end__',
    ]);
    const open = await client.assistants.getGraph('writer', { xray: true });
    expect(open.nodes.map(({ id }) => id)).toContain('write:polish');
    expect(await client.assistants.getSchemas('writer')).toMatchObject({ graph_id: 'writer' });
    expect(Object.keys(await client.assistants.getSubgraphs('writer', { recurse: true }))).toEqual(['write']);
  });

  it('streams a run up to its interrupt, and resumes it by interrupt id', async () => {
    const { thread_id } = await client.threads.create({ graphId: 'writer' });
    const run = client.runs.stream(thread_id, 'writer', {
      input: { text: 'hi' },
      streamMode: ['values', 'updates', 'tasks'],
      streamSubgraphs: true,
    });
    const frames = await framesOf(run);
    expect(await run.end).toEqual({ outcome: 'interrupted', error: null, incomplete: false });
    expect(frames[0]?.event).toBe('metadata');
    expect(
      frames.some(({ event, namespace }) => event === 'updates' && namespace[0]?.startsWith('write:')),
    ).toBe(true);

    const state = await client.threads.getState(thread_id, { subgraphs: true });
    const id = state.tasks?.[0]?.interrupts?.[0]?.id ?? '';
    expect(id).toMatch(/^[0-9a-f]{32}$/);

    const resumed = client.runs.stream(thread_id, 'writer', {
      command: { resume: { [id]: false } },
      streamMode: 'updates',
    });
    const updates = (await framesOf(resumed))
      .filter(({ event }) => event === 'updates')
      .map((frame) => frame.json());
    expect(updates).toEqual([{ ask: { log: 'answer: false' } }, { publish: { log: 'publish' } }]);
    expect(await resumed.end).toMatchObject({ outcome: 'finished', incomplete: false });
    expect(await client.threads.get(thread_id)).toMatchObject({ status: 'idle' });
    expect((await client.runs.list(thread_id)).map(({ run_id }) => run_id)).toEqual([
      await resumed.runId,
      await run.runId,
    ]);
    expect(await client.runs.list(thread_id, { limit: 1, offset: 1 })).toHaveLength(1);
  });

  it('reads state and history, updates state as a node, and continues from there', async () => {
    const { thread_id } = await client.threads.create();
    await client.runs.wait(thread_id, 'writer', { input: { text: 'x' } });
    const history = await client.threads.getHistory(thread_id, { limit: 10 });
    expect(history.map(({ metadata }) => metadata?.['step'])).toEqual([2, 1, 0, -1]);
    const [, before] = history;
    const checkpointId = before?.checkpoint?.checkpoint_id ?? '';
    const older = await client.threads.getHistory(thread_id, { limit: 10, before: checkpointId });
    expect(older.map(({ metadata }) => metadata?.['step'])).toEqual([0, -1]);

    const then = await client.threads.getState(thread_id, { checkpointId, subgraphs: true });
    expect(then.next).toEqual(['write']);
    const { checkpoint } = await client.threads.updateState(thread_id, {
      values: { text: 'edited' },
      asNode: 'ask',
      checkpointId,
    });
    const edited = await client.threads.getState(thread_id);
    expect(edited.checkpoint?.checkpoint_id).toBe(checkpoint.checkpoint_id);
    expect(edited.values).toMatchObject({ text: 'edited' });
    expect(edited.next).toEqual(['publish']);
    expect(edited.parent_checkpoint?.checkpoint_id).toBe(checkpointId);

    const values = await client.runs.wait(thread_id, 'writer', { checkpointId: checkpoint.checkpoint_id });
    expect(values).toMatchObject({ log: ['plan', 'publish'] });
    // Without a reset, the thread would start at the old checkpoint again.
    await client.runs.wait(thread_id, 'writer', { input: { text: 'anew' } });
    const anew = await client.threads.getState(thread_id);
    expect(anew.values).toMatchObject({ log: ['plan', 'publish', 'plan'] });
  });

  it('stops a run with one cancel, and reports it as cancelled', async () => {
    const { thread_id } = await client.threads.create();
    const run = client.runs.stream(thread_id, 'slow', { input: { waitMs: 60_000 }, streamMode: ['values'] });
    const frames: string[] = [];
    for await (const frame of run) {
      frames.push(frame.event);
      if (frame.event === 'values') await run.cancel();
    }
    expect(frames).toEqual(['metadata', 'values']);
    expect(await run.end).toEqual({ outcome: 'cancelled', error: null, incomplete: false });
    expect(await client.runs.get(thread_id, await run.runId)).toMatchObject({ status: 'interrupted' });
  });

  it('leaving a stream does not end the run, which can be joined from its start', async () => {
    const { thread_id } = await client.threads.create();
    const waitMs = 500 * slowness();
    const run = client.runs.stream(thread_id, 'slow', { input: { waitMs }, streamMode: ['values'] });
    for await (const frame of run) if (frame.event === 'values') break;
    expect((await run.end).outcome).toBe('lost');

    const joined = client.runs.joinStream(thread_id, await run.runId);
    const joinedFrames = await framesOf(joined);
    expect(joinedFrames.map(({ event }) => event)).toEqual(['metadata', 'values', 'values']);
    for (const { id } of joinedFrames) expect(id).toMatch(differing('eventIds'));
    expect(await joined.end).toEqual({ outcome: 'finished', error: null, incomplete: false });
  });

  it('reports a failure with the error of the graph', async () => {
    const { thread_id } = await client.threads.create();
    const run = client.runs.stream(thread_id, 'broken', { input: {} });
    await framesOf(run);
    expect(await run.end).toMatchObject({
      outcome: 'failed',
      error: { name: 'BoomError', message: 'it broke' },
    });
    await expect(client.runs.wait(thread_id, 'broken', { input: {} })).rejects.toMatchObject({
      errorName: 'BoomError',
      message: 'it broke',
    });
  });

  it('reports what is missing', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    await expect(client.threads.get(nobody)).rejects.toMatchObject({ status: 404 });
    await expect(client.assistants.get('nosuch')).rejects.toBeInstanceOf(GraphServerError);
    await expect(client.threads.get('not-a-uuid')).rejects.toMatchObject({
      serverText: differing('invalidThreadId'),
    });
    const { thread_id } = await client.threads.create();
    const joined = client.runs.joinStream(thread_id, nobody);
    expect(await framesOf(joined)).toEqual([]);
    expect(await joined.end).toMatchObject({ outcome: 'lost' });
    await client.threads.delete(thread_id);
    await expect(client.threads.get(thread_id)).rejects.toMatchObject({ status: 404 });
  });
});
