import { beforeAll, describe, expect, it } from 'vitest';
import { differing } from '../../../../src/testing/real-server/server-differences.ts';
import { collectFrames, humanInput } from '../../../../src/testing/remote-graph/collect-frames.ts';
import { sharedServer, type SharedServer } from '../../../../src/testing/shared-server.ts';
import {
  eventStreamResponse,
  createScriptedClient,
  invalidMemberResponse,
  type ScriptedClient,
} from '../../../../src/testing/remote-graph/scripted-client.ts';
import {
  ArgumentError,
  GraphClient,
  GraphServerError,
  JsonText,
  rawTextOf,
  ThreadBusyError,
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

describe.concurrent('rules for clients (docs/protocol.md, Rules for clients)', () => {
  it('rule 1: subgraphs: omitted if false, a string for the JavaScript server, a boolean for others, and the other type after an error', async () => {
    const stateRef = { checkpointId: 'c' };
    const flags = async (kind: 'js' | 'hosted', complain: boolean): Promise<unknown[]> => {
      const to = createScriptedClient(kind, (_, index) =>
        complain && index === 1 ? invalidMemberResponse('subgraphs') : { values: {} },
      );
      await to.client.threads.getState('t', stateRef);
      await to.client.threads.getState('t', { ...stateRef, subgraphs: true });
      return bodies(to).map((body) => (body as { subgraphs?: unknown }).subgraphs);
    };
    expect(await flags('js', false)).toEqual([undefined, 'true']);
    expect(await flags('hosted', false)).toEqual([undefined, true]);
    expect(await flags('hosted', true)).toEqual([undefined, true, 'true']);
    expect(await flags('js', true)).toEqual([undefined, 'true', true]);
  });

  it('reads by GET, and by POST only if GET fails, unless the server is known to read by POST', async () => {
    const ns = 'write:1';
    const knowing = createScriptedClient('silent', ({ path }) => ({
      values: {},
      checkpoint: { checkpoint_ns: path.includes('checkpoint_ns') ? ns : '', checkpoint_id: 'c' },
    }));
    await knowing.client.threads.getState('t', { checkpointId: 'c', subgraphs: true });
    await knowing.client.threads.getState('t', { checkpointNs: ns });
    await knowing.client.threads.getHistory('t', { before: 'c' }).catch(() => null);
    expect(requestsOf(knowing).slice(0, 3)).toEqual([
      'GET /threads/t/state/c?subgraphs=true',
      'GET /threads/t/state?checkpoint_ns=write%3A1',
      'GET /threads/t/history?limit=10&before=c',
    ]);
    // The answer is the thread's own state: this server takes no namespace in the query.
    const ignoring = createScriptedClient('silent', () => ({
      values: {},
      checkpoint: { checkpoint_ns: '' },
    }));
    await ignoring.client.threads.getState('t', { checkpointNs: ns });
    expect(requestsOf(ignoring)).toEqual([
      'GET /threads/t/state?checkpoint_ns=write%3A1',
      'POST /threads/t/state/checkpoint',
    ]);
    const older = createScriptedClient('silent', ({ method }) =>
      method === 'GET' ? Response.json({ detail: 'Method Not Allowed' }, { status: 405 }) : [],
    );
    expect(await older.client.threads.getHistory('t')).toEqual([]);
    expect(requestsOf(older)).toEqual(['GET /threads/t/history?limit=10', 'POST /threads/t/history']);
  });

  it('reads the newest state of a subgraph by GET if POST requires a checkpoint id', async () => {
    const ns = 'write:1';
    const to = createScriptedClient('hosted', ({ method }) =>
      method === 'POST'
        ? Response.json({ detail: 'checkpoint_id: Field required' }, { status: 422 })
        : { values: { a: 1 }, checkpoint: { checkpoint_ns: ns, checkpoint_id: 'c' } },
    );
    expect(await to.client.threads.getState('t', { checkpointNs: ns })).toMatchObject({ values: { a: 1 } });
  });

  it('learns the page limit of a server from its error, and reads the rest in pages', async () => {
    const all = Array.from({ length: 130 }, (_, index) => ({ thread_id: String(index) }));
    const to = createScriptedClient('hosted', ({ body }) => {
      const { limit, offset } = body as { readonly limit: number; readonly offset: number };
      if (limit <= 50) return all.slice(offset, offset + limit);
      const detail = [{ loc: ['body', 'limit'], msg: 'Input should be less than or equal to 50' }];
      return Response.json({ detail }, { status: 422 });
    });
    const threads = await to.client.threads.search({ limit: 120 });
    expect(threads.map(({ thread_id: id }) => id)).toEqual(all.slice(0, 120).map(({ thread_id: id }) => id));
    expect(rawTextOf(threads)).toBe(JSON.stringify(threads));
    expect(bodies(to)).toMatchObject([
      { limit: 120, offset: 0 },
      { limit: 50, offset: 0 },
      { limit: 50, offset: 50 },
      { limit: 20, offset: 100 },
    ]);
    // What was learned holds from then on.
    await to.client.threads.search({ limit: 1000 });
    expect(bodies(to)[4]).toMatchObject({ limit: 50, offset: 0 });
    const other = createScriptedClient('hosted', () =>
      Response.json({ detail: 'limit: wrong' }, { status: 422 }),
    );
    await expect(other.client.threads.search({ limit: 5 })).rejects.toMatchObject({ status: 422 });
    expect(other.sent).toHaveLength(1);
  });

  it('422 keeps the error of the server, unless it says that the thread is busy', async () => {
    const refusal = (text: string): Promise<unknown> =>
      createScriptedClient('hosted', ({ method }) =>
        method === 'POST'
          ? Response.json({ detail: text }, { status: 422 })
          : { thread_id: 't', status: 'busy' },
      )
        .client.runs.create('t', 'a', { input: 1 })
        .catch((error: unknown) => error);
    const wrong = await refusal('input must be an object');
    expect([wrong instanceof GraphServerError, wrong instanceof ThreadBusyError]).toEqual([true, false]);
    expect(await refusal('Thread is already running a task.')).toBeInstanceOf(ThreadBusyError);
  });

  it('rule 2: history: before an id on the JavaScript server, before a checkpoint on others; nulls are omitted', async () => {
    const before = { thread_id: 't', checkpoint_ns: '', checkpoint_id: 'c', checkpoint_map: null };
    const outcomes = async (kind: 'js' | 'hosted' | 'silent', complain: boolean): Promise<unknown[]> => {
      const to = createScriptedClient(kind, (_, index) =>
        complain && index === 0 ? invalidMemberResponse('before') : [],
      );
      await to.client.threads.getHistory('t', {
        before,
        checkpoint: { checkpoint_ns: 'sub:1', checkpoint_map: null },
      });
      expect(to.sent[0]?.bodyText).not.toContain('null');
      return bodies(to).map((body) => (body as { before?: unknown }).before);
    };
    const checkpoint = { thread_id: 't', checkpoint_ns: '', checkpoint_id: 'c' };
    const object = { ...checkpoint, configurable: checkpoint };
    expect(await outcomes('js', false)).toEqual(['c']);
    expect(await outcomes('hosted', false)).toEqual([object]);
    expect(await outcomes('silent', true)).toEqual([object, 'c']);
  });

  it('rule 3: newest state: read by GET; a thread that never ran has neither checkpoint nor metadata', async () => {
    const to = createScriptedClient('js', () => ({ values: {} }));
    await to.client.threads.getState('t', { checkpoint: { checkpoint_ns: '', checkpoint_id: null } });
    await to.client.threads.getState('t', 'c');
    await to.client.threads.getState('t', { checkpointNs: 'sub:1' });
    expect(requestsOf(to)).toEqual([
      'GET /threads/t/state',
      'GET /threads/t/state/c',
      'POST /threads/t/state/checkpoint',
    ]);
    const { thread_id: id } = await real.threads.create();
    const state = await real.threads.getState(id);
    expect(state).toMatchObject({ values: {}, next: [], checkpoint: null });
    expect(state.metadata ?? null).toBeNull();
  });

  it('rule 4: cancel: never sends wait=false', async () => {
    const to = createScriptedClient('js', () => new Response(null, { status: 204 }));
    await to.client.runs.cancel('t', 'r');
    await to.client.runs.cancel('t', 'r', { wait: false, action: 'rollback' });
    await to.client.runs.cancel('t', 'r', false, 'interrupt');
    await to.client.runs.cancel('t', 'r', { wait: true });
    const queries = to.sent.map(({ path }) => path.split('?')[1] ?? '');
    expect(queries).toEqual(['', 'action=rollback', 'action=interrupt', 'wait=1']);
  });

  it.each([false, 0, '', null, {}, new JsonText('false'), new JsonText(' { } ')])(
    'rule 5: resume: the answer %j, which servers misread, is keyed by the interrupt id',
    async (resume) => {
      const { thread_id: id } = await real.threads.create();
      await real.runs.wait(id, 'ask', { input: { text: '' } });
      const text =
        resume instanceof JsonText ? JSON.stringify(JSON.parse(resume.text)) : JSON.stringify(resume);
      expect(await real.runs.wait(id, 'ask', { command: { resume } })).toMatchObject({
        log: ['before', `answered ${text}`],
      });
    },
  );

  it('rule 5: resume: rejects a misread answer to no interrupt, or to several', async () => {
    const { thread_id: id } = await real.threads.create();
    const runs = real.runs.wait(id, 'ask', { command: { resume: false } });
    await expect(runs).rejects.toMatchObject({ name: differing('answerToNothing').error });
    await expect(real.runs.wait(null, 'ask', { command: { resume: null } })).rejects.toBeInstanceOf(
      ArgumentError,
    );
    const interrupts = [{ id: 'a'.repeat(32) }, { id: 'b'.repeat(32) }];
    const to = createScriptedClient('hosted', () => ({
      values: {},
      tasks: [{ id: 't', name: 'n', interrupts }],
    }));
    await expect(to.client.runs.create('t', 'a', { command: { resume: '' } })).rejects.toBeInstanceOf(
      ArgumentError,
    );
    expect(requestsOf(to)).toEqual(['GET /threads/t/state']);
    expect(await real.runs.list(id)).toHaveLength(differing('answerToNothing').runs);
  });

  it.each([false, 0, ''])(
    'rule 5: resume: sends the answer %j to an interrupt without an id unchanged',
    async (resume) => {
      const to = createScriptedClient('hosted', ({ path }) =>
        path.endsWith('/state')
          ? { values: {}, tasks: [{ id: 't', name: 'n', interrupts: [{ value: 1 }] }] }
          : run,
      );
      await to.client.runs.create('t', 'a', { command: { resume } });
      const [started] = to.sent.filter(({ path }) => path === '/threads/t/runs');
      expect(started?.body).toMatchObject({ command: { resume } });
      await expect(to.client.runs.create('t', 'a', { command: { resume: null } })).rejects.toBeInstanceOf(
        ArgumentError,
      );
    },
  );

  it('rule 6: stream: drops end events and events without data; an error may be a string, a clean close a cancel', async () => {
    const { client } = createScriptedClient('hosted', ({ path }) => {
      if (path.endsWith('/stream'))
        return eventStreamResponse('event: values\ndata: {}\n\nevent: end\n\nid: 3\n\n');
      return path.includes('/runs/') ? { ...run, status: 'interrupted' } : { thread_id: 't', status: 'idle' };
    });
    const cancelled = client.runs.stream('t', 'a', { streamResumable: false });
    expect((await collectFrames(cancelled)).map(({ event }) => event)).toEqual(['values']);
    expect(await cancelled.end).toMatchObject({ outcome: 'cancelled' });
    const nobody = '00000000-0000-4000-8000-000000000000';
    const { thread_id: id } = await real.threads.create();
    const joined = real.runs.joinStream(id, nobody);
    expect(await collectFrames(joined)).toEqual([]);
    expect(await joined.end).toMatchObject({ outcome: 'lost' });
  });

  it('rule 7: checkpoint: after a run from a checkpoint, the next one starts at the newest state, subgraphs included', async () => {
    const { thread_id: id } = await real.threads.create();
    await real.runs.wait(id, 'nested', { input: humanInput('SF') });
    const early = (await real.threads.getHistory(id)).find(({ next }) => next?.[0] === 'router');
    await real.runs.wait(id, 'nested', { input: null, checkpointId: early?.checkpoint?.checkpoint_id });
    const stream = real.runs.stream(id, 'nested', {
      input: null,
      streamMode: 'updates',
      streamSubgraphs: true,
    });
    const received = (await collectFrames(stream))
      .filter(({ event }) => event === 'updates')
      .map((frame) => frame.json());
    expect(received.map((update) => Object.keys(update as object)[0])).toEqual(['weather', 'forecast']);
    const steps = async (): Promise<unknown> => (await real.threads.getState(id)).metadata?.['step'];
    const before = Number(await steps());
    await real.runs.wait(id, 'nested', { input: humanInput('LA') });
    expect(Number(await steps())).toBeGreaterThan(before);
    const fresh = createScriptedClient('js', ({ path }) =>
      path === '/threads/t' ? { thread_id: 't', config: {} } : run,
    );
    await fresh.client.runs.create('t', 'a', { input: {} });
    expect(fresh.sent.at(-1)?.bodyText).not.toContain('checkpoint_id');
  });

  it('rule 8: outcome: read from the thread, interrupts from the tasks of the state', async () => {
    const { thread_id: id } = await real.threads.create();
    const stream = real.runs.stream(id, 'ask', { input: { text: '' } });
    await collectFrames(stream);
    expect(await stream.end).toMatchObject({ outcome: 'interrupted' });
    expect(await real.runs.get(id, await stream.runId)).toMatchObject({ status: 'success' });
    const { tasks = [] } = await real.threads.getState(id);
    expect(tasks.flatMap(({ interrupts = [] }) => interrupts)).toHaveLength(1);
  });
});
