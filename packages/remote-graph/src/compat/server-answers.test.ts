import { beforeAll, describe, expect, it } from 'vitest';
import { collectFrames } from '../../../../src/testing/remote-graph/collect-frames.ts';
import { sharedServer, type SharedServer } from '../../../../src/testing/shared-server.ts';
import {
  createScriptedClient,
  type ScriptedClient,
} from '../../../../src/testing/remote-graph/scripted-client.ts';
import { parseFailure } from './run-failures.ts';
import {
  ArgumentError,
  GraphClient,
  GraphServerError,
  ThreadBusyError,
  ThreadNotFoundError,
} from '../index.ts';

/** One test for each row of the table in docs/protocol.md, Rules for clients. */
let server: SharedServer;
let real: GraphClient;

beforeAll(async () => {
  server = await sharedServer('suite');
  real = new GraphClient({ url: server.url, apiKey: null });
});

const run = { run_id: 'r', thread_id: 't', assistant_id: 'a', status: 'success' };
const bodies = ({ sent }: ScriptedClient): unknown[] => sent.map(({ body }) => body);
const requestsOf = ({ sent }: ScriptedClient): string[] =>
  sent.map(({ method, path }) => `${method} ${path}`);

describe.concurrent('rules for clients (docs/protocol.md, Rules for clients), from rule 9 on', () => {
  it('rule 9: runs: a page is the requested one, newest first', async () => {
    const { thread_id: id } = await real.threads.create();
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) {
      const each = await real.runs.create(id, 'command', { afterSeconds: 60, multitaskStrategy: 'enqueue' });
      ids.unshift(each.run_id);
    }
    const page = async (limit: number, offset: number): Promise<string[]> =>
      (await real.runs.list(id, { limit, offset })).map(({ run_id }) => run_id);
    expect([await page(2, 0), await page(2, 2), await page(2, 3)]).toEqual([
      ids.slice(0, 2),
      ids.slice(2),
      ids.slice(3),
    ]);
    await real.threads.delete(id);
  });

  it('rule 10: errors: distinguishes a busy thread from a missing one, whatever the status', async () => {
    const nobody = '00000000-0000-4000-8000-000000000000';
    const input = { text: '' };
    for (const start of ['create', 'wait', 'stream'] as const) {
      const stream = async (): Promise<unknown> =>
        collectFrames(real.runs.stream(nobody, 'command', { input }));
      const refused = start === 'stream' ? stream() : real.runs[start](nobody, 'command', { input });
      await expect(refused).rejects.toBeInstanceOf(ThreadNotFoundError);
    }
    const refusal = (status: number, thread: unknown): Promise<unknown> =>
      createScriptedClient('hosted', ({ method }) =>
        method === 'POST' ? Response.json('no', { status }) : thread,
      )
        .client.runs.create('t', 'a')
        .catch((error: unknown) => error);
    expect(await refusal(409, { thread_id: 't', status: 'busy' })).toBeInstanceOf(ThreadBusyError);
    expect(await refusal(422, { thread_id: 't', status: 'busy' })).toMatchObject({
      status: 422,
      serverText: 'no',
    });
    expect(await refusal(422, Response.json('x', { status: 404 }))).toBeInstanceOf(ThreadNotFoundError);
    expect(await refusal(404, Response.json('x', { status: 404 }))).toBeInstanceOf(ThreadNotFoundError);
    expect(await refusal(404, { thread_id: 't', status: 'idle' })).not.toBeInstanceOf(ThreadNotFoundError);
    const other = await refusal(422, { thread_id: 't', status: 'idle' });
    expect([other instanceof GraphServerError, other instanceof ThreadBusyError]).toEqual([true, false]);
  });

  it('rule 11: defaults: always sends options whose defaults differ', async () => {
    const to = createScriptedClient('hosted', () => run);
    await to.client.runs.create('t', 'a');
    await to.client.runs.wait(null, 'a');
    expect(bodies(to)).toMatchObject([
      { multitask_strategy: 'reject', on_disconnect: 'continue', stream_resumable: true },
      { on_disconnect: 'continue', stream_resumable: true },
    ]);
    await to.client.threads.getHistory('t').catch(() => null);
    expect(to.sent.at(-1)?.body).toMatchObject({ limit: 10 });
  });

  it.each([429, 500, 503])('rule 12: start: never sends a run twice, here after %i', async (status) => {
    const to = createScriptedClient(
      'hosted',
      () => new Response('no', { status, headers: { 'retry-after': '0' } }),
      {
        retries: 3,
      },
    );
    await expect(to.client.runs.create('t', 'a')).rejects.toMatchObject({ status });
    await expect(to.client.runs.wait('t', 'a')).rejects.toMatchObject({ status });
    await expect(to.client.runs.createBatch([{ assistantId: 'a' }])).rejects.toMatchObject({ status });
    await expect(collectFrames(to.client.runs.stream('t', 'a'))).rejects.toMatchObject({ status });
    expect(to.sent).toHaveLength(4);
  });

  it('rule 13: nulls: kept inside input and values, omitted at the top level', async () => {
    const to = createScriptedClient('hosted', ({ path }) =>
      path.endsWith('/state') ? { checkpoint: {} } : run,
    );
    const input = { a: null, b: [null], c: { d: null } };
    await to.client.runs.create('t', 'a', {
      input,
      webhook: null,
      config: null,
      command: null,
      interruptBefore: null,
    });
    await to.client.threads.updateState('t', { values: null, asNode: null });
    await to.client.threads.updateState('t', { values: { a: null } });
    const [first, ...others] = bodies(to);
    expect(first).toMatchObject({ input });
    expect(Object.values(first as object)).not.toContain(null);
    expect(others).toEqual([{ values: null }, { values: { a: null } }]);
  });

  it('an update of a state may be answered with the configuration of the graph library', async () => {
    const checkpoint = { thread_id: 't', checkpoint_ns: '', checkpoint_id: 'c' };
    const to = createScriptedClient('hosted', () => ({ configurable: checkpoint }));
    expect(await to.client.threads.updateState('t', { values: {} })).toMatchObject({ checkpoint });
  });

  it('rule 14: rejects an invalid webhook; cancels active runs before their thread is deleted', async () => {
    for (const webhook of ['not a url', 'ftp://host/', 'host:80/x']) {
      const refused = real.runs.create(null, 'command', { webhook });
      await expect(refused).rejects.toBeInstanceOf(ArgumentError);
    }
    const to = createScriptedClient('js', ({ method, path }) => {
      if (method !== 'GET') return new Response(null, { status: 204 });
      return path === '/threads/t'
        ? { thread_id: 't', status: 'busy' }
        : [{ ...run, status: 'running' }, run];
    });
    await to.client.threads.delete('t');
    expect(requestsOf(to).filter((each) => !each.startsWith('GET'))).toEqual([
      'POST /threads/t/runs/r/cancel?wait=1',
      'DELETE /threads/t',
    ]);
    const hosted = createScriptedClient('hosted', () => new Response(null, { status: 204 }));
    await hosted.client.threads.delete('t');
    expect(requestsOf(hosted)).toEqual(['DELETE /threads/t']);
  });

  it('rule 15: task errors: JSON on the JavaScript server, Python text elsewhere', async () => {
    const { thread_id: id } = await real.threads.create();
    await real.runs.wait(id, 'error', { input: { text: '' }, raiseError: false });
    const { tasks = [] } = await real.threads.getState(id);
    expect(parseFailure(tasks[0]?.error)).toEqual({ name: 'CustomError', message: 'Boo!' });
    expect(parseFailure("CustomError('Boo!')")).toEqual({ name: 'CustomError', message: 'Boo!' });
    expect(parseFailure('ValueError("it\'s \\\\ here\\n")')).toEqual({
      name: 'ValueError',
      message: "it's \\ here\n",
    });
    expect(parseFailure('KeyError()')).toEqual({ name: 'Error', message: 'KeyError()' });
    const many = "OSError(2, 'No such file')";
    expect(parseFailure(many)).toEqual({ name: 'Error', message: many });
  });

  it('rule 16: wait and join: throw a failure inside a response with 200', async () => {
    const { thread_id: id } = await real.threads.create();
    const failed = { errorName: 'CustomError', message: 'Boo!' };
    await expect(real.runs.wait(id, 'error', { input: { text: '' } })).rejects.toMatchObject(failed);
    const [last] = await real.runs.list(id);
    await expect(real.runs.join(id, last?.run_id ?? '')).rejects.toMatchObject(failed);
    const plain = { __error__: { error: 'ValueError', message: 'no' } };
    const { client } = createScriptedClient('hosted', () => plain);
    await expect(client.runs.join('t', 'r')).rejects.toMatchObject({
      errorName: 'ValueError',
      message: 'no',
    });
    expect(await client.runs.join('t', 'r', { raiseError: false })).toEqual(plain);
  });

  it('namespaces: a list, or an object with a list', async () => {
    for (const answer of [[['a']], { namespaces: [['a']] }]) {
      const { client } = createScriptedClient('hosted', () => answer);
      expect(await client.store.listNamespaces()).toEqual({ namespaces: [['a']] });
    }
  });

  it('cancelMany: one request, or one for each run on the JavaScript server', async () => {
    const which = { threadId: 't', runIds: ['1', '2'], action: 'rollback' } as const;
    const nothing = (): Response => new Response(null, { status: 204 });
    const js = createScriptedClient('js', nothing);
    await js.client.runs.cancelMany(which);
    expect(requestsOf(js)).toEqual(
      ['1', '2'].map((id) => `POST /threads/t/runs/${id}/cancel?action=rollback`),
    );
    const hosted = createScriptedClient('hosted', nothing);
    await hosted.client.runs.cancelMany(which);
    await hosted.client.runs.cancelMany({ status: 'all' });
    expect(requestsOf(hosted)).toEqual(['POST /runs/cancel?action=rollback', 'POST /runs/cancel']);
    expect(bodies(hosted)).toEqual([{ thread_id: 't', run_ids: ['1', '2'] }, { status: 'all' }]);
  });
});
