import { beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { ServerRunList, type ServerRunKind } from '../../shared/model/server-run.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { sharedServer } from '../../testing/shared-server.ts';
import { createServerRuns } from './create-server-runs.ts';

let client: GraphClient;
let list: (kind: ServerRunKind) => Promise<ServerRunList>;
const { signal } = new AbortController();
const unreachable = (): never => expect.unreachable();
const unused = { 'runs.cancel': unreachable, 'runs.delete': unreachable, 'runs.start': unreachable };
beforeAll(async () => {
  const { url } = await sharedServer('real');
  client = new GraphClient({ url, apiKey: null });
  const { calls } = createServerRuns({ clients: clientsFor(url), runs: unused });
  list = (kind) => calls['serverRuns.list']({ connectionId: 'real', kind, threads: 500 }, signal);
});

/** Other tests use this server, too. */
const threadIn = async (kind: ServerRunKind, threadId: string) => {
  const found = ServerRunList.parse(await list(kind));
  return found.threads.find((thread) => thread.threadId === threadId);
};

describe('the runs of a server over its threads', () => {
  it('are the running one and its queue in order, until they are cancelled', async () => {
    const { thread_id: threadId } = await client.threads.create({ metadata: { name: 'Long work' } });
    const start = (): Promise<{ readonly run_id: string }> =>
      client.runs.create(threadId, 'slow', {
        input: { waitMs: 600_000 },
        multitaskStrategy: 'enqueue',
        streamResumable: false,
      });
    const [first, second, third] = [await start(), await start(), await start()];
    try {
      await expect
        .poll(async () => (await threadIn('active', threadId))?.runs?.map(({ status }) => status))
        .toEqual(['running', 'pending', 'pending']);
      const thread = await threadIn('active', threadId);
      expect(thread).toMatchObject({ name: 'Long work', status: 'busy', problem: null, hasMore: false });
      expect(thread?.runs?.map(({ runId }) => runId)).toEqual([first.run_id, second.run_id, third.run_id]);
      expect(thread?.runs?.[0]).toMatchObject({ source: 'studio', resumable: false });
    } finally {
      for (const { run_id: runId } of [third, second, first]) await client.runs.cancel(threadId, runId);
    }
    await expect.poll(() => threadIn('active', threadId)).toBeUndefined();
  });

  it('are the newest run of a thread that waits, or that was left failed', async () => {
    const waiting = (await client.threads.create()).thread_id;
    await client.runs.wait(waiting, 'writer', { input: { text: 'x' } });
    const failed = (await client.threads.create()).thread_id;
    await client.runs.wait(failed, 'broken', { input: {}, raiseError: false });
    await client.runs.wait(failed, 'broken', { input: {}, raiseError: false });
    const newest = (await client.runs.list(failed, { limit: 1 }))[0]?.run_id;
    expect((await threadIn('waiting', waiting))?.runs).toMatchObject([{ status: 'success' }]);
    expect((await threadIn('failed', failed))?.runs).toMatchObject([{ status: 'error', runId: newest }]);
    expect(await threadIn('waiting', failed)).toBeUndefined();
    expect(await threadIn('failed', waiting)).toBeUndefined();
  });
});
