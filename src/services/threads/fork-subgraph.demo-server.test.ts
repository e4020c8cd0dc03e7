import { beforeAll, expect, it } from 'vitest';
import { decodeString, elementTexts, memberText } from 'exact-json';
import type { GraphClient, RunPayload } from 'remote-graph-client/client';
import type { ForkedSubgraph } from '../../shared/model/forked-subgraph.ts';
import { defaultRunOptions } from '../../shared/model/run-options.ts';
import type { CheckpointSummary, ThreadState } from '../../shared/model/thread.ts';
import { sharedServer, type SharedServer } from '../../testing/shared-server.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { withServerClient } from '../common/server-clients.ts';
import { buildRunPayload } from '../runs/build-run-payload.ts';
import { createThreads, type Threads } from './create-threads.ts';

const { signal } = new AbortController();
const connectionId = 'desk';

let server: SharedServer;
let clients: ReturnType<typeof clientsFor>;
let threads: Threads['calls'];

beforeAll(async () => {
  server = await sharedServer('real');
  clients = clientsFor(server.url);
  threads = createThreads({ clients }).calls;
});

const withClient = <T>(ask: (client: GraphClient) => Promise<T>) =>
  withServerClient(clients, connectionId, ask);

const run = (threadId: string, payload: RunPayload) =>
  withClient((client) => client.runs.wait(threadId, 'helpdesk', payload, { signal }));

async function interruptedThread(ask = false): Promise<string> {
  const plan = { connectionId, graphId: 'helpdesk', name: null };
  const { threadId } = await threads['threads.create'](plan, signal);
  await run(threadId, { input: { messages: [{ type: 'human', content: 'Hello', id: 'asked' }], ask } });
  return threadId;
}

async function history(threadId: string, checkpointNs?: string): Promise<readonly CheckpointSummary[]> {
  const page = {
    connectionId,
    threadId,
    before: null,
    limit: 100,
    ...(checkpointNs ? { checkpointNs } : {}),
  };
  return (await threads['threads.history'](page, signal)).checkpoints;
}

/** The newest checkpoint that was about to run a node, of a history. */
async function before(threadId: string, node: string, checkpointNs?: string): Promise<CheckpointSummary> {
  const checkpoint = (await history(threadId, checkpointNs)).find(({ next }) => next.includes(node));
  if (!checkpoint) throw new Error(`nothing was about to run ${node}`);
  return checkpoint;
}

const nsOf = ({ subgraphs = [] }: CheckpointSummary): string => subgraphs[0]?.checkpointNs ?? '';

const messagesOf = ({ valuesText }: ThreadState): string[] =>
  elementTexts(memberText(valuesText, 'messages') ?? '').map((text) =>
    decodeString(memberText(text, 'content') ?? '""'),
  );

const read = (threadId: string, checkpointId: string | null = null, checkpointNs = '') =>
  threads['threads.state']({ connectionId, threadId, checkpointId, checkpointNs }, signal);

/** Continues from a branch, with the body that the studio sends. */
const continueRun = (threadId: string, { checkpointId, trigger }: ForkedSubgraph) =>
  run(
    threadId,
    buildRunPayload(
      {
        threadId,
        trigger,
        checkpointId,
        checkpointNs: '',
        options: { ...defaultRunOptions, streamModes: ['values'] },
      },
      { clientRequestId: 'c', webhook: null },
    ),
  );

it('continues inside a nested subgraph, and runs only what follows', async () => {
  const threadId = await interruptedThread();
  const first = messagesOf(await read(threadId));
  const root = await before(threadId, 'clerk');
  const inner = await before(threadId, 'expert', nsOf(root));
  const deep = await before(threadId, 'advise', nsOf(inner));
  const checkpoint = { connectionId, threadId, checkpointId: root.checkpointId };
  const branch = await threads['threads.forkSubgraph'](
    { ...checkpoint, checkpointNs: nsOf(inner), innerCheckpointId: deep.checkpointId },
    signal,
  );
  expect(branch).toMatchObject({ checkpointId: null, trigger: { kind: 'continue' } });
  await continueRun(threadId, branch);
  const again = messagesOf(await read(threadId));
  expect(again.slice(0, 3)).toEqual(first.slice(0, 3));
  expect(again.map((text, index) => text === first[index])).toEqual([true, true, true, false, false, false]);
  // The checkpoint that created a message is searched in all runs of the subgraph.
  const messages = await threads['threads.messages'](
    {
      connectionId,
      threadId,
      key: 'messages',
      subgraph: { rootId: root.checkpointId, checkpointNs: nsOf(inner) },
    },
    signal,
  );
  const spaces = new Set(messages.checkpoints.map(({ subgraph: at }) => at?.checkpointNs));
  expect(spaces).toEqual(new Set([nsOf(inner), branch.inner?.checkpointNs]));
  expect(new Set(messages.checkpoints.map(({ subgraph: at }) => at?.rootId)).size).toBe(2);
  // The message in the branch is the same one, although the server serializes it again.
  const firstMessages = new Set(messages.checkpoints.map((one) => one.messages.slice(0, 3).join()));
  expect([...firstMessages].filter((list) => list.split(',').length === 3)).toHaveLength(1);
  // The list is unchanged, although its reducer would have nested it.
  const steps = await read(threadId, null, branch.inner?.checkpointNs.split('|')[0] ?? '');
  expect(memberText(steps.valuesText, 'steps')).toBe('["looked up"]');
  expect((await history(threadId)).filter(({ source }) => source === 'fork')).toHaveLength(1);
});

it('continues from an edit of a subgraph, also on a thread that remembers the start of an earlier run', async () => {
  const threadId = await interruptedThread();
  const root = await before(threadId, 'clerk');
  await run(threadId, { input: null, checkpoint: { checkpoint_ns: '', checkpoint_id: root.checkpointId } });
  const checkpointNs = nsOf(root);
  const inner = await before(threadId, 'answer', checkpointNs);
  const { state } = await threads['threads.updateState'](
    {
      connectionId,
      threadId,
      checkpointNs,
      checkpointId: inner.checkpointId,
      expectedHeadId: null,
      asNode: 'expert',
      changes: [{ key: 'messages', valueText: '[{"type":"human","content":"Edited","id":"asked"}]' }],
    },
    signal,
  );
  const checkpoint = { connectionId, threadId, checkpointId: root.checkpointId, checkpointNs };
  const branch = await threads['threads.forkSubgraph'](
    { ...checkpoint, innerCheckpointId: state.checkpointId ?? '' },
    signal,
  );
  expect(branch.trigger.kind).toBe('resume');
  await continueRun(threadId, branch);
  const [edited, ...others] = messagesOf(await read(threadId));
  expect(edited).toBe('Edited');
  expect(others.slice(0, 3)).toEqual(messagesOf(state).slice(1, 4));
  expect(others).toHaveLength(5);
});

it('raises the interrupt of the subgraph again, and restarts it from its beginning', async () => {
  const threadId = await interruptedThread(true);
  const root = await before(threadId, 'clerk');
  const inner = await before(threadId, 'expert', nsOf(root));
  const checkpoint = { connectionId, threadId, checkpointId: root.checkpointId, checkpointNs: nsOf(root) };
  const branch = await threads['threads.forkSubgraph'](
    { ...checkpoint, innerCheckpointId: inner.checkpointId },
    signal,
  );
  await continueRun(threadId, branch);
  expect((await read(threadId)).interrupts).toMatchObject([{ nodeId: 'clerk:answer' }]);

  // The copy waits now; its subgraph continues where it is, without an update.
  const head = await read(threadId);
  const waiting = await before(threadId, 'answer', branch.inner?.checkpointNs);
  const here = await threads['threads.forkSubgraph'](
    {
      ...checkpoint,
      checkpointId: head.checkpointId ?? '',
      checkpointNs: branch.inner?.checkpointNs ?? '',
      innerCheckpointId: waiting.checkpointId,
    },
    signal,
  );
  expect(here.checkpointId).toBeNull();
  await continueRun(threadId, here);
  expect((await read(threadId)).checkpointId).toBe(head.checkpointId);

  const start = await before(threadId, 'look_up', nsOf(root));
  const over = await threads['threads.forkSubgraph'](
    { ...checkpoint, innerCheckpointId: start.checkpointId },
    signal,
  );
  expect(over).toEqual({ checkpointId: root.checkpointId, trigger: { kind: 'continue' }, inner: null });
  await expect(
    threads['threads.forkSubgraph'](
      { ...checkpoint, checkpointNs: `${nsOf(root)}|1`, innerCheckpointId: 'x' },
      signal,
    ),
  ).rejects.toMatchObject({ code: 'unsupported' });
});
