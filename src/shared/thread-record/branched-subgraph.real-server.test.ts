import { beforeAll, expect, it } from 'vitest';
import { buildRunPayload } from '../../services/runs/build-run-payload.ts';
import { createThreads, type Threads } from '../../services/threads/create-threads.ts';
import { defaultRunOptions } from '../model/run-options.ts';
import type { CheckpointSummary } from '../model/thread.ts';
import { sharedServer, type SharedServer } from '../../testing/shared-server.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { readThreadRecord } from '../../services/threads/record/read-thread-record.ts';
import { nodeStatuses } from './node-statuses.ts';

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

it('nodes that ran in a subgraph before the checkpoint that a branch started at ran on the branch', async () => {
  const client = await clients.get(connectionId);
  const plan = { connectionId, graphId: 'helpdesk', name: null };
  const { threadId } = await threads['threads.create'](plan, signal);
  const input = { messages: [{ type: 'human', content: 'Hello', id: 'asked' }] };
  await client.runs.wait(threadId, 'helpdesk', { input }, { signal });
  const newestBefore = async (node: string, checkpointNs?: string): Promise<CheckpointSummary> => {
    const request = {
      connectionId,
      threadId,
      before: null,
      limit: 90,
      ...(checkpointNs ? { checkpointNs } : {}),
    };
    const { checkpoints } = await threads['threads.history'](request, signal);
    const checkpoint = checkpoints.find(({ next }) => next.includes(node));
    if (!checkpoint) throw new Error(`Nothing was about to run ${node}.`);
    return checkpoint;
  };
  const nsOf = ({ subgraphs = [] }: CheckpointSummary): string => subgraphs[0]?.checkpointNs ?? '';
  const ran = async (): Promise<string[]> => {
    const record = await readThreadRecord(client, threadId, signal);
    const nodes = [...(nodeStatuses(record, { kind: 'head' }) ?? [])];
    return nodes.map(([id, { status }]) => `${id} ${status}`).toSorted();
  };
  const whole = await ran();
  expect(whole.length).toBeGreaterThan(5);

  const root = await newestBefore('clerk');
  const inner = await newestBefore('expert', nsOf(root));
  const deep = await newestBefore('advise', nsOf(inner));
  const branch = await threads['threads.forkSubgraph'](
    {
      connectionId,
      threadId,
      checkpointId: root.checkpointId,
      checkpointNs: nsOf(inner),
      innerCheckpointId: deep.checkpointId,
    },
    signal,
  );
  const { trigger, checkpointId } = branch;
  const request = { threadId, trigger, checkpointId, checkpointNs: '', options: defaultRunOptions };
  const payload = buildRunPayload(request, { clientRequestId: 'c', webhook: null });
  await client.runs.wait(threadId, 'helpdesk', payload, { signal });
  expect(await ran()).toEqual(whole);
}, 60_000);
