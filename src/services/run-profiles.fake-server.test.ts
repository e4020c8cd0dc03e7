import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RemoteGraph } from 'remote-graph-client';
import { committedProfiles } from '../testing/fake-server/committed-profiles.ts';
import { replayProfile } from '../testing/fake-server/replay-profile.ts';
import { refusedByProfile } from '../testing/fake-server/profile-responses.ts';
import { serverProfiles } from '../testing/fake-server/server-profiles.ts';
import {
  fakeConnectionId,
  endOf,
  framesOfBatches,
  signal,
  startFakeServerRuns,
  type FakeServerRuns,
} from '../testing/services/fake-server-runs.ts';
import { inFull } from '../testing/test-scale.ts';

/** Every server of which a profile is committed, and every third other kind; all of them in full runs. */
const profiles = [
  ...committedProfiles.map(replayProfile),
  ...serverProfiles.filter((_profile, index) => inFull || index % 3 === 0),
];

/** Every kind of server runs alike; `server-profiles.fake-server.test.ts` has what is not about runs. */
describe.each(profiles)('runs on a server of kind $name', (profile) => {
  let studio: FakeServerRuns;
  beforeEach(async () => {
    studio = await startFakeServerRuns(profile);
  });
  afterEach(() => studio.stop());

  const records = async () => {
    const { threadId } = studio;
    const list = await studio.runs.calls['runs.records'](
      { connectionId: fakeConnectionId, threadId },
      signal,
    );
    return list.records;
  };
  /** A run that was stopped before its last node. */
  const stopEarly = async (): Promise<string> => {
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start();
    const following = studio.everything(runId);
    await waiting;
    await studio.runs.calls['runs.cancel'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, runId, action: 'interrupt' },
      signal,
    );
    // As the server says.
    const { cancelledRun } = profile;
    const outcome = { interrupted: 'cancelled', error: 'failed', success: 'finished' }[cancelledRun];
    expect(endOf(await following)).toMatchObject({ outcome });
    studio.server.release();
    return runId;
  };

  it('streams a run to its end, and continues a stopped one at the head', async () => {
    await stopEarly();
    const { runId } = await studio.start({ trigger: { kind: 'continue' } });
    expect(endOf(await studio.everything(runId))).toMatchObject({ outcome: 'finished', incomplete: false });
    const { threads } = studio.client;
    const { values } = profile.threadRecord.values
      ? await threads.get(studio.threadId)
      : await threads.getState(studio.threadId);
    expect(values).toMatchObject({ log: ['receive', 'confirm'] });
  });

  it('joins a run again only where the server does not close the list of its events', async () => {
    const { runId } = await studio.start();
    await studio.everything(runId);
    const joins = studio.server.requests.filter(
      ({ method, path }) => method === 'GET' && path.endsWith('/stream'),
    );
    // Nor where events have no ids to continue from.
    expect(joins).toHaveLength(profile.endEvent || !profile.events.ids ? 0 : 1);
  });

  it('continues at the head with RemoteGraph.invoke(null)', async () => {
    await stopEarly();
    const graph = new RemoteGraph('exact', { url: studio.server.url, apiKey: null });
    const values: unknown = await graph.invoke(null, { configurable: { thread_id: studio.threadId } });
    expect(values).toMatchObject({ done: true });
  });

  it('waits for an answer, reports that everywhere, and resumes with it', async () => {
    const asking = await studio.start({ trigger: { kind: 'input', inputText: '{"ask":true}' } });
    const followed = await studio.everything(asking.runId);
    expect(endOf(followed)).toMatchObject({ outcome: 'interrupted' });
    const [run] = await studio.runs.calls['runs.list'](
      { connectionId: fakeConnectionId, threadId: studio.threadId },
      signal,
    );
    expect(run?.status).toBe(profile.waitingRun);
    expect(run?.interruptedBy).toBe(profile.waitingRun === 'interrupted' ? 'question' : undefined);
    const interruptId =
      /"id":"([0-9a-f]{32})"/.exec(
        framesOfBatches(followed)
          .map(({ text }) => text)
          .join(),
      )?.[1] ?? '';
    const answers = [{ interruptId, valueText: '7' }];
    const { runId } = await studio.start({
      trigger: { kind: 'resume', answers, goto: [], updateText: null },
    });
    expect(endOf(await studio.everything(runId))).toMatchObject({ outcome: 'finished' });
  });

  it('follows an active run from its first event after a restart of the studio', async () => {
    const waiting = studio.server.pauseBefore('confirm');
    const { runId } = await studio.start();
    await waiting;
    await studio.runs.stop();
    const later = studio.makeRuns();
    const following = studio.everything(runId, later);
    studio.server.release();
    const followed = await following;
    expect(endOf(followed)).toEqual({ outcome: 'finished', error: null, incomplete: !profile.events.ids });
    expect(framesOfBatches(followed)[0]?.mode).toBe('metadata');
    const [run] = await later.calls['runs.list'](
      { connectionId: fakeConnectionId, threadId: studio.threadId },
      signal,
    );
    expect(run?.joinedLate).toBe(false);
    await later.stop();
  });

  it('adopts a run if the response to its start is cut off', async () => {
    // The window lists the runs of a thread before anything is started there.
    const first = await studio.start();
    await studio.everything(first.runId);
    await records();
    studio.setUpClient({ retries: 0, reconnect: { baseMs: 20 } });
    const waiting = studio.server.pauseBefore('receive');
    const starting = studio.start({ trigger: { kind: 'input', inputText: '{"id":2}' } });
    // The server has started the run, and has not answered yet.
    await waiting;
    studio.server.dropConnections();
    const { runId } = await starting;
    studio.server.release();
    expect(endOf(await studio.everything(runId))).toMatchObject({ outcome: 'finished' });
    const accepted = studio.starts().filter((request) => refusedByProfile(profile, request) === null);
    expect(accepted).toHaveLength(2);
    expect(runId).not.toBe(first.runId);
  });

  it('returns the input of a run, who started it and why it failed', async () => {
    const { runId } = await studio.start({
      trigger: { kind: 'input', inputText: '{"fail":true, "n": 1.0}' },
    });
    await studio.everything(runId);
    // Of another start of the studio, which has no events.
    const other = studio.makeRuns();
    const [record] = await records();
    await other.stop();
    const inputText = profile.numbers === 'exact' ? '{"fail":true, "n": 1.0}' : '{"fail":true,"n":1}';
    expect(record).toMatchObject({
      status: 'error',
      error: 'ValueError: it broke',
      origin: { kind: 'input' },
      inputText,
    });
    const input = await studio.runs.calls['runs.input'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, runId },
      signal,
    );
    expect(input.inputText).toBe(inputText);
    const second = await studio.start();
    await studio.everything(second.runId);
    expect((await records())[0]?.source).toBe('studio');
  });
});
