import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { decodeFrames } from '../../../shared/model/frame-block-codec.ts';
import { defaultRunOptions } from '../../../shared/model/run-options.ts';
import type { RunFrame, RunConnectionState } from '../../../shared/model/run.ts';
import { createLocalPlatform, type LocalPlatform } from '../../../testing/services/local-platform.ts';
import { createTestDemoServer } from '../../../testing/services/demo-server.ts';
import type { LocalServer } from '../../projects/server/local-server.ts';
import { createThreads } from '../../threads/create-threads.ts';
import { createRuns, type Runs } from '../create-runs.ts';
import { slowness } from '../../../testing/slowness.ts';

const { signal } = new AbortController();
const connectionId = 'demo';

let platform: LocalPlatform;
let server: LocalServer;
let runs: Runs;
let threadId = '';
beforeAll(async () => {
  platform = await createLocalPlatform();
  server = createTestDemoServer(platform);
  server.start();
  const made = new Map<string, GraphClient>();
  /** As for the studio's connections: another address or token is another client, which looks for a cut run endlessly. */
  const clients = {
    async get() {
      const { url, token } = await server.access();
      const client =
        made.get(token) ??
        new GraphClient({
          url,
          apiKey: null,
          headers: { authorization: `Bearer ${token}` },
          reconnect: { attempts: Number.POSITIVE_INFINITY },
        });
      made.set(token, client);
      return client;
    },
  };
  const reserve = (): never => {
    throw new Error('No run here asks for a webhook.');
  };
  runs = createRuns({ clients, webhooks: { reserve }, platform });
  const threads = createThreads({ clients }).calls;
  ({ threadId } = await threads['threads.create']({ connectionId, graphId: 'writer', name: null }, signal));
});
afterAll(async () => {
  await runs.stop();
  await server.stop();
  await platform.dispose();
});

describe('a run whose server is started again', () => {
  it(
    'is found under the new address and token, with the status that the server reports',
    { timeout: 30_000 * slowness() },
    async () => {
      const trigger = { kind: 'input', inputText: '{"pace":4000}' } as const;
      const request = {
        connectionId,
        assistantId: 'writer',
        threadId,
        checkpointId: null,
        checkpointNs: '',
        trigger,
      };
      const { runId } = await runs.calls['runs.start'](
        { ...request, background: false, options: defaultRunOptions },
        signal,
      );
      const frames: RunFrame[] = [];
      const links: RunConnectionState[] = [];
      let restarted: Promise<unknown> | null = null;
      for await (const batch of runs.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
        frames.push(...decodeFrames(batch));
        if (links.at(-1) !== batch.connectionState) links.push(batch.connectionState);
        if (frames.some(({ mode }) => mode === 'updates')) restarted ??= server.restart();
        if (links.length === 3) break;
      }
      await restarted;
      expect(links).toEqual(['live', 'reconnecting', 'live']);
      const ids = frames.map(({ id }) => Number(id));
      expect(ids).toEqual(ids.map((_, index) => index));
      // The JavaScript server leaves such a run active, and does not continue it.
      const [listed] = await runs.calls['runs.list']({ connectionId, threadId }, signal);
      expect(listed).toMatchObject({ runId, status: 'running' });
    },
  );
});
