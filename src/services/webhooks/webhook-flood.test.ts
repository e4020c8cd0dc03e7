import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { scaled } from '../../testing/test-scale.ts';
import { webhooksWhere } from '../../testing/services/watch-webhooks.ts';
import { createDocumentStore } from '../storage/document-store.ts';
import { createWebhooks, type Webhooks } from './create-webhooks.ts';
import { webhookLimits } from './webhook-settings.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0).toReversed()) await step();
});

interface GraphServer {
  readonly client: GraphClient;
  /** How often each run was read. */
  readonly gets: Map<string, number>;
}

/** A graph server that reports runs whose id begins with `active` as running, and all others as ended. */
async function graphServer(): Promise<GraphServer> {
  const gets = new Map<string, number>();
  const server = createServer((request, response) => {
    const runId = request.url?.split('/').at(-1) ?? '';
    gets.set(runId, (gets.get(runId) ?? 0) + 1);
    const status = runId.startsWith('active') ? 'running' : 'success';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ run_id: runId, thread_id: 't', status }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanups.push(() => {
    server.closeAllConnections();
    return new Promise((resolve) => void server.close(resolve));
  });
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { client: new GraphClient({ url: `http://127.0.0.1:${port}`, apiKey: null }), gets };
}

async function listen(servers: Readonly<Record<string, GraphServer>>, perSecond: number): Promise<Webhooks> {
  const folder = await mkdtemp(join(tmpdir(), 'studio-flood-'));
  cleanups.push(() => rm(folder, { recursive: true, force: true }));
  const webhooks = createWebhooks({
    platform: { dataFolder: folder, log: () => undefined, proxyFor: async () => null },
    clients: {
      get: async (id) => {
        const server = servers[id];
        if (!server) throw new Error(`There is no server ${id}.`);
        return server.client;
      },
    },
    documents: createDocumentStore({ folder }),
    limits: { ...webhookLimits, perSecond, confirmDelaysMs: [50] },
  });
  cleanups.push(() => webhooks.stop());
  await webhooks.start();
  return webhooks;
}

/** Posts `count` different reports from another process. Resolves with the number of responses by status. */
async function flood(urls: readonly string[], count: number): Promise<Record<string, number>> {
  const script = `
    const { Agent, request } = require('node:http');
    const [urls, count] = JSON.parse(process.argv[1]);
    const agent = new Agent({ keepAlive: true, maxSockets: 20 });
    const answers = {};
    let left = count;
    const post = () => new Promise((resolve, reject) => {
      const n = left;
      const posted = request(urls[n % urls.length], { method: 'POST', agent }, (answer) => {
        answers[answer.statusCode] = (answers[answer.statusCode] ?? 0) + 1;
        answer.resume().on('end', resolve);
      });
      posted.on('error', reject);
      const status = n % 3 === 0 ? undefined : n % 3 === 1 ? 'status ' + n : 'success';
      posted.end(JSON.stringify({ n, status, values: 'x'.repeat(2_000) }));
    });
    const work = async () => { for (; left > 0;) { left -= 1; await post(); } };
    Promise.all(Array.from({ length: 20 }, work)).then(() => {
      process.stdout.write(JSON.stringify(answers), () => process.exit(0));
    });`;
  const child = spawn(process.execPath, ['-e', script, JSON.stringify([urls, count])], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (bytes: Buffer) => (out += bytes.toString()));
  await once(child, 'close');
  return JSON.parse(out) as Record<string, number>;
}

const posts = scaled(10_000);

it('a flood of posts reads each run at most twice, costs little memory, and leaves the deliveries of others', async () => {
  const servers = { loud: await graphServer(), other: await graphServer() };
  const webhooks = await listen(servers, 1_000_000);
  const bound = async (connectionId: string, runId: string): Promise<string> => {
    const { url, bind } = await webhooks.tokens.reserve(connectionId, 't');
    bind(runId);
    return url;
  };
  const others = [await bound('other', 'o-1'), await bound('other', 'o-2')];
  for (const url of others) await fetch(url, { method: 'POST', body: '{"status":"success"}' });

  const loud = await Promise.all(
    ['ended-1', 'ended-2', 'ended-3', 'active-1'].map((runId) => bound('loud', runId)),
  );
  const unbound = await webhooks.tokens.reserve('loud', 't');
  // So that the growth below is not that of the engine's start.
  await flood([...loud, unbound.url], scaled(3_000));
  const watching = new AbortController();
  const sizes: number[] = [];
  const watched = (async () => {
    for await (const changes of webhooks.streams['webhooks.deliveries']({}, watching.signal)) {
      sizes.push(JSON.stringify(changes).length);
    }
  })();
  const before = process.memoryUsage().rss;
  const answers = await flood([...loud, unbound.url], posts);
  const grown = process.memoryUsage().rss - before;
  watching.abort();
  await watched;
  expect(answers).toEqual({ 202: posts });

  const readRuns = () => Object.fromEntries([...servers.loud.gets, ...servers.other.gets]);
  await expect
    .poll(() => Object.keys(readRuns()).toSorted())
    .toEqual(['active-1', 'ended-1', 'ended-2', 'ended-3', 'o-1', 'o-2']);
  await new Promise((resolve) => setTimeout(resolve, 200));
  const gets = readRuns();
  expect(Math.max(...Object.values(gets))).toBeLessThanOrEqual(2);
  expect(grown).toBeLessThan(50 * 2 ** 20);
  // What a window is sent after each change.
  expect(Math.max(...sizes)).toBeLessThan(100_000);
  const { deliveries } = await webhooksWhere(webhooks.streams, () => true);
  const stored = deliveries.filter(({ connectionId }) => connectionId === 'other');
  expect(stored.map(({ runId, confirmedStatus }) => [runId, confirmedStatus])).toEqual([
    ['o-2', 'success'],
    ['o-1', 'success'],
  ]);
});

it('a flood that exceeds the rate limit does not block other servers', async () => {
  const servers = { loud: await graphServer(), other: await graphServer() };
  const webhooks = await listen(servers, 20);
  const loud = await webhooks.tokens.reserve('loud', 't');
  const other = await webhooks.tokens.reserve('other', 't');
  loud.bind('ended-1');
  other.bind('o-1');
  const answers = flood([loud.url], scaled(3_000));
  const met: number[] = [];
  for (let n = 0; n < 10; n += 1) {
    const answer = await fetch(other.url, { method: 'POST', body: JSON.stringify({ status: `s${n}` }) });
    met.push(answer.status);
  }
  expect(met).toEqual(Array.from({ length: 10 }, () => 202));
  expect((await answers)[429]).toBeGreaterThan(scaled(3_000) / 3);
});
