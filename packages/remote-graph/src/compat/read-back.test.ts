import { afterEach, describe, expect, it } from 'vitest';
import {
  startFaultServer,
  type FaultResponse,
  type FaultServer,
} from '../../../../src/testing/fault-servers/fault-server.ts';
import { GraphClient, UnconfirmedChangeError } from '../client.ts';

const servers: FaultServer[] = [];

afterEach(() => Promise.all(servers.splice(0).map((server) => server.stop())));

/** Answers to a change that say no more than that it was made. */
const answers: readonly (readonly [name: string, answer: FaultResponse])[] = [
  ['an empty answer', { status: 200, body: '' }],
  ['no content', { status: 204 }],
  ['a word', { status: 200, body: 'OK' }],
  ['another object', { status: 200, json: { run_id: 'r', status: 'pending' } }],
  ['a list', { status: 200, json: [] }],
];

/** A server that answers changes like this, and lists these crons. */
async function startServer(
  answer: FaultResponse,
  crons: readonly object[] = [],
): Promise<{ client: GraphClient; changes: () => number }> {
  const server = await startFaultServer(({ method, path, body }) => {
    if (path === '/info') return { json: { version: '1.0.0', flags: {} } };
    if (path === '/runs/crons/search') return { json: crons };
    if (path === '/threads/t/runs' && method === 'GET') {
      const sent = server.requests.find((request) => request.method === 'POST');
      const { metadata } = JSON.parse(sent?.body ?? '{}') as { readonly metadata?: unknown };
      return { json: [{ run_id: 'run-1', status: 'running', metadata }] };
    }
    if (method !== 'GET') return answer;
    if (path.startsWith('/threads/')) return { json: { thread_id: path.split('/')[2], read: true } };
    if (path.startsWith('/assistants/')) return { json: { assistant_id: path.split('/')[2], read: true } };
    return { status: 404, json: { detail: `${method} ${path} ${body}` } };
  });
  servers.push(server);
  return {
    client: new GraphClient({ url: server.url, apiKey: null, reconnect: { baseMs: 5 } }),
    changes: () =>
      server.requests.filter(({ method, path }) => method !== 'GET' && !path.endsWith('/search')).length,
  };
}

describe.each(answers)('a change that the server answers with %s', (_, answer) => {
  it('is read back, and sent once', async () => {
    const { client, changes } = await startServer(answer);
    expect(await client.threads.create({ metadata: { a: 1 } })).toMatchObject({ read: true });
    expect(await client.threads.update('t', { metadata: { a: 1 } })).toMatchObject({
      thread_id: 't',
      read: true,
    });
    expect(await client.assistants.create({ graphId: 'g' })).toMatchObject({ read: true });
    expect(await client.assistants.update('a', { name: 'n' })).toMatchObject({
      assistant_id: 'a',
      read: true,
    });
    expect(await client.assistants.setLatest('a', 2)).toMatchObject({ assistant_id: 'a', read: true });
    expect(changes()).toBe(5);
  });

  it('is unconfirmed if nothing says what became of it', async () => {
    const { client, changes } = await startServer(answer);
    await expect(client.threads.copy('t')).rejects.toThrow(UnconfirmedChangeError);
    await expect(client.crons.create('a', { schedule: '* * * * *' })).rejects.toThrow(UnconfirmedChangeError);
    await expect(client.crons.update('c', { schedule: '* * * * *' })).rejects.toThrow(UnconfirmedChangeError);
    expect(changes()).toBe(3);
  });
});

it.each(answers.filter(([name]) => name !== 'another object'))(
  'a run in the background is found if the server answers with %s',
  async (_, answer) => {
    const { client, changes } = await startServer(answer);
    expect(await client.runs.create('t', 'a', { input: {} })).toMatchObject({ run_id: 'run-1' });
    expect(changes()).toBe(1);
  },
);

describe('a cron that the server answers with its first run', () => {
  const answer = { status: 200, json: { run_id: 'r' } };
  const schedule = '0 9 * * *';

  it('is the one with its schedule', async () => {
    const crons = [
      { cron_id: 'c', schedule },
      { cron_id: 'other', schedule: '5 5 * * *' },
    ];
    const { client } = await startServer(answer, crons);
    expect(await client.crons.create('a', { schedule })).toMatchObject({ cron_id: 'c' });
    expect(await client.crons.update('other', { enabled: false })).toMatchObject({ cron_id: 'other' });
  });

  it('is the newest of several with its schedule', async () => {
    const crons = [
      { cron_id: 'old', schedule, created_at: '2026-01-01T00:00:00Z' },
      { cron_id: 'new', schedule, created_at: '2026-02-01T00:00:00Z' },
    ];
    const { client } = await startServer(answer, crons);
    expect(await client.crons.create('a', { schedule })).toMatchObject({ cron_id: 'new' });
  });

  it('is unconfirmed among several of the same age', async () => {
    const createdAt = '2026-01-01T00:00:00Z';
    const crons = ['one', 'two'].map((id) => ({ cron_id: id, schedule, created_at: createdAt }));
    const { client } = await startServer(answer, crons);
    await expect(client.crons.create('a', { schedule })).rejects.toThrow(UnconfirmedChangeError);
  });
});

it('a page of another program is not taken for a change', async () => {
  const server = await startFaultServer(() => ({ status: 200, body: '<html>Sign in</html>' }));
  servers.push(server);
  const client = new GraphClient({ url: server.url, apiKey: null });
  await expect(client.threads.create()).rejects.toMatchObject({ name: 'ProtocolError' });
});
