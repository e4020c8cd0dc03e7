import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import type { ServerClients } from '../../services/common/server-clients.ts';
import { createDocumentStore } from '../../services/storage/document-store.ts';
import {
  createWebhooks,
  type Webhooks,
  type WebhooksOptions,
} from '../../services/webhooks/create-webhooks.ts';
import { webhooksWhere, type WatchedWebhooks } from './watch-webhooks.ts';

const cleanups: (() => unknown)[] = [];
let folder = '';

/** The data folder of the test. */
export const webhookFolder = (): string => folder;

/** Gives each test a data folder, and ends what it started. To be called by the test file. */
export function registerWebhookFixture(): void {
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'studio-webhooks-'));
    cleanups.push(() => rm(folder, { recursive: true, force: true }));
  });
  afterEach(async () => {
    for (const step of cleanups.splice(0).toReversed()) await step();
  });
}

/** A graph server that knows one thing: the status of each run. */
export async function runsServer(statusOf: (runId: string, check: number) => string): Promise<ServerClients> {
  const checks = new Map<string, number>();
  const server = createServer((request, response) => {
    const [, threadId, runId = ''] = /^\/threads\/([^/]+)\/runs\/([^/]+)$/.exec(request.url ?? '') ?? [];
    const check = checks.get(runId) ?? 0;
    checks.set(runId, check + 1);
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ run_id: runId, thread_id: threadId, status: statusOf(runId, check) }));
  });
  await listening(server, 0);
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const client = new GraphClient({ url: `http://127.0.0.1:${port}`, apiKey: null });
  return { get: () => Promise.resolve(client) };
}

/** Opens a server until the test ends. */
export async function listening(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(resolve));
  });
}

/** The status of every run. */
export const success = (): string => 'success';

/** Webhooks that listen, with a graph server that has scripted answers. */
export async function setUpWebhooks(
  options: Partial<WebhooksOptions> = {},
  statusOf: (runId: string, check: number) => string = success,
): Promise<Webhooks> {
  const webhooks = createWebhooks({
    platform: { dataFolder: folder, log: () => undefined, proxyFor: async () => null },
    clients: options.clients ?? (await runsServer(statusOf)),
    documents: createDocumentStore({ folder }),
    ...options,
  });
  cleanups.push(() => webhooks.stop());
  await webhooks.start();
  return webhooks;
}

/** The first state of the webhooks that fits. */
export const snapshotWhere = (
  webhooks: Webhooks,
  fits: (snapshot: WatchedWebhooks) => boolean,
): Promise<WatchedWebhooks> => webhooksWhere(webhooks.streams, fits);

/** Reports to an address, as a server does. */
export const report = (url: string, body: object): Promise<Response> =>
  fetch(url, { method: 'POST', body: JSON.stringify(body) });

/** Whether each delivery was checked with its server. */
export const settled = ({ deliveries }: WatchedWebhooks): boolean =>
  deliveries.length > 0 && deliveries.every((d) => d.confirmedStatus !== null || d.confirmProblem !== null);
