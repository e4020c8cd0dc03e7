import { afterEach, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { startFaultServer, type FaultServer } from '../../testing/fault-servers/fault-server.ts';
import { cancelRun } from './cancel-run.ts';

const servers: FaultServer[] = [];
afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

const { signal } = new AbortController();

describe('a cancel that the server accepted', () => {
  it.each([
    ['refuses to read runs', { status: 405, json: { detail: 'Method Not Allowed' } }],
    ['has runs without a status', { json: { run_id: 'r', thread_id: 't' } }],
    ['answers with a page', { headers: { 'content-type': 'text/html' }, body: '<!doctype html>' }],
  ])('is no failure if the server then %s, and its effect is unknown', async (_, answer) => {
    const server = await startFaultServer(({ path }) =>
      path.endsWith('/cancel') ? { json: {} } : path.includes('/runs/') ? answer : { status: 500, json: {} },
    );
    servers.push(server);
    const client = new GraphClient({ url: server.url, apiKey: null, retries: 0 });
    const run = { threadId: 't', runId: 'r', action: 'interrupt', log: undefined, waitMs: 100 } as const;
    expect(await cancelRun(client, run, signal)).toEqual({
      status: 'unknown',
      stopped: null,
      threadStatus: 'unknown',
      statePreserved: null,
    });
  });
});
