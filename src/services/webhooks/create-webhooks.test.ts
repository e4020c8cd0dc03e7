import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import {
  listening,
  report,
  setUpWebhooks,
  settled,
  snapshotWhere,
  registerWebhookFixture,
  webhookFolder,
} from '../../testing/services/webhook-fixture.ts';
import { webhookLimits } from './webhook-settings.ts';

registerWebhookFixture();

describe('addresses', () => {
  it('are absolute, local, with an own token that no view or file contains', async () => {
    const webhooks = await setUpWebhooks();
    const { listener } = await snapshotWhere(webhooks, () => true);
    const first = await webhooks.tokens.reserve('c', 't');
    const second = await webhooks.tokens.reserve('c', 't');
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/hook\/[\w-]{43}$/);
    expect(first.url.startsWith(`${listener.address}/hook/`)).toBe(true);
    expect(second.url).not.toBe(first.url);

    first.bind('run-1');
    expect((await report(first.url, { run_id: 'run-1', status: 'success', webhook: first.url })).status).toBe(
      202,
    );
    const snapshot = await snapshotWhere(webhooks, settled);
    await webhooks.stop();
    const token = first.url.slice(-43);
    const [delivery] = snapshot.deliveries;
    const content = await webhooks.calls['webhooks.content'](
      { deliveryId: delivery?.id ?? '' },
      new AbortController().signal,
    );
    expect(content.bodyText).toContain(`…${token.slice(-4)}`);
    expect(JSON.stringify([snapshot, content])).not.toContain(token);
    expect(snapshot.deliveries[0]).toMatchObject({ tokenLast4: token.slice(-4), runId: 'run-1' });
    expect(await readFile(join(webhookFolder(), 'webhooks.json'), 'utf8')).not.toContain(token);
  });

  it('are rejected with a released token, and a day after the end of the run', async () => {
    const clock = { now: Date.now() };
    const webhooks = await setUpWebhooks({ now: () => clock.now });
    const released = await webhooks.tokens.reserve('c', 't');
    released.release();
    expect((await report(released.url, {})).status).toBe(404);
    const used = await webhooks.tokens.reserve('c', 't');
    used.bind('run');
    expect((await report(used.url, { status: 'success' })).status).toBe(202);
    clock.now += webhookLimits.expiryMs + 1;
    expect((await report(used.url, { status: 'success' })).status).toBe(404);
    const { refusals, refusedTotal } = await snapshotWhere(webhooks, () => true);
    expect(refusals.map(({ reason }) => reason)).toEqual(['expired-token', 'wrong-token']);
    expect(refusedTotal).toBe(2);
  });
});

describe('a report is a hint', () => {
  it('the status in its body is only a claim; the server is asked', async () => {
    const webhooks = await setUpWebhooks({}, () => 'error');
    const { url, bind } = await webhooks.tokens.reserve('c', 't');
    bind('run-1');
    await report(url, { run_id: 'run-1', status: 'success' });
    const { deliveries } = await snapshotWhere(webhooks, settled);
    expect(deliveries).toMatchObject([
      { claimedStatus: 'success', confirmedStatus: 'error', confirmProblem: null, threadId: 't' },
    ]);
  });

  it('a report about another run than that of the token is not confirmed, also if it is checked again', async () => {
    const webhooks = await setUpWebhooks();
    const { url, bind } = await webhooks.tokens.reserve('c', 't');
    bind('run-1');
    await report(url, { run_id: 'run-2', status: 'success' });
    const { deliveries } = await snapshotWhere(webhooks, settled);
    expect(deliveries).toMatchObject([
      { confirmedStatus: null, confirmProblem: expect.stringContaining('names a different run') },
    ]);
    const deliveryId = deliveries[0]?.id ?? '';
    await expect(
      webhooks.calls['webhooks.recheck']({ deliveryId }, new AbortController().signal),
    ).rejects.toThrow('names a different run');
    expect((await snapshotWhere(webhooks, settled)).deliveries).toEqual(deliveries);
  });

  it('a run that the server still reports as active is checked again', async () => {
    const limits = { ...webhookLimits, confirmDelaysMs: [1, 1, 1] };
    const webhooks = await setUpWebhooks({ limits }, (_, check) => (check < 2 ? 'running' : 'success'));
    const { url, bind } = await webhooks.tokens.reserve('c', 't');
    bind('run-1');
    await report(url, { run_id: 'run-1', status: 'success' });
    expect((await snapshotWhere(webhooks, settled)).deliveries[0]?.confirmedStatus).toBe('success');
  });

  it('reports why the server can not be asked', async () => {
    const gone = new AppError('unreachable', 'The server is not there.');
    const webhooks = await setUpWebhooks({ clients: { get: () => Promise.reject(gone) } });
    const { url, bind } = await webhooks.tokens.reserve('c', 't');
    bind('run-1');
    await report(url, { run_id: 'run-1', status: 'success' });
    expect((await snapshotWhere(webhooks, settled)).deliveries[0]?.confirmProblem).toBe(
      'The server is not there.',
    );
  });
});

describe('order does not matter', () => {
  const steps = ['bind', 'success', 'again', 'error'] as const;
  const orders = permutations(steps);

  it(`matches reports and counts repeated ones in each of ${orders.length} orders`, async () => {
    const webhooks = await setUpWebhooks();
    for (const [index, order] of orders.entries()) {
      const { url, bind } = await webhooks.tokens.reserve('c', `thread-${index}`);
      for (const step of order) {
        if (step === 'bind') bind(`run-${index}`);
        else await report(url, { run_id: `run-${index}`, status: step === 'again' ? 'success' : step });
      }
    }
    const { deliveries } = await snapshotWhere(
      webhooks,
      (snapshot) => snapshot.deliveries.length === orders.length * 2 && settled(snapshot),
    );
    for (const index of orders.keys()) {
      const threadDeliveries = deliveries.filter(({ threadId }) => threadId === `thread-${index}`);
      expect(threadDeliveries.map(({ runId, confirmedStatus }) => [runId, confirmedStatus])).toEqual([
        [`run-${index}`, 'success'],
        [`run-${index}`, 'success'],
      ]);
      expect(
        threadDeliveries.map(({ claimedStatus, count }) => `${claimedStatus} ${count}`).toSorted(),
      ).toEqual(['error 1', 'success 2']);
    }
  });

  it('an early report is shown at once, and marked if its run never becomes known', async () => {
    const webhooks = await setUpWebhooks({ limits: { ...webhookLimits, earlyMs: 200 } });
    const { url } = await webhooks.tokens.reserve('c', 't');
    await report(url, { run_id: 'run-1', status: 'success' });
    const first = await snapshotWhere(webhooks, ({ deliveries }) => deliveries.length > 0);
    expect(first.deliveries).toMatchObject([{ runId: null, confirmedStatus: null, confirmProblem: null }]);
    const last = await snapshotWhere(webhooks, settled);
    expect(last.deliveries[0]?.confirmProblem).toContain('never reported which run');
  });

  it('after a restart the address still works and the run is still known', async () => {
    const before = await setUpWebhooks();
    const { url, bind } = await before.tokens.reserve('c', 't');
    bind('run-1');
    await before.stop();
    const after = await setUpWebhooks();
    expect((await report(url, { run_id: 'run-1', status: 'success' })).status).toBe(202);
    expect((await snapshotWhere(after, settled)).deliveries).toMatchObject([
      { connectionId: 'c', threadId: 't', runId: 'run-1', confirmedStatus: 'success' },
    ]);
  });
});

it('deliveries are there after a restart, and say what the studio did not see confirmed', async () => {
  const before = await setUpWebhooks({ clients: { get: () => new Promise(() => undefined) } });
  const { url, bind } = await before.tokens.reserve('c', 't');
  bind('run-1');
  await report(url, { run_id: 'run-1', status: 'success', webhook: url });
  const [delivery] = (await snapshotWhere(before, ({ deliveries }) => deliveries.length > 0)).deliveries;
  await before.stop();
  const after = await setUpWebhooks({ clients: { get: () => Promise.reject(new Error('not asked')) } });
  const { deliveries } = await snapshotWhere(after, () => true);
  const confirmProblem = 'The studio was closed before the server confirmed it.';
  expect(deliveries).toEqual([{ ...delivery, confirmProblem }]);
  const { signal } = new AbortController();
  const { bodyText } = await after.calls['webhooks.content']({ deliveryId: delivery?.id ?? '' }, signal);
  expect(bodyText).toContain('/hook/…');
  expect(await readFile(join(webhookFolder(), 'webhook-deliveries.jsonl'), 'utf8')).not.toContain(
    url.slice(-43),
  );
  await after.calls['webhooks.clear']({}, signal);
  expect((await snapshotWhere(after, () => true)).deliveries).toEqual([]);
  expect(await readFile(join(webhookFolder(), 'webhook-deliveries.jsonl'), 'utf8')).not.toContain('run-1');
});

it('a delivery is checked again, and forwarded with its result, also after a restart', async () => {
  const gone = new AppError('unreachable', 'The server is not there.');
  const before = await setUpWebhooks({ clients: { get: () => Promise.reject(gone) } });
  const { url, bind } = await before.tokens.reserve('c', 't');
  bind('run-1');
  await report(url, { run_id: 'run-1', status: 'success', webhook: url });
  await snapshotWhere(before, settled);
  await before.stop();

  const after = await setUpWebhooks();
  const [{ id: deliveryId } = { id: '' }] = (await snapshotWhere(after, settled)).deliveries;
  const { signal } = new AbortController();
  await after.calls['webhooks.recheck']({ deliveryId }, signal);
  const bodies: string[] = [];
  const receiver = createServer((request, response) => {
    request.on('data', (part: Buffer) => bodies.push(part.toString()));
    request.on('end', () => response.writeHead(200).end('thanks'));
  });
  await listening(receiver, 0);
  const address = receiver.address();
  const target = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`;
  const result = await after.calls['webhooks.forward']({ deliveryId, url: target }, signal);
  expect(result).toMatchObject({ url: target, status: 200, text: 'thanks' });
  expect(bodies.join()).toContain('"run_id":"run-1"');
  expect(bodies.join()).not.toContain(url.slice(-43));
  const { deliveries } = await snapshotWhere(after, () => true);
  expect(deliveries).toMatchObject([
    { confirmedStatus: 'success', confirmProblem: null, forwards: [result], count: 1 },
  ]);
  await expect(
    after.calls['webhooks.forward']({ deliveryId: 'none', url: target }, signal),
  ).rejects.toMatchObject({ code: 'not-found' });
});

describe('the listener', () => {
  it('is on initially, can be turned off and on, and remembers that', async () => {
    const webhooks = await setUpWebhooks();
    const setListener = webhooks.calls['webhooks.setListener'];
    const { signal } = new AbortController();
    const { listener } = await snapshotWhere(webhooks, () => true);
    expect(listener.state).toBe('listening');

    expect(await setListener({ enabled: false }, signal)).toEqual({
      state: 'off',
      address: null,
      port: null,
      problem: null,
    });
    await expect(fetch(`${listener.address}/`)).rejects.toThrow('fetch failed');
    await expect(webhooks.tokens.reserve('c', 't')).rejects.toMatchObject({
      code: 'unsupported',
      message: 'The webhook listener is off.',
    });
    await webhooks.stop();

    const next = await setUpWebhooks();
    expect((await snapshotWhere(next, () => true)).listener.state).toBe('off');
    const on = await next.calls['webhooks.setListener']({ enabled: true }, signal);
    expect(on).toEqual(listener);
  });

  it('uses another port if another program has its last one', async () => {
    const before = await setUpWebhooks();
    const { listener } = await snapshotWhere(before, () => true);
    await before.stop();
    await listening(createServer(), listener.port ?? 0);
    const after = await setUpWebhooks();
    const { listener: moved } = await snapshotWhere(after, () => true);
    expect(moved.state).toBe('listening');
    expect(moved.port).not.toBe(listener.port);
  });
});

function permutations<T>(items: readonly T[]): T[][] {
  if (items.length === 0) return [[]];
  return items.flatMap((item, index) =>
    permutations(items.filter((_, other) => other !== index)).map((rest) => [item, ...rest]),
  );
}

it('removing a server deletes its deliveries and rejects its tokens, also after a restart', async () => {
  const webhooks = await setUpWebhooks();
  const gone = await webhooks.tokens.reserve('gone', 't');
  const other = await webhooks.tokens.reserve('other', 't');
  gone.bind('run-1');
  other.bind('run-2');
  await report(gone.url, { run_id: 'run-1', status: 'success' });
  await report(other.url, { run_id: 'run-2', status: 'success' });
  const { deliveries } = await snapshotWhere(webhooks, settled);
  expect(deliveries).toHaveLength(2);
  await webhooks.forget('gone');
  const after = await snapshotWhere(webhooks, (snapshot) => snapshot.deliveries.length < 2);
  expect(after.deliveries.map(({ connectionId }) => connectionId)).toEqual(['other']);
  expect(after.droppedTotal).toBe(0);
  expect((await report(gone.url, { run_id: 'run-1', status: 'success' })).status).toBe(404);
  expect((await report(other.url, { run_id: 'run-2', status: 'success' })).status).toBe(202);
  const stored = await readFile(join(webhookFolder(), 'webhooks.json'), 'utf8');
  expect(stored).toContain('"other"');
  expect(stored).not.toContain('"gone"');
});
