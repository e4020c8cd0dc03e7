import { beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { PendingInterrupt, ThreadState } from '../../shared/model/thread.ts';
import { summarizeThread } from '../../shared/thread-record/summarize-thread.ts';
import { questionKey } from '../../shared/thread-record/thread-summary.ts';
import { sharedServer, type SharedServer } from '../../testing/shared-server.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { slowness } from '../../testing/slowness.ts';
import { readPendingInterrupts } from '../interrupted-threads.ts';
import { createThreads } from './create-threads.ts';
import { readThreadRecord } from './record/read-thread-record.ts';

const { signal } = new AbortController();
const connectionId = 'real';

let server: SharedServer;
beforeAll(async () => {
  server = await sharedServer('real');
});

/** A thread of a graph, and the studio that looks at it. */
async function startThread(graph: string, runOptions: object = {}) {
  const client = new GraphClient({ url: server.url, apiKey: null });
  const { thread_id: threadId } = await client.threads.create({ graphId: graph });
  let threads = createThreads({ clients: clientsFor(server.url) }).calls;
  const run = async (trigger: object): Promise<void> => {
    const response = await fetch(`${server.url}/threads/${threadId}/runs/wait`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ assistant_id: graph, ...runOptions, ...trigger }),
    });
    await response.text();
  };
  await run({ input: { topic: 'x' } });
  return {
    client,
    threadId,
    state: (checkpointId: string | null = null): Promise<ThreadState> =>
      threads['threads.state']({ connectionId, threadId, checkpointId }, signal),
    /** Answers as another client does. */
    answer: (id: string | null | undefined, value: unknown) =>
      run({ command: { resume: { [id ?? '']: value } } }),
    /** Answers, and goes to a node beside it. */
    answerAndGo: (id: string | null | undefined, value: unknown, goto: string) =>
      run({ command: { resume: { [id ?? '']: value }, goto } }),
    /** Continues without an answer. */
    proceed: () => run({ input: null }),
    restartStudio(): void {
      threads = createThreads({ clients: clientsFor(server.url) }).calls;
    },
  };
}

interface Question {
  readonly question: string;
  readonly topic: string;
}

const valueOf = ({ valueText }: PendingInterrupt) => JSON.parse(valueText) as Question;
const textsOf = (interrupts: readonly PendingInterrupt[] = []): string[] =>
  interrupts.map((one) => `${valueOf(one).topic} ${valueOf(one).question}`);
const certain = (interrupts: readonly PendingInterrupt[]) =>
  interrupts.filter(({ perhapsAnswered }) => perhapsAnswered === undefined);
const idOf = ({ interrupts }: ThreadState, topic: string): string | null | undefined =>
  interrupts.find((one) => valueOf(one).topic === topic)?.id;

describe.concurrent('a node that asks twice', { timeout: 30_000 * slowness() }, () => {
  it.each([
    ['offer', {}, 'ask', ['ask']],
    ['contract', {}, 'middle:inner:ask', ['middle']],
    ['contract', { stream_subgraphs: true }, 'middle:inner:ask', ['middle']],
  ] as const)(
    'waits with its second question in %s %o, under the first one’s id, in state and Inbox',
    async (graph, options, nodeId, next) => {
      const { client, threadId, state, answer } = await startThread(graph, options);
      const first = await state();
      const [interrupt] = first.interrupts;
      expect(textsOf(first.interrupts)).toEqual(['x Which title?']);

      await answer(interrupt?.id, 'A title');
      const second = await state();
      expect(textsOf(second.interrupts)).toEqual(['x Which price?']);
      expect(second.interrupts[0]).toMatchObject({
        taskId: interrupt?.taskId,
        index: 0,
        id: interrupt?.id,
        nodeId,
      });
      expect(second.interrupts[0]?.perhapsAnswered).toBeUndefined();
      expect(second.next).toEqual(next);
      expect(second.tasks.find((task) => task.nodeId === nodeId)).toMatchObject({ waiting: true });
      expect(second.answered).toBeUndefined();
      const inbox = await readPendingInterrupts(client, threadId, signal);
      expect(textsOf(inbox.interrupts)).toEqual(['x Which price?']);
      expect(inbox.next).toEqual(next);
      expect(textsOf((await state(second.checkpointId)).interrupts)).toEqual(['x Which price?']);

      await answer(interrupt?.id, 5);
      expect(await state()).toMatchObject({ interrupts: [], next: [] });
    },
  );

  it('waits again when the question is the same one', async () => {
    const { state, answer } = await startThread('insist');
    const [interrupt] = (await state()).interrupts;
    await answer(interrupt?.id, 'old');
    await answer(interrupt?.id, 'very old');
    expect((await state()).interrupts).toEqual([interrupt]);
    await answer(interrupt?.id, 80);
    expect(await state()).toMatchObject({ interrupts: [], next: [] });
  });
});

describe.concurrent('three tasks that each ask twice', { timeout: 30_000 * slowness() }, () => {
  it('are distinguished while the studio looks on, whatever the order of answers', async () => {
    for (const order of [
      ['first', 'first', 'second', 'third', 'second', 'third'],
      ['first', 'second', 'second', 'third', 'first', 'third'],
      ['third', 'second', 'first', 'first', 'second', 'third'],
    ]) {
      const { state, answer } = await startThread('bids');
      const waiting = new Map(['first', 'second', 'third'].map((topic) => [topic, 'Which title?']));
      for (const topic of order) {
        await answer(idOf(await state(), topic), 'an answer');
        if (waiting.get(topic) === 'Which title?') waiting.set(topic, 'Which price?');
        else waiting.delete(topic);
        const { interrupts, next } = await state();
        expect(textsOf(interrupts)).toEqual([...waiting].map(([one, question]) => `${one} ${question}`));
        expect(certain(interrupts)).toHaveLength(waiting.size);
        expect(next).toEqual(waiting.size > 0 ? [...waiting].map(() => 'ask') : []);
      }
    }
  });

  it('of which another client answered several: none that waits is missing, and none that may not is certain', async () => {
    const { state, answer, restartStudio } = await startThread('bids');
    const interrupted = await state();
    const [first, second, third] = ['first', 'second', 'third'].map((topic) => idOf(interrupted, topic));
    for (const id of [first, second, second, third]) await answer(id, 'an answer');
    restartStudio();
    const { interrupts } = await state();
    expect(textsOf(interrupts)).toEqual(expect.arrayContaining(['first Which price?', 'third Which price?']));
    expect(textsOf(certain(interrupts))).toEqual(['third Which price?']);
    // Finished, which the server does not say.
    expect(interrupts.find((one) => valueOf(one).topic === 'second')).toMatchObject({
      perhapsAnswered: true,
    });
  });
});

it(
  'is interrupted for the client, although its thread is idle and nothing is next',
  async () => {
    const { client, threadId, state, answer } = await startThread('committee', { stream_subgraphs: true });
    const interrupted = await state();
    await answer(idOf(interrupted, 'x'), 'A title');
    const stream = client.runs.stream(threadId, 'committee', {
      command: { resume: { [idOf(interrupted, 'tax') ?? '']: 'yes' } },
      streamMode: ['values', 'tasks'],
      streamSubgraphs: true,
    });
    for await (const frame of stream) expect(frame.event).not.toBe('error');
    expect(await stream.end).toMatchObject({ outcome: 'interrupted' });
    const { interrupts, next } = await state();
    expect(textsOf(certain(interrupts))).toEqual(['x Which price?']);
    expect(next).toEqual(['chair']);
  },
  30_000 * slowness(),
);

describe.concurrent(
  'a question that an edit inside its subgraphs has discarded',
  { timeout: 30_000 * slowness() },
  () => {
    it.each([
      ['one subgraph down', 1],
      ['two subgraphs down', 2],
    ])('does not wait any more %s; continued, its node asks anew under another id', async (_, depth) => {
      const { client, threadId, state, answer, proceed } = await startThread('contract');
      const [interrupt] = (await state()).interrupts;
      let inner = await client.threads.getState(threadId, { checkpointId: null, subgraphs: true });
      for (let level = 0; level < depth; level += 1) inner = inner.tasks?.[0]?.state ?? inner;
      await client.threads.updateState(threadId, {
        values: { topic: 'edited' },
        checkpointNs: inner.checkpoint?.checkpoint_ns ?? '',
        checkpointId: inner.checkpoint?.checkpoint_id ?? null,
        asNode: null,
      });

      const edited = await state();
      expect(edited).toMatchObject({ interrupts: [], next: ['middle'] });
      expect(edited.discarded).toMatchObject([{ id: interrupt?.id }]);
      // As JSON: a server may indent it as deep as it is nested.
      expect(edited.discarded?.map(valueOf)).toEqual([{ topic: 'x', question: 'Which title?' }]);
      expect(await readPendingInterrupts(client, threadId, signal)).toMatchObject({
        interrupts: [],
        next: ['middle'],
        discarded: [{ id: interrupt?.id }],
      });

      // The record says the same, which may be read before the state.
      const { closedQuestions, discardedQuestions } = summarizeThread(
        await readThreadRecord(client, threadId, signal),
      );
      const keys = interrupt === undefined ? [] : [questionKey(interrupt)];
      expect([...closedQuestions]).toEqual(keys);
      expect([...discardedQuestions]).toEqual(keys.map((key) => [key, edited.discarded?.[0]?.nodeId]));

      await proceed();
      const again = await state();
      expect(textsOf(again.interrupts)).toEqual(['edited Which title?']);
      expect(again.discarded).toBeUndefined();
      expect(again.interrupts[0]?.id).not.toBe(interrupt?.id);
      await answer(again.interrupts[0]?.id, 'A title');
      expect(textsOf((await state()).interrupts)).toEqual(['edited Which price?']);
    });
  },
);

describe.concurrent(
  'a node that a command goes to beside a question',
  { timeout: 60_000 * slowness() },
  () => {
    it('asks, although the state does not list it, and can be answered', async () => {
      const { client, threadId, state, answer, answerAndGo } = await startThread('bids');
      await answerAndGo(idOf(await state(), 'first'), 'A', 'ask');
      const waiting = ['first Which price?', 'second Which title?', 'third Which title?', 'x Which title?'];
      const interrupted = await state();
      expect(textsOf(interrupted.interrupts)).toEqual(waiting);
      expect(certain(interrupted.interrupts)).toHaveLength(4);
      expect(interrupted.interrupts.at(-1)).toMatchObject({ nodeId: 'ask', index: 0 });
      expect(interrupted.next).toEqual(['ask', 'ask', 'ask', 'ask']);
      expect(textsOf((await readPendingInterrupts(client, threadId, signal)).interrupts)).toEqual(waiting);

      await answer(idOf(interrupted, 'x'), 'X');
      expect(textsOf((await state()).interrupts)).toContain('x Which price?');
      for (const topic of ['first', 'second', 'second', 'third', 'third'])
        await answer(idOf(await state(), topic), 'an answer');
      // All that the state lists is finished.
      const last = await state();
      expect(textsOf(last.interrupts)).toEqual(['x Which price?']);
      await answer(idOf(last, 'x'), 'X');
      expect(await state()).toMatchObject({ interrupts: [], next: [] });
    });
  },
);
