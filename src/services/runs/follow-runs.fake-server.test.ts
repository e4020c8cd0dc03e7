import { once } from 'node:events';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberText } from 'exact-json';
import { decodeFrames } from '../../shared/model/frame-block-codec.ts';
import type { RunBatch } from '../../shared/model/frame-block.ts';
import { createMemoryPlatform } from '../../testing/services/memory-platform.ts';
import {
  fakeConnectionId,
  endOf,
  framesOfBatches,
  signal,
  startFakeServerRuns,
  type FakeServerRuns,
} from '../../testing/services/fake-server-runs.ts';
import { createRuns } from './create-runs.ts';

let studio: FakeServerRuns;
beforeEach(async () => {
  studio = await startFakeServerRuns();
});
afterEach(() => studio.stop());

describe('following a run', () => {
  it('two followers, one from the start and one from the middle, see the same events over one connection', async () => {
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start();
    const early = studio.everything(runId);
    await waiting;
    const late = studio.everything(runId);
    studio.server.release();
    const [one, other] = await Promise.all([early, late]);
    expect(framesOfBatches(other)).toEqual(framesOfBatches(one));
    expect(framesOfBatches(one).map(({ seq }) => seq)).toEqual(framesOfBatches(one).map((_, index) => index));
    expect(framesOfBatches(await studio.everything(runId))).toEqual(framesOfBatches(one));
    expect(studio.starts()).toHaveLength(1);
    expect(studio.joinsFromTheStart()).toEqual([]);
  });

  it('ends on its signal while it still attaches to the run', async () => {
    const { runId } = await studio.start();
    await studio.everything(runId);
    const platform = await createMemoryPlatform();
    // A server that is away: nothing comes, and nothing fails.
    const away = createRuns({
      clients: { get: () => new Promise(() => undefined) },
      webhooks: { reserve: () => expect.unreachable() },
      platform,
    });
    const end = new AbortController();
    const key = { connectionId: fakeConnectionId, threadId: studio.threadId, runId };
    const batches = away.streams['runs.follow'](key, end.signal)[Symbol.asyncIterator]();
    const next = batches.next();
    end.abort();
    expect(await next).toEqual({ done: true, value: undefined });
    await away.stop();
    await platform.dispose();
  });

  it('returns any part of the log to a window that evicted it, and reports a missing log', async () => {
    const { runId } = await studio.start();
    const batches = await studio.everything(runId);
    const frames = framesOfBatches(batches);
    const log = batches[0]?.log ?? '';
    const part = (from: number, to: number, id = log) =>
      studio.runs.calls['runs.frames'](
        { connectionId: fakeConnectionId, threadId: studio.threadId, runId, log: id, from, to },
        signal,
      );
    expect(decodeFrames(await part(1, 3))).toEqual(frames.slice(1, 3));
    expect(decodeFrames(await part(2, 9_999))).toEqual(frames.slice(2));
    await expect(part(0, 1, 'another')).rejects.toMatchObject({ code: 'not-found' });
    await expect(part(frames.length, frames.length + 1)).rejects.toMatchObject({ code: 'not-found' });
    expect(studio.starts()).toHaveLength(1);
  });

  it('yields each event once, in order, with its payload unchanged', async () => {
    const { runId } = await studio.start({
      trigger: { kind: 'input', inputText: '{"id":12345678901234567890}' },
    });
    const frames = framesOfBatches(await studio.everything(runId));
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

  it('loses and doubles nothing when the connection is cut', async () => {
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start();
    const links: string[] = [];
    const frames: string[] = [];
    let end: RunBatch['end'] = null;
    await waiting;
    const controller = new AbortController();
    studio.server.faults.before = async ({ method, path }) => {
      if (method !== 'GET' || !path.endsWith('/stream') || controller.signal.aborted) return;
      await once(controller.signal, 'abort');
    };
    for await (const batch of studio.runs.streams['runs.follow'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, runId },
      signal,
    )) {
      if (links.length === 0) studio.server.cutStreams();
      links.push(batch.connectionState);
      frames.push(...decodeFrames(batch).map(({ id, text }) => `${id} ${text}`));
      if (batch.connectionState === 'reconnecting') {
        studio.server.release();
        controller.abort();
      }
      end = batch.end;
    }
    expect(end).toEqual({ outcome: 'finished', error: null, incomplete: false });
    expect(links).toContain('reconnecting');
    expect(links.at(-1)).toBe('ended');
    expect(new Set(frames).size).toBe(frames.length);
    const later = studio.makeRuns();
    const whole = framesOfBatches(await studio.everything(runId, later));
    await later.stop();
    expect(frames).toEqual(whole.map(({ id, text }) => `${id} ${text}`));
  });

  it("ends with the server's error message", async () => {
    const { runId } = await studio.start({ trigger: { kind: 'input', inputText: '{"fail":true}' } });
    expect(endOf(await studio.everything(runId))).toEqual({
      outcome: 'failed',
      error: 'ValueError: it broke',
      incomplete: false,
    });
  });

  it('stops at an interrupt, takes the exact answer by its id, and continues to the end', async () => {
    const first = await studio.start({ trigger: { kind: 'input', inputText: '{"ask":true}' } });
    expect(endOf(await studio.everything(first.runId))).toMatchObject({ outcome: 'interrupted' });
    const interrupted = await studio.threads['threads.state'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, checkpointId: null },
      signal,
    );
    const interruptId = interrupted.interrupts[0]?.id ?? '';
    const answers = [{ interruptId, valueText: '{"ok": false, "n": 9007199254740993}' }];
    const second = await studio.start({ trigger: { kind: 'resume', answers, goto: [], updateText: null } });
    expect(endOf(await studio.everything(second.runId))).toMatchObject({ outcome: 'finished' });
    expect(memberText(studio.lastBody(), 'command')).toBe(
      `{"resume":{"${interruptId}":{"ok": false, "n": 9007199254740993}}}`,
    );
    const after = await studio.threads['threads.state'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, checkpointId: null },
      signal,
    );
    expect(memberText(after.valuesText, 'answer')).toBe('{"ok": false, "n": 9007199254740993}');
    expect(after.interrupts).toEqual([]);
  });

  it('joins a resumable run of another client from its first event, also after its end', async () => {
    const foreign = studio.client.runs.stream(studio.threadId, 'exact', {
      input: { id: 1 },
      streamMode: ['values'],
    });
    const texts: string[] = [];
    for await (const { text } of foreign) texts.push(text);
    const runId = await foreign.runId;
    const both = await Promise.all([studio.everything(runId), studio.everything(runId)]);
    expect(both.map((batches) => framesOfBatches(batches).map(({ text }) => text))).toEqual([texts, texts]);
    expect(studio.joinsFromTheStart()).toHaveLength(1);
  });

  it('reports the age of a run that is joined later, by the clock of its server', async () => {
    const minuteAhead = { ...studio.clients, clockSkewMs: () => 60_000 };
    const later = studio.makeRuns(minuteAhead);
    const waiting = studio.server.pauseBefore('confirm');
    const made = await studio.client.runs.create(studio.threadId, 'exact', { input: { id: 1 } });
    await waiting;
    const stop = new AbortController();
    const runRef = { connectionId: fakeConnectionId, threadId: studio.threadId, runId: made.run_id };
    for await (const batch of later.streams['runs.follow'](runRef, stop.signal)) {
      if (batch.count === 0) continue;
      // This test's server uses the local clock; by a clock a minute ahead, the run is a minute older.
      expect(batch.ageAtFirstFrameMs).toBeGreaterThan(59_000);
      expect(batch.ageAtFirstFrameMs).toBeLessThan(90_000);
      stop.abort();
    }
    const unknown = studio.makeRuns();
    const other = new AbortController();
    for await (const batch of unknown.streams['runs.follow'](runRef, other.signal)) {
      if (batch.count === 0) continue;
      expect(batch.ageAtFirstFrameMs).toBeNull();
      other.abort();
    }
    studio.server.release();
    await Promise.all([later.stop(), unknown.stop()]);
  });

  it('does not join a run whose events it would take from another reader', async () => {
    const waiting = studio.server.pauseBefore('confirm');
    const made = await studio.client.runs.create(studio.threadId, 'exact', {
      input: {},
      streamResumable: false,
    });
    await waiting;
    await expect(studio.everything(made.run_id)).rejects.toMatchObject({ code: 'stream-unavailable' });
    studio.server.release();
    expect(studio.server.requests.filter(({ path }) => path.endsWith('/stream'))).toEqual([]);
  });

  it('finds a run whose end was missed, and shows its known events while it is unreachable', async () => {
    studio.setUpClient({ retries: 0, reconnect: { attempts: 2, baseMs: 1 } });
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start();
    const early = studio.everything(runId);
    await waiting;
    studio.server.faults.failing = /^GET .*\/runs\//;
    studio.server.cutStreams();
    const lost = await early;
    expect(endOf(lost)).toMatchObject({ outcome: 'lost', incomplete: true });
    expect(framesOfBatches(await studio.everything(runId))).toEqual(framesOfBatches(lost));
    studio.server.faults.failing = null;
    studio.server.release();
    const events = await studio.everything(runId);
    expect(endOf(events)).toEqual({ outcome: 'finished', error: null, incomplete: false });
    expect(
      framesOfBatches(events)
        .slice(0, framesOfBatches(lost).length)
        .map(({ text }) => text),
    ).toEqual(framesOfBatches(lost).map(({ text }) => text));
  });

  it('keeps the events of a cut run that its server no longer has, with the end that it reports', async () => {
    let isEmptied = false;
    studio.setUpClient({
      retries: 0,
      reconnect: { attempts: 2, baseMs: 1 },
      fetch: (input, init) => {
        const isJoin = init?.method === 'GET' && new Request(input).url.includes('/stream');
        const headers = { 'content-type': 'text/event-stream' };
        return isEmptied && isJoin ? Promise.resolve(new Response('', { headers })) : fetch(input, init);
      },
    });
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start();
    const early = studio.everything(runId);
    await waiting;
    studio.server.faults.failing = /^GET .*\/runs\//;
    studio.server.cutStreams();
    const lost = await early;
    expect(endOf(lost)).toMatchObject({ outcome: 'lost' });
    isEmptied = true;
    studio.server.faults.failing = null;
    studio.server.release();
    const again = await studio.everything(runId);
    expect(endOf(again)).toEqual({ outcome: 'finished', error: null, incomplete: true });
    expect(framesOfBatches(again)).toEqual(framesOfBatches(lost));
    expect(again[0]?.log).toBe(lost[0]?.log);
  });

  it('reports a missing run', async () => {
    await expect(studio.everything('01a1faf6-6041-7141-8886-e92af3b04960')).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});
