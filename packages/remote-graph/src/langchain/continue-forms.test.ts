import { randomUUID } from 'node:crypto';
import { Client } from '@langchain/langgraph-sdk';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { serverProfiles, type ServerProfile } from '../../../../src/testing/fake-server/server-profiles.ts';
import { startFakeServer, type FakeServer } from '../../../../src/testing/fake-server/fake-server.ts';
import {
  startRecordingProxy,
  type BlockedRequest,
  type ProxiedRequest,
  type RecordingProxy,
} from '../../../../src/testing/fault-servers/recording-proxy.ts';
import { GraphClient, RemoteGraph } from '../index.ts';
import { slowness } from '../../../../src/testing/slowness.ts';

const clients = [
  ['our own client', (url: string) => new GraphClient({ url, apiKey: null })],
  [
    "the official SDK's client",
    (url: string) => new Client({ apiUrl: url, apiKey: null, callerOptions: { maxRetries: 0 } }),
  ],
] as const;

const profileOf = (name: string): ServerProfile => {
  const serverProfile = serverProfiles.find((profile) => profile.name === name);
  if (!serverProfile) throw new Error(`No profile is called ${name}.`);
  return serverProfile;
};

describe.each(clients)('continuing at the head through %s', (_, clientFor) => {
  let server: FakeServer | null = null;
  let watched: RecordingProxy | null = null;

  afterEach(async () => {
    await watched?.stop();
    await server?.close();
  });

  async function stoppedThread(profile: ServerProfile, block?: (request: ProxiedRequest) => BlockedRequest) {
    server = await startFakeServer({ profile });
    watched = await startRecordingProxy(server.url, block);
    const { runs, threads } = new GraphClient({ url: server.url, apiKey: null });
    const { thread_id: threadId } = await threads.create({ threadId: randomUUID() });
    const waiting = server.pauseBefore('confirm');
    const { run_id: runId } = await runs.create(threadId, 'exact', { input: { id: 1 } });
    await waiting;
    await runs.cancel(threadId, runId);
    await expect.poll(async () => (await runs.get(threadId, runId)).status).toBe('interrupted');
    server.release();
    const url = `${watched.url}${profile.basePath}`;
    return {
      threadId,
      config: { configurable: { thread_id: threadId } },
      graph: new RemoteGraph('exact', { client: clientFor(url) }),
      starts: () =>
        (watched?.requests ?? []).filter(
          ({ method, path }) => method === 'POST' && path.endsWith('/runs/stream'),
        ),
      started: async () => (await runs.list(threadId)).length - 1,
    };
  }

  /** What is still open after all could close. */
  const stillOpen = () =>
    vi.waitFor(() => expect(watched?.open()).toEqual([]), { timeout: 5_000 * slowness() });

  it.each(serverProfiles)('works on a server of the kind $name', async (profile) => {
    const { graph, config, started, starts } = await stoppedThread(profile);
    expect(await graph.invoke(null, config)).toMatchObject({ done: true });
    expect(await started()).toBe(1);
    expect(starts()).toHaveLength(profile.bareContinue === 'refused' ? 2 : 1);
    await stillOpen();
    // What was learnt is not tried again.
    await graph.invoke(null, config);
    expect(starts()).toHaveLength(profile.bareContinue === 'refused' ? 3 : 2);
    await stillOpen();
  });

  it('a waiting run is not mistaken for a cancelled one', async () => {
    const { graph, config } = await stoppedThread(profileOf('fastapi-postgres'));
    expect(await graph.invoke({ ask: true }, config)).toHaveProperty('__interrupt__');
  });

  it('no other error sends a run again', async () => {
    const refusing = ({ method, path }: ProxiedRequest): BlockedRequest =>
      method === 'POST' && path.endsWith('/runs/stream') ? { status: 422 } : undefined;
    const { graph, config, started, starts } = await stoppedThread(profileOf('fastapi-postgres'), refusing);
    await expect(graph.invoke(null, config)).rejects.toMatchObject({ status: 422 });
    await expect(graph.invoke({ id: 2 }, config)).rejects.toMatchObject({ status: 422 });
    expect(starts()).toHaveLength(2);
    expect(await started()).toBe(0);
    await stillOpen();
  });
});
