import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberText } from 'exact-json';
import type { RunRequest } from '../../shared/model/run-request.ts';
import {
  fakeConnectionId,
  endOf,
  signal,
  startFakeServerRuns,
  withListenerWebhook,
  type FakeServerRuns,
} from '../../testing/services/fake-server-runs.ts';

let studio: FakeServerRuns;
beforeEach(async () => {
  studio = await startFakeServerRuns();
});
afterEach(() => studio.stop());

describe('starting a run', () => {
  it('sends the input exactly as typed, in one request', async () => {
    const inputText = ' {"id": 9007199254740993, "ratio":1.0, "10":"a", "2":-0.0} ';
    const { runId } = await studio.start({ trigger: { kind: 'input', inputText } });
    expect(endOf(await studio.everything(runId))).toEqual({
      outcome: 'finished',
      error: null,
      incomplete: false,
    });
    expect(studio.starts()).toHaveLength(1);
    expect(memberText(studio.lastBody(), 'input')).toBe(inputText.trim());
    const { valuesText } = await studio.threads['threads.state'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, checkpointId: null },
      signal,
    );
    expect(valuesText).toContain('"id":9007199254740993,"ratio":1.0,"10":"a","2":-0.0');
  });

  it('sends every option that servers default differently, and a request id', async () => {
    await studio.everything(
      (await studio.start({ options: { interruptBefore: ['*'], interruptAfter: ['receive'] } })).runId,
    );
    expect(JSON.parse(studio.lastBody())).toMatchObject({
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

  it('starts from a given checkpoint', async () => {
    await studio.everything((await studio.start()).runId);
    const page = await studio.threads['threads.history'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, before: null, limit: 10 },
      signal,
    );
    const middle = page.checkpoints.find(({ next }) => next[0] === 'confirm')?.checkpointId ?? '';
    const { runId } = await studio.start({ checkpointId: middle, trigger: { kind: 'continue' } });
    await studio.everything(runId);
    expect(JSON.parse(studio.lastBody())).toMatchObject({ checkpoint: { checkpoint_id: middle } });
    const state = await studio.threads['threads.state'](
      { connectionId: fakeConnectionId, threadId: studio.threadId, checkpointId: null },
      signal,
    );
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
    'rejects %s that is not JSON, with line and column, and sends nothing',
    async (_, trigger, target) => {
      const started = studio.start({
        trigger: structuredClone(trigger) as RunRequest['trigger'],
        options: withListenerWebhook,
      });
      await expect(started).rejects.toMatchObject({
        code: 'invalid-input',
        hint: expect.stringContaining(target) as string,
      });
      expect(studio.starts()).toEqual([]);
      expect(studio.webhooks.recorded.at(-1)).toBe('release');
    },
  );

  it('reserves a webhook before the run exists and binds it to the run', async () => {
    const { runId } = await studio.start({ options: withListenerWebhook });
    expect(studio.webhooks.recorded).toEqual([`reserve c ${studio.threadId}`, `bind ${runId}`]);
    expect(JSON.parse(studio.lastBody())).toMatchObject({ webhook: 'http://127.0.0.1:1/hook/token' });
  });

  it('keeps the webhook of a run that may have started, and never starts it again', async () => {
    studio.setUpClient({ retries: 0, reconnect: { attempts: 1, baseMs: 1 } });
    studio.server.faults.before = ({ path }) => {
      if (path.endsWith('/runs/stream')) studio.server.dropConnections();
    };
    studio.server.faults.failing = /^GET .*\/runs/;
    await expect(studio.start({ options: withListenerWebhook })).rejects.toMatchObject({
      code: 'outcome-unknown',
      message: expect.stringContaining('may have started') as string,
      hint: `Check the runs of thread ${studio.threadId} before you start it again.`,
    });
    expect(studio.webhooks.recorded).toEqual([`reserve c ${studio.threadId}`]);
    expect(studio.starts()).toHaveLength(1);
  });

  it('reports a busy thread', async () => {
    const waiting = studio.server.pauseBefore('confirm');
    await studio.start();
    await waiting;
    await expect(studio.start({ options: withListenerWebhook })).rejects.toMatchObject({
      code: 'thread-busy',
    });
    expect(studio.webhooks.recorded.at(-1)).toBe('release');
  });

  it('reports a missing thread', async () => {
    await expect(studio.start({ threadId: '01a1faf6-6041-7141-8886-e92af3b04960' })).rejects.toMatchObject({
      code: 'not-found',
    });
  });

  it('passes on the error of the server', async () => {
    studio.server.faults.failing = /runs\/stream$/;
    await expect(studio.start()).rejects.toMatchObject({
      code: 'server-failed',
      details: { server: 'Something broke inside' },
    });
  });
});
