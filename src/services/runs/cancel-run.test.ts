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

describe('a run that its server calls interrupted', () => {
  const official = { version: '1', context: 'js', flags: {} };
  const other = { version: '1', flags: {} };
  const accepted = { json: {} };
  const refused = { status: 409, json: { detail: 'Run is not active' } };
  const asked = {
    end: { outcome: 'interrupted', error: null, incomplete: false },
    changed: () => Promise.resolve(),
  } as const;

  it.each([
    ['was stopped, where that is all it means', official, refused, 'interrupted', undefined, true],
    [
      'was stopped, where that is all it means, by this cancel',
      official,
      accepted,
      'interrupted',
      undefined,
      true,
    ],
    ['may wait for an answer, if the cancel was refused', other, refused, 'interrupted', undefined, null],
    ['may have been answered since, if the cancel was refused', other, refused, 'idle', undefined, null],
    ['waits for an answer, if its events say so', other, refused, 'interrupted', asked, false],
    ['may wait for an answer, if its thread waits', other, accepted, 'interrupted', undefined, null],
    ['was stopped, if its thread does not wait', other, accepted, 'idle', undefined, true],
  ])('%s', async (_, info, cancelled, threadStatus, log, stopped) => {
    const server = await startFaultServer(({ path }) => {
      if (path === '/info') return { json: info };
      if (path.endsWith('/cancel')) return cancelled;
      if (path.includes('/runs/')) return { json: { run_id: 'r', thread_id: 't', status: 'interrupted' } };
      return path.endsWith('/state')
        ? { status: 500, json: {} }
        : { json: { thread_id: 't', status: threadStatus } };
    });
    servers.push(server);
    const client = new GraphClient({ url: server.url, apiKey: null, retries: 0 });
    const run = { threadId: 't', runId: 'r', action: 'interrupt', log, waitMs: 100 } as const;
    expect(await cancelRun(client, run, signal)).toMatchObject({ status: 'interrupted', stopped });
  });
});
