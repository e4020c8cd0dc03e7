import { beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { ThreadState } from '../../shared/model/thread.ts';
import { sharedServer, type SharedServer } from '../../testing/shared-server.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { readPendingInterrupts } from '../interrupted-threads.ts';
import { createThreads } from './create-threads.ts';
import { slowness } from '../../testing/slowness.ts';

const { signal } = new AbortController();
const connectionId = 'real';

let server: SharedServer;
let client: GraphClient;
let threads: ReturnType<typeof createThreads>['calls'];
beforeAll(async () => {
  server = await sharedServer('real');
  client = new GraphClient({ url: server.url, apiKey: null });
  threads = createThreads({ clients: clientsFor(server.url) }).calls;
});

/** A thread all of whose tasks have an interrupt. */
async function interruptedThread(graph: string): Promise<string> {
  const { thread_id: threadId } = await client.threads.create({ graphId: graph });
  await run(graph, threadId, { input: { topic: 'x' } });
  return threadId;
}

async function run(graph: string, threadId: string, trigger: object): Promise<void> {
  const response = await fetch(`${server.url}/threads/${threadId}/runs/stream`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      assistant_id: graph,
      // langgraph-api 2.0.0 reads the slim checkpoints that come with values only if checkpoints are asked for.
      stream_mode: ['tasks', 'values', 'checkpoints'],
      stream_subgraphs: true,
      ...trigger,
    }),
  });
  await response.text();
}

const answer = (graph: string, threadId: string, id: string | null | undefined): Promise<void> =>
  run(graph, threadId, { command: { resume: { [id ?? '']: 'yes' } } });

const stateOf = (threadId: string, checkpointId: string | null = null): Promise<ThreadState> =>
  threads['threads.state']({ connectionId, threadId, checkpointId }, signal);

const draftsOf = (all: readonly { readonly valueText: string }[] = []): unknown[] =>
  all.map(({ valueText }) => (JSON.parse(valueText) as { draft: string }).draft);

describe.concurrent('several interrupts of one superstep', { timeout: 30_000 * slowness() }, () => {
  it('of three tasks of a node, an answered one does not come back, in any order of answers', async () => {
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
    ] as const) {
      const threadId = await interruptedThread('panel');
      const interrupted = await stateOf(threadId);
      expect(draftsOf(interrupted.interrupts)).toEqual(['first', 'second', 'third']);
      const waiting = new Set(draftsOf(interrupted.interrupts));
      for (const at of order.slice(0, 2)) {
        const one = interrupted.interrupts[at];
        await answer('panel', threadId, one?.id);
        waiting.delete(draftsOf(one ? [one] : [])[0]);

        const { interrupts, answered, checkpointId } = await stateOf(threadId);
        expect(draftsOf(interrupts)).toEqual([...waiting]);
        expect(interrupts.some(({ perhapsAnswered }) => perhapsAnswered)).toBe(false);
        expect(draftsOf(answered)).toHaveLength(3 - waiting.size);
        expect(draftsOf((await readPendingInterrupts(client, threadId, signal)).interrupts)).toEqual([
          ...waiting,
        ]);
        // The same checkpoint, looked up in the history.
        expect(draftsOf((await stateOf(threadId, checkpointId)).interrupts)).toEqual([...waiting]);
      }
    }
  });

  it('agrees with the thread record, which lists what the last run left waiting', async () => {
    const threadId = await interruptedThread('panel');
    const [first] = (await stateOf(threadId)).interrupts;
    await answer('panel', threadId, first?.id);
    const record = await client.threads.get(threadId);
    const listed = Object.values(record.interrupts ?? {}).flat() as { readonly id: string }[];
    expect((await stateOf(threadId)).interrupts.map(({ id }) => id)).toEqual(listed.map(({ id }) => id));
  });

  it('the thread record is right for its last run only: what an earlier run answered is listed again', async () => {
    const threadId = await interruptedThread('panel');
    const [first, second, third] = (await stateOf(threadId)).interrupts;
    await answer('panel', threadId, first?.id);
    await answer('panel', threadId, second?.id);
    const listed = Object.values((await client.threads.get(threadId)).interrupts ?? {}).flat();
    expect(listed).toMatchObject([{ id: first?.id }, { id: third?.id }]);
    // The first may have asked again, which looks the same: nobody read the thread between the answers.
    expect(
      (await stateOf(threadId)).interrupts.map(({ id, perhapsAnswered = false }) => [id, perhapsAnswered]),
    ).toEqual([
      [first?.id, true],
      [third?.id, false],
    ]);
  });

  it('a task that finished beside those that wait is finished', async () => {
    const threadId = await interruptedThread('panel');
    const [first] = (await stateOf(threadId)).interrupts;
    await answer('panel', threadId, first?.id);
    const { tasks } = await stateOf(threadId);
    expect(tasks.map(({ nodeId, waiting, finished = false }) => [nodeId, waiting, finished])).toEqual([
      ['review', false, true],
      ['review', true, false],
      ['review', true, false],
      ['check', false, true],
    ]);
  });

  it('distinguishes finished, answered and waiting tasks of a subgraph', async () => {
    const threadId = await interruptedThread('board');
    const { interrupts } = await stateOf(threadId);
    expect(interrupts.map(({ nodeId }) => nodeId).toSorted()).toEqual(['audit:law', 'audit:tax', 'chair']);
    await answer('board', threadId, interrupts.find(({ nodeId }) => nodeId === 'audit:law')?.id);
    const state = await stateOf(threadId);
    expect(state.interrupts.map(({ nodeId }) => nodeId).toSorted()).toEqual(['audit:tax', 'chair']);
    const status = Object.fromEntries(
      state.tasks.map(({ nodeId, waiting, finished = false }) => [
        nodeId,
        finished ? 'finished' : waiting ? 'waiting' : 'next',
      ]),
    );
    expect(status).toEqual({
      audit: 'waiting',
      chair: 'waiting',
      minutes: 'finished',
      'audit:tax': 'waiting',
      'audit:law': 'finished',
      'audit:count': 'finished',
    });
  });

  it('a run that leaves an interrupt did not finish, although its thread is idle', async () => {
    const threadId = await interruptedThread('board');
    for (const nodeId of ['audit:law', 'audit:tax'] as const) {
      const { interrupts } = await stateOf(threadId);
      const id = interrupts.find((one) => one.nodeId === nodeId)?.id ?? '';
      const stream = client.runs.stream(threadId, 'board', {
        command: { resume: { [id]: 'yes' } },
        streamMode: ['values', 'tasks'],
        streamSubgraphs: true,
      });
      for await (const frame of stream) expect(frame.event).not.toBe('error');
      expect(await stream.end).toMatchObject({ outcome: 'interrupted' });
    }
    expect((await client.threads.get(threadId)).status).toBe('idle');
    expect((await stateOf(threadId)).interrupts.map(({ nodeId }) => nodeId)).toEqual(['chair']);
  });
});
