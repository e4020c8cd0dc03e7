import { expect, it, onTestFinished } from 'vitest';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { checkServer, type ServerCheckReport } from './check-server.ts';
import { markerKey } from './cleanup.ts';
import { slowness } from '../../../../src/testing/slowness.ts';

type Route = (request: IncomingMessage, response: ServerResponse, body: string) => void;

/** A server that knows only what a test gives it, and lists no assistants and threads. */
async function serve(routes: Readonly<Record<string, Route>>): Promise<{ url: string; requests: string[] }> {
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const name = `${request.method} ${(request.url ?? '').split('?')[0]}`;
    requests.push(name);
    let body = '';
    request.on('data', (chunk) => (body += String(chunk)));
    request.on('end', () => {
      const route = Object.entries(routes).find(([pattern]) => new RegExp(`^${pattern}$`).test(name))?.[1];
      if (route !== undefined) return route(request, response, body);
      if (name.endsWith('/search')) return sendJson(response, 200, []);
      return sendJson(response, 404, { detail: 'Not Found' });
    });
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

function sendJson(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

const thread = { thread_id: '01a209ec-f440-7145-99df-43758da001b1', status: 'idle', metadata: {} };

function resultOf({ profile }: ServerCheckReport, id: string): unknown {
  return profile.cases[id];
}

it('distinguishes missing from broken, and both from what a case only needs', async () => {
  const { url } = await serve({
    'POST /threads/count': (_request, response) => sendJson(response, 501, {}),
    'GET /ok': (_request, response) => sendJson(response, 500, { detail: 'oh no at 2026-11-23T19:00:00Z' }),
  });
  const report = await checkServer({
    url,
    only: ['threads.create', 'threads.count', 'server.ok', 'server.info'],
  });
  expect(resultOf(report, 'threads.create')).toEqual({
    outcome: 'missing',
    detail: 'POST /threads answered 404: {"detail":"Not Found"}',
  });
  expect(resultOf(report, 'threads.count')).toEqual({
    outcome: 'untested',
    detail: 'needs a thread: POST /threads answered 404: {"detail":"Not Found"}',
  });
  expect(resultOf(report, 'server.ok')).toEqual({
    outcome: 'broken',
    detail: 'GET /ok answered 500: {"detail":"oh no at {time}"}',
  });
});

it('calls a server broken that does not answer, and goes on', async () => {
  const { url } = await serve({ 'GET /ok': () => undefined });
  const limits = { requestMs: 2_000 };
  const report = await checkServer({ url, limits, only: ['server.ok', 'errors.unknown-route'] });
  expect(resultOf(report, 'server.ok')).toEqual({
    outcome: 'broken',
    detail: 'GET /ok was not answered within 2 s',
  });
  expect(resultOf(report, 'errors.unknown-route')).toEqual({ outcome: 'yes' });
});

it('ends a case at its limit, and the whole check at its own', async () => {
  const { url } = await serve({ 'GET /ok': () => undefined });
  const one = await checkServer({ url, limits: { caseMs: 200 }, only: ['server.ok'] });
  expect(resultOf(one, 'server.ok')).toEqual({ outcome: 'broken', detail: 'no end within 0.2 s' });
  // Time to look at the server.
  const seconds = slowness();
  const all = await checkServer({ url, limits: { totalMs: seconds * 1_000 }, only: ['server.ok'] });
  expect(all.stopped).toBe(`The check took longer than ${seconds} s.`);
  expect(resultOf(all, 'server.ok')).toMatchObject({ outcome: 'untested' });
});

it('ends in time where it can not even look at the server', async () => {
  const { url } = await serve({ 'GET /info': () => undefined });
  const check = checkServer({ url, limits: { totalMs: 300 }, only: ['server.ok'] });
  await expect(check).rejects.toThrow('The server could not be looked at within 0.3 s.');
});

it('says what it could not remove', async () => {
  const { url, requests } = await serve({
    'POST /threads': (_request, response) => sendJson(response, 200, thread),
    'GET /threads/[^/]+/runs': (_request, response) => sendJson(response, 200, []),
    'DELETE /threads/.*': (_request, response) => sendJson(response, 403, {}),
  });
  const { leftovers } = await checkServer({ url, only: ['threads.update'] });
  expect(leftovers).toEqual([`thread /threads/${thread.thread_id}: the server answered 403 to DELETE`]);
  expect(requests.filter((name) => name.startsWith('DELETE'))).toHaveLength(2);
});

it('never deletes what others made, whatever a server lists', async () => {
  const foreign = { ...thread, metadata: { [markerKey]: 'another check', name: 'important' } };
  const { url, requests } = await serve({
    'POST /threads/search': (_request, response) => sendJson(response, 200, [foreign, thread]),
    'POST /assistants/search': (_request, response) =>
      sendJson(response, 200, [{ assistant_id: 'theirs', graph_id: 'x', metadata: {} }]),
  });
  await checkServer({ url, only: ['server'] });
  expect(requests.filter((name) => name.startsWith('DELETE'))).toEqual([]);
});

it('keeps keys, ids and addresses out of the profile, and text of servers short', async () => {
  const { url } = await serve({
    'GET /ok': (request, response) =>
      sendJson(response, 400, {
        key: request.headers['x-api-key'],
        id: thread.thread_id,
        at: 'http://10.0.0.1:8123/x',
        long: 'x'.repeat(5_000),
      }),
  });
  const report = await checkServer({ url, apiKey: 'very-secret-key', only: ['server.ok'] });
  const detail = String(report.profile.cases['server.ok']?.detail);
  expect(detail).toContain('{secret}');
  expect(detail).toContain('{id}');
  expect(detail).not.toMatch(/very-secret|10\.0\.0\.1|01a209ec/);
  expect(detail.length).toBeLessThanOrEqual(300);
});

it('does not send the key to where a server redirects', async () => {
  const other = await serve({});
  const { url } = await serve({
    'GET /ok': (_request, response) => response.writeHead(307, { location: `${other.url}/ok` }).end(),
  });
  const report = await checkServer({ url, apiKey: 'very-secret-key', only: ['server.ok'] });
  expect(resultOf(report, 'server.ok')).toMatchObject({ outcome: 'different' });
  expect(other.requests).toEqual([]);
});

it('checks that a key is needed where it was given one', async () => {
  const { url } = await serve({
    'POST /.*': (request, response) =>
      request.headers['x-api-key'] === 'very-secret-key'
        ? sendJson(response, 200, [])
        : sendJson(response, 401, { detail: 'no key' }),
  });
  const report = await checkServer({ url, apiKey: 'very-secret-key', only: ['auth.without-key'] });
  expect(resultOf(report, 'auth.without-key')).toEqual({ outcome: 'yes' });
});
