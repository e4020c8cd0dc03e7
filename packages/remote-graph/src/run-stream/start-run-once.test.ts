import { afterEach, describe, expect, it } from 'vitest';
import { startFaultServer, type Cut } from '../../../../src/testing/fault-servers/fault-server.ts';
import {
  startFaultRunServer,
  type FaultRunServer,
  type RunBehaviour,
} from '../../../../src/testing/fault-servers/fault-run-server.ts';
import { GraphClient, GraphServerError, JsonText, UnknownOutcomeError } from '../index.ts';

const servers: FaultRunServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

const events = [{ id: '0', event: 'values', data: '{}' }];

async function serverWith(
  behaviour: Partial<RunBehaviour>,
): Promise<{ server: FaultRunServer; client: GraphClient }> {
  const server = await startFaultRunServer({ events, ...behaviour });
  servers.push(server);
  const client = new GraphClient({ url: server.url, apiKey: null, reconnect: { baseMs: 2, maxMs: 5 } });
  return { server, client };
}

const posts = (server: FaultRunServer): number =>
  server.requests.filter(({ method }) => method === 'POST').length;

describe('starting a run', () => {
  it('a run whose response was cut off is found by its request id and adopted', async () => {
    const { client, server } = await serverWith({ resetStart: 'after' });
    const run = await client.runs.create('t', 'a', { clientRequestId: 'mine' });
    expect(run).toMatchObject({ run_id: 'run-1', metadata: { client_request_id: 'mine' } });
    const stream = client.runs.stream('t2', 'a', {});
    const eventNames: string[] = [];
    for await (const frame of stream) eventNames.push(frame.event);
    expect(eventNames).toEqual(['values']);
    expect(await stream.end).toMatchObject({ outcome: 'finished', incomplete: false });
    expect([server.runsOn('t'), server.runsOn('t2'), posts(server)]).toEqual([1, 1, 2]);
  });

  it('a response that is cut anywhere leaves one run, which is found', async () => {
    const cut = (threadId: string): Cut => {
      const [kind, at] = threadId.split('-');
      return { afterBytes: Number(at), kind: kind === 'rst' ? 'rst' : 'fin' };
    };
    const { client, server } = await serverWith({ cut });
    for (let at = 0; at < 200; at += 9) {
      for (const threadId of [`rst-${at}`, `fin-${at}`]) {
        const run = await client.runs.create(threadId, 'a', { clientRequestId: threadId });
        expect([run.metadata, server.runsOn(threadId)]).toEqual([{ client_request_id: threadId }, 1]);
      }
    }
  });

  it('a run that is not found may or may not have started, and is not sent again', async () => {
    const { client, server } = await serverWith({ resetStart: 'before' });
    const failing = client.runs.create('t', 'a', { clientRequestId: 'mine' });
    await expect(failing).rejects.toBeInstanceOf(UnknownOutcomeError);
    await expect(failing).rejects.toMatchObject({ clientRequestId: 'mine', threadId: 't' });
    await expect(client.runs.stream('t', 'a', {}).end).rejects.toThrow('may have started');
    await expect(client.runs.stream(null, 'a', {}).runId).rejects.toBeInstanceOf(Error);
    expect(server.runsOn('t')).toBe(0);
    expect(posts(server)).toBe(3);
  });

  it.each([
    [502, UnknownOutcomeError],
    [504, UnknownOutcomeError],
    [520, UnknownOutcomeError],
    [524, UnknownOutcomeError],
    [521, GraphServerError],
    [522, GraphServerError],
    [503, GraphServerError],
  ])('after status %i of a gateway', async (status, error) => {
    const server = await startFaultServer(({ method, path }) => {
      if (path === '/info') return { json: { version: '0.0.0', flags: {} } };
      return method === 'POST' ? { status, body: 'error code' } : { json: [] };
    });
    const client = new GraphClient({ url: server.url, apiKey: null, reconnect: { baseMs: 2, maxMs: 5 } });
    await expect(client.runs.create('t', 'a', {})).rejects.toBeInstanceOf(error);
    expect(server.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
    await server.stop();
  });

  it('sends options whose defaults differ, omits top-level nulls and keeps inner nulls and numbers', async () => {
    const { client, server } = await serverWith({});
    await client.runs.create('t', 'a', {
      input: { a: null, n: new JsonText('9007199254740993') },
      webhook: null,
      command: { resume: { id: new JsonText('null') }, update: null },
      clientRequestId: 'mine',
    });
    const sent = server.requests.find(({ method }) => method === 'POST')?.body;
    expect(sent).toBe(
      '{"assistant_id":"a","input":{"a":null,"n":9007199254740993},"command":{"resume":{"id":null}},' +
        '"stream_resumable":true,"metadata":{"client_request_id":"mine"},"multitask_strategy":"reject",' +
        '"on_disconnect":"continue"}',
    );
    await expect(client.runs.create('t', 'a', { command: { resume: null } })).rejects.toThrow(
      'Key the answer by the ID',
    );
  });
});
