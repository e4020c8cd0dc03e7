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
  });
  expect(facts).toMatchObject({ noRoutes: null, pageLimit: null });
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
