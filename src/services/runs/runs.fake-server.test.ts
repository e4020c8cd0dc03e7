import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  fakeConnectionId,
  endOf,
  framesOfBatches,
  signal,
  startFakeServerRuns,
  type FakeServerRuns,
} from '../../testing/services/fake-server-runs.ts';

let studio: FakeServerRuns;
beforeEach(async () => {
  studio = await startFakeServerRuns();
});
afterEach(() => studio.stop());

describe('stopping', () => {
  it('cancels a run and reports the outcome', async () => {
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start();
    const following = studio.everything(runId);
    await waiting;
    const cancelled = await studio.runs.calls['runs.cancel'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, runId, action: 'interrupt' },
      signal,
    );
    expect(cancelled).toMatchObject({ status: 'interrupted', stopped: true });
    expect(endOf(await following)).toMatchObject({ outcome: 'cancelled' });
    const [cancelRequest] = studio.server.requests.filter(({ path }) => path.endsWith('/cancel'));
    expect([...(cancelRequest?.query ?? [])]).toEqual([['action', 'interrupt']]);
  });

  it('a run that ended before reports its own end', async () => {
    const { runId } = await studio.start();
    await studio.everything(runId);
    const late = await studio.runs.calls['runs.cancel'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, runId, action: 'interrupt' },
      signal,
    );
    expect(late).toMatchObject({ status: 'success', stopped: false });
  });

  it('leaving the stream never cancels the run', async () => {
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start();
    const leaving = new AbortController();
    const reading = studio.runs.streams['runs.follow'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, runId },
      leaving.signal,
    );
    for await (const { count } of reading) if (count > 0) leaving.abort();
    await waiting;
    studio.server.release();
    expect(endOf(await studio.everything(runId))).toMatchObject({ outcome: 'finished' });
    expect(studio.server.requests.filter(({ path }) => path.endsWith('/cancel'))).toEqual([]);
  });

  it('ends all streams when the studio stops, and leaves the run active and no files behind', async () => {
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start();
    const following = studio.everything(runId);
    await waiting;
    await studio.runs.stop();
    expect(endOf(await following)).toMatchObject({ outcome: 'lost', incomplete: true });
    expect(await readdir(studio.dataFolder)).toEqual([]);
    studio.server.release();
    await expect
      .poll(async () => (await studio.client.runs.get(studio.threadId, runId)).status)
      .toBe('success');
  });
});

describe('the list of runs', () => {
  it('shows a run from before a restart without requesting its events', async () => {
    const { runId } = await studio.start();
    const runFrames = framesOfBatches(await studio.everything(runId));
    await studio.runs.stop();
    const joins = studio.joinsFromTheStart().length;
    const later = studio.makeRuns();
    const [listed] = await later.calls['runs.list'](
      { connectionId: fakeConnectionId, threadId: studio.threadId },
      signal,
    );
    expect(listed).toMatchObject({ runId, hasLog: true });
    const again = await studio.everything(runId, later);
    expect(framesOfBatches(again)).toEqual(runFrames);
    expect(endOf(again)).toMatchObject({ outcome: 'finished' });
    expect(studio.joinsFromTheStart()).toHaveLength(joins);
    await later.stop();
  });

  it('stores nothing of a deleted thread or a removed server', async () => {
    const storedFiles = async () =>
      (await readdir(join(studio.dataFolder, 'run-logs')).catch(() => [])).length;
    const { runId } = await studio.start();
    await studio.everything(runId);
    await expect.poll(storedFiles).toBe(2);
    await studio.runs.forget(fakeConnectionId, ['another']);
    await studio.runs.forget('another');
    expect(await storedFiles()).toBe(2);
    const [listed] = await studio.runs.calls['runs.list'](
      { connectionId: fakeConnectionId, threadId: studio.threadId },
      signal,
    );
    expect(listed).toMatchObject({ runId, hasLog: true });
    await studio.runs.forget(fakeConnectionId, [studio.threadId]);
    expect(await storedFiles()).toBe(0);
    expect(
      await studio.runs.calls['runs.list'](
        { connectionId: fakeConnectionId, threadId: studio.threadId },
        signal,
      ),
    ).toMatchObject([{ runId, hasLog: false }]);
    await studio.everything((await studio.start()).runId);
    await studio.runs.forget(fakeConnectionId);
    expect(await storedFiles()).toBe(0);
  });

  it('stores no events of a run that is deleted while its stream still reconnects', async () => {
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start();
    const following = studio.everything(runId);
    await waiting;
    const reconnecting = new AbortController();
    const deleted = new AbortController();
    studio.server.faults.before = async ({ method, path }) => {
      if (method !== 'GET' || !path.endsWith('/stream')) return;
      reconnecting.abort();
      if (!deleted.signal.aborted) await once(deleted.signal, 'abort');
    };
    const reconnects = once(reconnecting.signal, 'abort');
    studio.server.cutStreams();
    await reconnects;
    studio.server.release();
    const runRef = { connectionId: fakeConnectionId, threadId: studio.threadId, runId };
    await expect
      .poll(() => studio.client.runs.get(studio.threadId, runId))
      .toMatchObject({
        status: 'success',
      });
    await studio.runs.calls['runs.delete'](runRef, signal);
    deleted.abort();
    expect(endOf(await following)).toMatchObject({ outcome: 'lost' });
    await studio.runs.stop();
    expect(await readdir(studio.dataFolder)).toEqual([]);
  });

  it('stops reading the runs of a removed server, and looking for them', async () => {
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start();
    const following = studio.everything(runId);
    await waiting;
    await studio.server.close();
    await studio.runs.forget(fakeConnectionId);
    expect(endOf(await following)).toMatchObject({ outcome: 'lost' });
    expect(await readdir(studio.dataFolder)).not.toContain('run-logs');
  });

  it('lists the newest first and marks those with a stored log', async () => {
    const { runId } = await studio.start();
    await studio.everything(runId);
    const foreign = await studio.client.runs.create(studio.threadId, 'exact', { input: {} });
    const list = await studio.runs.calls['runs.list'](
      { connectionId: fakeConnectionId, threadId: studio.threadId },
      signal,
    );
    expect(list.map((run) => [run.runId, run.hasLog])).toEqual([
      [foreign.run_id, false],
      [runId, true],
    ]);
  });
});
