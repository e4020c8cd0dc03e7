import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { isolateDataFolder } from '../../testing/isolate-data-folder.ts';
import { slowness } from '../../testing/slowness.ts';
import { runMain } from '../testing/run-main.ts';

isolateDataFolder();
const timeout = 30_000 * slowness();

let threadIds: string[] = [];
let ignoresOffset = false;
// Called after each page.
let afterPage = (): void => undefined;

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  response.setHeader('content-type', 'application/json');
  if (request.url !== '/threads/search') {
    response.writeHead(404).end('{}');
    return;
  }
  const { limit, offset } = JSON.parse(text) as { readonly limit: number; readonly offset?: number };
  const from = ignoresOffset ? 0 : (offset ?? 0);
  response.end(
    JSON.stringify(
      threadIds.slice(from, from + limit).map((id) => ({ thread_id: id, status: 'idle', metadata: {} })),
    ),
  );
  afterPage();
});

beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
afterEach(() => {
  ignoresOffset = false;
  afterPage = () => undefined;
});
afterAll(() => server.close());

async function listThreads(limit: number) {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { out } = await runMain(['threads', 'list', '--server', url, '--limit', String(limit), '--json']);
  return JSON.parse(out) as {
    readonly threads: readonly { readonly threadId: string }[];
    readonly hasMore: boolean;
  };
}

it('lists a thread once that moves to the next page while the pages are read', { timeout }, async () => {
  threadIds = Array.from({ length: 1500 }, (_, index) => `thread-${index}`);
  afterPage = () => {
    threadIds.unshift('thread-new');
    afterPage = () => undefined;
  };
  const { threads } = await listThreads(1200);
  const listed = threads.map(({ threadId }) => threadId);
  expect(listed).toHaveLength(1200);
  expect(new Set(listed).size).toBe(1200);
});

it('ends on a server that repeats its first page', { timeout }, async () => {
  threadIds = Array.from({ length: 1500 }, (_, index) => `thread-${index}`);
  ignoresOffset = true;
  const { threads } = await listThreads(1200);
  expect(new Set(threads.map(({ threadId }) => threadId)).size).toBe(threads.length);
});
