import { afterAll, beforeAll, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { WebhookContent, WebhookDelivery } from '../../shared/model/webhook.ts';
import { differing } from '../../testing/real-server/server-differences.ts';
import { createLocalPlatform } from '../../testing/services/local-platform.ts';
import { openTunnel } from '../../testing/services/tunnel.ts';
import { webhooksWhere } from '../../testing/services/watch-webhooks.ts';
import { createDocumentStore } from '../storage/document-store.ts';
import { createTestDemoServer } from '../../testing/services/demo-server.ts';
import { createWebhooks, type Webhooks } from './create-webhooks.ts';

const cleanups: (() => Promise<void>)[] = [];
let client: GraphClient;
let webhooks: Webhooks;

beforeAll(async () => {
  const platform = await createLocalPlatform();
  const server = createTestDemoServer(platform);
  server.start();
  const { url, token } = await server.access();
  client = new GraphClient({ url, apiKey: null, headers: { authorization: `Bearer ${token}` } });
  webhooks = createWebhooks({
    platform,
    clients: { get: () => Promise.resolve(client) },
    documents: createDocumentStore({ folder: platform.dataFolder }),
  });
  await webhooks.start();
  cleanups.push(
    () => webhooks.stop(),
    () => server.stop(),
    () => platform.dispose(),
  );
});
afterAll(async () => {
  for (const step of cleanups) await step();
});

async function reported(graph: string, input: object): Promise<WebhookDelivery & WebhookContent> {
  const { thread_id: threadId } = await client.threads.create({});
  const { url, bind } = await webhooks.tokens.reserve('demo', threadId);
  const { run_id: runId } = await client.runs.create(threadId, graph, { input, webhook: url });
  bind(runId);
  const isIt = (one: WebhookDelivery): boolean => one.runId === runId && one.confirmedStatus !== null;
  const { deliveries } = await webhooksWhere(webhooks.streams, (watched) => watched.deliveries.some(isIt));
  const delivery = deliveries.find(isIt);
  if (!delivery) throw new Error('The delivery is gone.');
  const { signal } = new AbortController();
  const content = await webhooks.calls['webhooks.content']({ deliveryId: delivery.id }, signal);
  return { ...delivery, ...content };
}

it('the server reports a run that succeeded, as text/plain, and confirms it', async () => {
  const delivery = await reported('broken', { how: 'none', pace: 0 });
  expect(delivery).toMatchObject({
    claimedStatus: 'success',
    confirmedStatus: 'success',
    contentType: differing('webhookContentType'),
    bodyIsJson: true,
    count: 1,
  });
  expect(delivery.bodyText).toContain('"log":["prepare: 129.9"');
});

it('the server reports a run that failed', async () => {
  const delivery = await reported('broken', { pace: 0 });
  expect(delivery).toMatchObject({ claimedStatus: 'error', confirmedStatus: 'error' });
  expect(delivery.bodyText).toContain('The card was declined');
});

it('the server reports through a public address that changes the host', async () => {
  const { signal } = new AbortController();
  const setListener = webhooks.calls['webhooks.setListener'];
  const { port } = await setListener({ enabled: true }, signal);
  const tunnel = await openTunnel(() => port ?? 0, { host: 'listener.internal' });
  const endpoint = { address: '127.0.0.1', port: null, publicUrl: null, tokenIn: 'path' } as const;
  try {
    const { outcome } = await webhooks.calls['webhooks.selfTest']({ publicUrl: tunnel.url }, signal);
    expect(outcome).toBe('host-changed');
    await webhooks.calls['webhooks.configure']({ ...endpoint, publicUrl: tunnel.url }, signal);
    const delivery = await reported('broken', { how: 'none', pace: 0 });
    expect(delivery).toMatchObject({ claimedStatus: 'success', confirmedStatus: 'success' });
    expect(tunnel.passed.at(-1)).toMatch(/^127\.0\.0\.1:\d+ \/hook\/[\w-]{43}$/);
    expect(delivery.bodyText).toContain(`${tunnel.url}/hook/…`);
  } finally {
    await webhooks.calls['webhooks.configure'](endpoint, signal);
    await tunnel.close();
  }
});

it('a report of two million characters is accepted, and its start is stored', async () => {
  const delivery = await reported('ledger', { big: true, pace: 0 });
  expect(delivery).toMatchObject({ claimedStatus: 'success', confirmedStatus: 'success', bodyIsJson: false });
  expect(delivery.size).toBeGreaterThan(2_000_000);
  expect(delivery.bodyText.length).toBeLessThan(300_000);
});
