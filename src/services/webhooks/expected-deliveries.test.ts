import { describe, expect, it } from 'vitest';
import type { WatchedWebhooks } from '../../testing/services/watch-webhooks.ts';
import {
  report,
  setUpWebhooks,
  settled,
  snapshotWhere,
  registerWebhookFixture,
} from '../../testing/services/webhook-fixture.ts';
import { describePendingWebhooks } from './describe-pending.ts';
import { webhookLimits } from './webhook-settings.ts';

registerWebhookFixture();

describe('a run that was started with a webhook', () => {
  const limits = { ...webhookLimits, graceMs: 10 };
  const statuses = ({ expected }: WatchedWebhooks): readonly string[] =>
    expected.map(({ runId, status }) => `${runId} ${status}`);

  it('is expected until it reports, and missing once it ended without', async () => {
    const webhooks = await setUpWebhooks({ limits });
    const [first, second] = [
      await webhooks.tokens.reserve('c', 't'),
      await webhooks.tokens.reserve('c', 't'),
    ];
    first.bind('run-1');
    second.bind('run-2');
    const waiting = await snapshotWhere(webhooks, ({ expected }) => expected.length === 2);
    expect(statuses(waiting)).toEqual(['run-2 running', 'run-1 running']);
    await report(first.url, { run_id: 'run-1', status: 'success' });
    webhooks.runEnded('c', 'run-1');
    webhooks.runEnded('other', 'run-2');
    webhooks.runEnded('c', 'run-2');
    const missing = await snapshotWhere(webhooks, ({ expected }) => expected[0]?.status === 'missing');
    expect(statuses(missing)).toEqual(['run-2 missing']);
    expect(missing.expected[0]).toMatchObject({ sentTo: missing.listener.address, threadId: 't' });
    expect(Date.parse(missing.expected[0]?.runEndedAt ?? '')).toBeGreaterThan(0);
    // It comes late.
    await report(second.url, { run_id: 'run-2', status: 'success' });
    expect((await snapshotWhere(webhooks, ({ deliveries }) => deliveries.length === 2)).expected).toEqual([]);
  });

  it('is pending while it runs and the listener is open, unless it ends with the studio', async () => {
    const webhooks = await setUpWebhooks({ limits });
    const { url, bind } = await webhooks.tokens.reserve('c', 't');
    bind('run-1');
    (await webhooks.tokens.reserve('demo', 't')).bind('run-2');
    expect(webhooks.pending().map(({ runId }) => runId)).toEqual(['run-1']);
    const named = await describePendingWebhooks(webhooks.pending(), async () => 'Staging');
    expect(named).toEqual({
      heading: '1 run will still report to the webhook listener.',
      runs: ['Run run-1 on Staging'],
    });
    const { signal } = new AbortController();
    await webhooks.calls['webhooks.setListener']({ enabled: false }, signal);
    expect(webhooks.pending()).toEqual([]);
    await webhooks.calls['webhooks.setListener']({ enabled: true }, signal);
    await report(url, { run_id: 'run-1', status: 'success' });
    expect(webhooks.pending()).toEqual([]);
  });

  it('names some of many, and servers that are gone not at all', async () => {
    const webhooks = await setUpWebhooks({ limits });
    for (let n = 0; n < 9; n += 1) (await webhooks.tokens.reserve('c', 't')).bind(`run-${n}`);
    const { heading, runs } = await describePendingWebhooks(webhooks.pending(), () =>
      Promise.reject(new Error('gone')),
    );
    expect(heading).toBe('9 runs will still report to the webhook listener.');
    expect([runs.length, runs[0], runs.at(-1)]).toEqual([7, 'Run run-8', 'and 3 more']);
  });

  it('is not expected if it reported before its run was known', async () => {
    const webhooks = await setUpWebhooks({ limits });
    const { url, bind } = await webhooks.tokens.reserve('c', 't');
    await report(url, { run_id: 'run-1', status: 'success' });
    bind('run-1');
    expect((await snapshotWhere(webhooks, settled)).expected).toEqual([]);
  });

  it('is unknown after a restart until the server was asked, and can be dismissed', async () => {
    const before = await setUpWebhooks({ limits });
    for (const runId of ['running', 'ended']) (await before.tokens.reserve('c', 't')).bind(runId);
    // The demo server's runs end with the studio.
    (await before.tokens.reserve('demo', 't')).bind('of the demo server');
    await snapshotWhere(before, ({ expected }) => expected.length === 3);
    await before.stop();
    const after = await setUpWebhooks({ limits }, (runId) => (runId === 'running' ? 'running' : 'success'));
    const { expected } = await snapshotWhere(after, () => true);
    expect(expected.map(({ runId, status }) => `${runId} ${status}`)).toEqual([
      'ended unknown',
      'running unknown',
    ]);
    const { signal } = new AbortController();
    for (const { id } of expected) await after.calls['webhooks.checkExpected']({ expectedId: id }, signal);
    const checked = await snapshotWhere(after, () => true);
    expect(statuses(checked)).toEqual(['ended missing', 'running running']);
    expect(checked.expected[0]?.runEndedAt).toBeNull();
    const expectedId = checked.expected[0]?.id ?? '';
    await after.calls['webhooks.dismissExpected']({ expectedId }, signal);
    expect(statuses(await snapshotWhere(after, () => true))).toEqual(['running running']);
    await after.forget('c');
    expect((await snapshotWhere(after, () => true)).expected).toEqual([]);
  });

  it('is one of a bounded number', async () => {
    const webhooks = await setUpWebhooks({ limits: { ...limits, expected: 3 } });
    for (let n = 0; n < 5; n += 1) (await webhooks.tokens.reserve('c', 't')).bind(`run-${n}`);
    const { expected } = await snapshotWhere(webhooks, () => true);
    expect(expected.map(({ runId }) => runId)).toEqual(['run-4', 'run-3', 'run-2']);
  });
});
