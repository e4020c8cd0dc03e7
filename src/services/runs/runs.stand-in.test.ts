import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberText } from '../../exact-json/members.ts';
import { GraphClient } from '../../remote-graph/client.ts';
import { usualRunOptions, type RunOptions, type RunRequest } from '../../shared/model/run-request.ts';
import { framesOfBlock } from '../../shared/model/block-frames.ts';
import type { RunBatch } from '../../shared/model/run-batch.ts';
import { clientsFor } from '../../testing/stand-in-server-clients.ts';
import { startStandInServer, type StandInServer } from '../../testing/stand-in-server.ts';
import { createThreads } from '../threads/create-threads.ts';
import type { WebhookTokens } from '../webhooks/webhook-tokens.ts';
import { createRuns, type Runs } from './create-runs.ts';

const { signal } = new AbortController();
const connectionId = 'c';

/** Remembers what was done with each reservation. */
function webhookBook() {
  const book: string[] = [];
  const tokens: WebhookTokens = {
    reserve: (connection, thread) => {
      book.push(`reserve ${connection} ${thread}`);
      return {
        url: 'http://127.0.0.1:1/hook/token',
        bind: (runId) => book.push(`bind ${runId}`),
        release: () => book.push('release'),
      };
    },
  };
  return { book, tokens };
}

let server: StandInServer;
let runs: Runs;
let dataFolder = '';
let threadId = '';
let webhooks = webhookBook();
let client: GraphClient;

const makeRuns = (): Runs =>
  createRuns({
    clients: clientsFor(server.url),
    webhooks: webhooks.tokens,
    platform: { dataFolder, log: () => undefined },
  });
const threads = () => createThreads({ clients: clientsFor(server.url) }).calls;

beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'runs-'));
  server = await startStandInServer();
  webhooks = webhookBook();
  runs = makeRuns();
  client = new GraphClient({ url: server.url, apiKey: null });
  ({ threadId } = await threads()['threads.create']({ connectionId, graphId: 'exact', name: null }, signal));
});
afterEach(async () => {
  server.release();
  await runs.stop();
  await server.close();
  await rm(dataFolder, { recursive: true, force: true });
});

type Rest = Partial<Omit<RunRequest, 'options'>> & { readonly options?: Partial<RunOptions> };
const toListener = { webhook: { kind: 'listener' } } as const;

const start = ({ options, ...rest }: Rest = {}) =>
  runs.calls['runs.start'](
    {
      connectionId,
      assistantId: 'exact',
      threadId,
      checkpointId: null,
      begin: { kind: 'input', inputText: '{"id":1}' },
      checkpointNs: '',
      background: false,
      ...rest,
      options: { ...usualRunOptions, ...options },
    },
    signal,
  );

async function everything(runId: string, from: Runs = runs): Promise<RunBatch[]> {
  const batches: RunBatch[] = [];
  for await (const batch of from.streams['runs.follow']({ connectionId, threadId, runId }, signal))
    batches.push(batch);
  return batches;
}
const framesOf = (batches: readonly RunBatch[]) => batches.flatMap(framesOfBlock);
const endOf = (batches: readonly RunBatch[]) => batches.at(-1)?.end;
const starts = () => server.requests.filter(({ path }) => path.endsWith('/runs/stream'));
/** Readers that asked for every event; others only look whether something is missing behind the last one. */
const joinsFromTheStart = () => server.requests.filter(({ headers }) => headers['last-event-id'] === '-1');
const lastBody = () => starts().at(-1)?.bodyText ?? '';

describe('starting a run', () => {
  it('J-1, J-2, J-3: sends the input as it was typed, in one request', async () => {
    const inputText = ' {"id": 9007199254740993, "ratio":1.0, "10":"a", "2":-0.0} ';
    const { runId } = await start({ begin: { kind: 'input', inputText } });
    expect(endOf(await everything(runId))).toEqual({ outcome: 'finished', error: null, incomplete: false });
    expect(starts()).toHaveLength(1);
    expect(memberText(lastBody(), 'input')).toBe(inputText.trim());
    const { valuesText } = await threads()['threads.state'](
      { connectionId, threadId, checkpointId: null },
      signal,
    );
    expect(valuesText).toContain('"id":9007199254740993,"ratio":1.0,"10":"a","2":-0.0');
  });

  it('C-3, C-15: says every choice that servers default differently, and marks the request', async () => {
    await everything(
      (await start({ options: { interruptBefore: ['*'], interruptAfter: ['receive'] } })).runId,
    );
    expect(JSON.parse(lastBody())).toMatchObject({
      stream_mode: ['values', 'updates', 'tasks', 'messages-tuple', 'custom'],
      stream_subgraphs: true,
      stream_resumable: true,
      multitask_strategy: 'reject',
      on_disconnect: 'continue',
      if_not_exists: 'reject',
      interrupt_before: '*',
      interrupt_after: ['receive'],
      metadata: { client_request_id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string },
    });
  });

  it('starts from a checkpoint when one is given', async () => {
    await everything((await start()).runId);
    const page = await threads()['threads.history'](
      { connectionId, threadId, before: null, limit: 10 },
      signal,
    );
    const middle = page.checkpoints.find(({ next }) => next[0] === 'confirm')?.checkpointId ?? '';
    const { runId } = await start({ checkpointId: middle, begin: { kind: 'continue' } });
    await everything(runId);
    expect(JSON.parse(lastBody())).toMatchObject({ checkpoint: { checkpoint_id: middle } });
    const state = await threads()['threads.state']({ connectionId, threadId, checkpointId: null }, signal);
    expect(state.parentId).toBe(middle);
  });

  it.each([
    ['the input', { kind: 'input', inputText: '{"a": 1,\n "b": }' }, 'line 2, column 7'],
    [
      'an answer',
      { kind: 'resume', answers: [{ interruptId: 'i', valueText: 'yes' }], goto: [], updateText: null },
      'line 1, column 1',
    ],
  ] as const)(
    'refuses %s that is not JSON, with line and column, and sends nothing',
    async (_, begin, place) => {
      const started = start({ begin: structuredClone(begin) as RunRequest['begin'], options: toListener });
      await expect(started).rejects.toMatchObject({
        code: 'invalid-input',
        hint: expect.stringContaining(place) as string,
      });
      expect(starts()).toEqual([]);
      expect(webhooks.book.at(-1)).toBe('release');
    },
  );

  it('W-5: reserves a webhook before the run exists and binds it to the run', async () => {
    const { runId } = await start({ options: toListener });
    expect(webhooks.book).toEqual([`reserve c ${threadId}`, `bind ${runId}`]);
    expect(JSON.parse(lastBody())).toMatchObject({ webhook: 'http://127.0.0.1:1/hook/token' });
  });

  it('C-3: keeps the webhook of a run that may have started, and never starts it again', async () => {
    runs = createRuns({
      clients: clientsFor(server.url, { retries: 0, reconnect: { attempts: 1, baseMs: 1 } }),
      webhooks: webhooks.tokens,
      platform: { dataFolder, log: () => undefined },
    });
    server.faults.before = ({ path }) => {
      if (path.endsWith('/runs/stream')) server.dropConnections();
    };
    server.faults.failing = /^GET .*\/runs/;
    await expect(start({ options: toListener })).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('may or may not have started') as string,
    });
    expect(webhooks.book).toEqual([`reserve c ${threadId}`]);
    expect(starts()).toHaveLength(1);
  });

  it('says that the thread is busy', async () => {
    const waiting = server.hold('confirm');
    await start();
    await waiting;
    await expect(start({ options: toListener })).rejects.toMatchObject({ code: 'thread-busy' });
    expect(webhooks.book.at(-1)).toBe('release');
  });

  it('says that the thread is not there', async () => {
    await expect(start({ threadId: '01a1faf6-6041-7141-8886-e92af3b04960' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it("C-16: passes a server's failure on with its words", async () => {
    server.faults.failing = /runs\/stream$/;
    await expect(start()).rejects.toMatchObject({
      code: 'server-failed',
      details: { server: 'Something broke inside' },
    });
  });
});

describe('following a run', () => {
  it('R-6: two followers, one from the start and one from the middle, see the same events over one connection', async () => {
    const waiting = server.hold('confirm');
    const { runId } = await start();
    const early = everything(runId);
    await waiting;
    const late = everything(runId);
    server.release();
    const [one, other] = await Promise.all([early, late]);
    expect(framesOf(other)).toEqual(framesOf(one));
    expect(framesOf(one).map(({ seq }) => seq)).toEqual(framesOf(one).map((_, index) => index));
    expect(framesOf(await everything(runId))).toEqual(framesOf(one));
    expect(starts()).toHaveLength(1);
    expect(joinsFromTheStart()).toEqual([]);
  });

  it('R-13: gives any part of the log back to a window that let go of it, and says when there is no such log', async () => {
    const { runId } = await start();
    const batches = await everything(runId);
    const frames = framesOf(batches);
    const log = batches[0]?.log ?? '';
    const part = (from: number, to: number, id = log) =>
      runs.calls['runs.frames']({ connectionId, threadId, runId, log: id, from, to }, signal);
    expect(framesOfBlock(await part(1, 3))).toEqual(frames.slice(1, 3));
    expect(framesOfBlock(await part(2, 9_999))).toEqual(frames.slice(2));
    await expect(part(0, 1, 'another')).rejects.toMatchObject({ code: 'not-found' });
    await expect(part(frames.length, frames.length + 1)).rejects.toMatchObject({ code: 'not-found' });
    expect(starts()).toHaveLength(1);
  });

  it('shows each event once, in order, with its payload as it came', async () => {
    const { runId } = await start({ begin: { kind: 'input', inputText: '{"id":12345678901234567890}' } });
    const frames = framesOf(await everything(runId));
    expect(frames.map(({ mode }) => mode)).toEqual([
      'metadata',
      'values',
      'tasks',
      'tasks',
      'updates',
      'values',
      'tasks',
      'tasks',
      'updates',
      'values',
    ]);
    expect(frames[1]?.text).toBe('{"id":12345678901234567890}');
    expect(new Set(frames.map(({ id }) => id)).size).toBe(frames.length);
  });

  it('R-1: loses and doubles nothing when the connection is cut', async () => {
    const waiting = server.hold('confirm');
    const { runId } = await start();
    const links: string[] = [];
    const frames: string[] = [];
    let end: RunBatch['end'] = null;
    await waiting;
    const told = new AbortController();
    server.faults.before = async ({ method, path }) => {
      if (method !== 'GET' || !path.endsWith('/stream') || told.signal.aborted) return;
      await once(told.signal, 'abort');
    };
    for await (const batch of runs.streams['runs.follow']({ connectionId, threadId, runId }, signal)) {
      if (links.length === 0) server.cutStreams();
      links.push(batch.link);
      frames.push(...framesOfBlock(batch).map(({ id, text }) => `${id} ${text}`));
      if (batch.link === 'reconnecting') {
        server.release();
        told.abort();
      }
      end = batch.end;
    }
    expect(end).toEqual({ outcome: 'finished', error: null, incomplete: false });
    expect(links).toContain('reconnecting');
    expect(links.at(-1)).toBe('ended');
    expect(new Set(frames).size).toBe(frames.length);
    const later = makeRuns();
    const whole = framesOf(await everything(runId, later));
    await later.stop();
    expect(frames).toEqual(whole.map(({ id, text }) => `${id} ${text}`));
  });

  it('ends with the words of a failure', async () => {
    const { runId } = await start({ begin: { kind: 'input', inputText: '{"fail":true}' } });
    expect(endOf(await everything(runId))).toEqual({
      outcome: 'failed',
      error: 'ValueError: it broke',
      incomplete: false,
    });
  });

  it('J-1: stops at a question, takes the exact answer by its id, and goes on to the end', async () => {
    const first = await start({ begin: { kind: 'input', inputText: '{"ask":true}' } });
    expect(endOf(await everything(first.runId))).toMatchObject({ outcome: 'interrupted' });
    const asked = await threads()['threads.state']({ connectionId, threadId, checkpointId: null }, signal);
    const interruptId = asked.interrupts[0]?.id ?? '';
    const answers = [{ interruptId, valueText: '{"ok": false, "n": 9007199254740993}' }];
    const second = await start({ begin: { kind: 'resume', answers, goto: [], updateText: null } });
    expect(endOf(await everything(second.runId))).toMatchObject({ outcome: 'finished' });
    expect(memberText(lastBody(), 'command')).toBe(
      `{"resume":{"${interruptId}":{"ok": false, "n": 9007199254740993}}}`,
    );
    const after = await threads()['threads.state']({ connectionId, threadId, checkpointId: null }, signal);
    expect(memberText(after.valuesText, 'answer')).toBe('{"ok": false, "n": 9007199254740993}');
    expect(after.interrupts).toEqual([]);
  });

  it('R-5: joins a resumable run that somebody else started, from its first event, also after its end', async () => {
    const foreign = client.runs.stream(threadId, 'exact', { input: { id: 1 }, streamMode: ['values'] });
    const texts: string[] = [];
    for await (const { text } of foreign) texts.push(text);
    const runId = await foreign.runId;
    const both = await Promise.all([everything(runId), everything(runId)]);
    expect(both.map((batches) => framesOf(batches).map(({ text }) => text))).toEqual([texts, texts]);
    expect(joinsFromTheStart()).toHaveLength(1);
  });

  it('R-6: leaves a run alone whose events it would take away', async () => {
    const waiting = server.hold('confirm');
    const made = await client.runs.create(threadId, 'exact', { input: {}, streamResumable: false });
    await waiting;
    await expect(everything(made.run_id)).rejects.toMatchObject({ code: 'stream-unavailable' });
    server.release();
    expect(server.requests.filter(({ path }) => path.endsWith('/stream'))).toEqual([]);
  });

  it('R-15: finds a run again whose end was not seen, and keeps what was seen while it is out of reach', async () => {
    const hasty = clientsFor(server.url, { retries: 0, reconnect: { attempts: 2, baseMs: 1 } });
    runs = createRuns({
      clients: hasty,
      webhooks: webhooks.tokens,
      platform: { dataFolder, log: () => undefined },
    });
    const waiting = server.hold('confirm');
    const { runId } = await start();
    const early = everything(runId);
    await waiting;
    server.faults.failing = /^GET .*\/runs\//;
    server.cutStreams();
    const lost = await early;
    expect(endOf(lost)).toMatchObject({ outcome: 'lost', incomplete: true });
    expect(framesOf(await everything(runId))).toEqual(framesOf(lost));
    server.faults.failing = null;
    server.release();
    const found = await everything(runId);
    expect(endOf(found)).toEqual({ outcome: 'finished', error: null, incomplete: false });
    expect(
      framesOf(found)
        .slice(0, framesOf(lost).length)
        .map(({ text }) => text),
    ).toEqual(framesOf(lost).map(({ text }) => text));
  });

  it('says that a run is not there', async () => {
    await expect(everything('01a1faf6-6041-7141-8886-e92af3b04960')).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('stopping', () => {
  it('C-15: cancels a run and reports what the server made of it', async () => {
    const waiting = server.hold('confirm');
    const { runId } = await start();
    const following = everything(runId);
    await waiting;
    const cancelled = await runs.calls['runs.cancel'](
      { connectionId, threadId, runId, action: 'interrupt' },
      signal,
    );
    expect(cancelled).toMatchObject({ status: 'interrupted', stopped: true });
    expect(endOf(await following)).toMatchObject({ outcome: 'cancelled' });
    const [asked] = server.requests.filter(({ path }) => path.endsWith('/cancel'));
    expect([...(asked?.query ?? [])]).toEqual([['action', 'interrupt']]);
  });

  it('C-15: a run that ended before reports its own end', async () => {
    const { runId } = await start();
    await everything(runId);
    const late = await runs.calls['runs.cancel'](
      { connectionId, threadId, runId, action: 'interrupt' },
      signal,
    );
    expect(late).toMatchObject({ status: 'success', stopped: false });
  });

  it('C-15: leaving a follow never cancels the run', async () => {
    const waiting = server.hold('confirm');
    const { runId } = await start();
    const leaving = new AbortController();
    const reading = runs.streams['runs.follow']({ connectionId, threadId, runId }, leaving.signal);
    for await (const { count } of reading) if (count > 0) leaving.abort();
    await waiting;
    server.release();
    expect(endOf(await everything(runId))).toMatchObject({ outcome: 'finished' });
    expect(server.requests.filter(({ path }) => path.endsWith('/cancel'))).toEqual([]);
  });

  it('ends every follower when the studio stops, and leaves the run and no files behind', async () => {
    const waiting = server.hold('confirm');
    const { runId } = await start();
    const following = everything(runId);
    await waiting;
    await runs.stop();
    expect(endOf(await following)).toMatchObject({ outcome: 'lost', incomplete: true });
    expect(await readdir(dataFolder)).toEqual([]);
    server.release();
    await expect.poll(async () => (await client.runs.get(threadId, runId)).status).toBe('success');
  });
});

describe('the list of runs', () => {
  it('D-13: shows the run of an earlier start of the studio, without asking the server for its events', async () => {
    const { runId } = await start();
    const seen = framesOf(await everything(runId));
    await runs.stop();
    const joins = joinsFromTheStart().length;
    const later = makeRuns();
    const [listed] = await later.calls['runs.list']({ connectionId, threadId }, signal);
    expect(listed).toMatchObject({ runId, hasLog: true });
    const again = await everything(runId, later);
    expect(framesOf(again)).toEqual(seen);
    expect(endOf(again)).toMatchObject({ outcome: 'finished' });
    expect(joinsFromTheStart()).toHaveLength(joins);
    await later.stop();
  });

  it('D-13: keeps nothing of a thread that was deleted, nor of a server that was removed', async () => {
    const kept = async () => (await readdir(join(dataFolder, 'run-logs')).catch(() => [])).length;
    const { runId } = await start();
    await everything(runId);
    await expect.poll(kept).toBe(2);
    await runs.forget(connectionId, ['another']);
    await runs.forget('another');
    expect(await kept()).toBe(2);
    const [listed] = await runs.calls['runs.list']({ connectionId, threadId }, signal);
    expect(listed).toMatchObject({ runId, hasLog: true });
    await runs.forget(connectionId, [threadId]);
    expect(await kept()).toBe(0);
    expect(await runs.calls['runs.list']({ connectionId, threadId }, signal)).toMatchObject([
      { runId, hasLog: false },
    ]);
    await everything((await start()).runId);
    await runs.forget(connectionId);
    expect(await kept()).toBe(0);
  });

  it('D-13: reads no run of a removed server any more, also one that is looked for', async () => {
    const waiting = server.hold('confirm');
    const { runId } = await start();
    const following = everything(runId);
    await waiting;
    await server.close();
    await runs.forget(connectionId);
    expect(endOf(await following)).toMatchObject({ outcome: 'lost' });
    expect(await readdir(dataFolder)).not.toContain('run-logs');
  });

  it('lists the newest first and tells which ones the studio holds', async () => {
    const { runId } = await start();
    await everything(runId);
    const foreign = await client.runs.create(threadId, 'exact', { input: {} });
    const list = await runs.calls['runs.list']({ connectionId, threadId }, signal);
    expect(list.map((run) => [run.runId, run.hasLog])).toEqual([
      [foreign.run_id, false],
      [runId, true],
    ]);
  });
});
