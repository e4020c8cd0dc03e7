import { expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { startFaultServer, type ScriptedResponse } from '../../../testing/fault-servers/fault-server.ts';
import { sharedServer } from '../../../testing/shared-server.ts';
import { maxDescriptionBytes, readServerFacts } from './read-facts.ts';

const signal = new AbortController().signal;

function read(url: string, client = new GraphClient({ url, apiKey: null, retries: 0, maxAnswerBytes })) {
  return readServerFacts(client, url, client.pageLimit, signal);
}
const maxAnswerBytes = maxDescriptionBytes;

it('the facts of the real server have its flags and custom routes', async () => {
  const { url } = await sharedServer('suite');
  const facts = await read(url);
  expect(facts.flags).toContainEqual({ name: 'crons', value: 'false' });
  expect(facts.routes).toEqual({
    areas: null,
    custom: [
      { method: 'GET', path: '/custom/webhook', summary: 'What was received' },
      { method: 'POST', path: '/custom/webhook', summary: 'Receives' },
    ],
    isCut: false,
    mcpUrl: null,
    a2aUrl: null,
    metricsUrl: null,
  });
  expect(facts).toMatchObject({ noRoutes: null, services: null, advisories: [], pageLimit: null });
});

it('the facts say why there are no routes: none described, something else there, too large', async () => {
  let openApi: ScriptedResponse = { status: 404, body: 'Not Found' };
  const server = await startFaultServer(({ path }) =>
    path === '/info' ? { json: { version: '1', flags: {} } } : openApi,
  );
  const reason = async (): Promise<unknown> => (await read(server.url)).noRoutes;
  expect(await reason()).toBe('This server does not describe its routes.');
  openApi = { body: '<!doctype html><p>Sign in' };
  expect(await reason()).toBe('There is no description of routes at /openapi.json.');
  openApi = { json: { paths: { '/x': { get: { summary: 'x'.repeat(maxDescriptionBytes) } } } } };
  expect(await reason()).toContain('larger than 4 MB');
  await server.stop();
});

it('the facts have the services of /ok, also when one is unhealthy, and the advisories of the version', async () => {
  let ok: ScriptedResponse = { json: { ok: true, services: { database: 'healthy', odd: 1 } } };
  const info = { version: '0.14.0', langgraph_py_version: '1.2.0', flags: { langsmith: true } };
  const server = await startFaultServer(({ path }) =>
    path === '/info' ? { json: info } : path.startsWith('/ok') ? ok : { status: 404, body: 'Not Found' },
  );
  expect(await read(server.url)).toMatchObject({
    services: [{ name: 'database', status: 'healthy' }],
    advisories: [{ id: 'GHSA-4hm6-w6qq-w73v', fixedIn: ['0.15.0'] }],
  });
  ok = { status: 500, json: { ok: false, services: { database: 'unhealthy' } } };
  expect((await read(server.url)).services).toEqual([{ name: 'database', status: 'unhealthy' }]);
  for (const unusable of [
    { status: 503, body: '<p>down' },
    { json: { ok: true } },
    { json: { ok: true, services: ['x'] } },
  ]) {
    ok = unusable;
    expect((await read(server.url)).services).toBeNull();
  }
  await server.stop();
});
