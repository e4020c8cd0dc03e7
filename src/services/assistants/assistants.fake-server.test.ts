import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberText } from 'exact-json';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { startFakeServer, type FakeServer } from '../../testing/fake-server/fake-server.ts';
import { createAssistants } from './create-assistants.ts';

const { signal } = new AbortController();
const connectionId = 'c';
const exact = { connectionId, assistantId: 'exact' };

let server: FakeServer;
let calls: ReturnType<typeof createAssistants>['calls'];
beforeEach(async () => {
  server = await startFakeServer({ apiKey: 'right' });
  calls = createAssistants({ clients: clientsFor(server.url, { apiKey: 'right' }) }).calls;
});
afterEach(() => server.close());

describe('assistants', () => {
  it('keeps the configuration as the text that the server sent', async () => {
    const [only, ...rest] = await calls['assistants.list']({ connectionId }, signal);
    expect(rest).toEqual([]);
    expect(only).toMatchObject({
      graphId: 'exact',
      bySystem: true,
      version: 1,
      configText: '{"configurable":{"limit":12345678901234567890}}',
      contextText: '{}',
    });
  });

  it('reads pages until one is not full', async () => {
    server.faults.assistants = 207;
    const list = await calls['assistants.list']({ connectionId }, signal);
    expect(new Set(list.map(({ assistantId }) => assistantId)).size).toBe(207);
    const offsets = server.requests.map(({ bodyText }) => memberText(bodyText, 'offset'));
    expect(offsets).toEqual(['0', '100', '200']);
  });

  it('returns null for schemas that the server omits', async () => {
    const schemas = await calls['assistants.schemas'](exact, signal);
    expect(schemas).toMatchObject({ outputText: '{"title":"Output","type":"object"}', contextText: null });
  });

  it("a failed request for schemas reports the server's error, not missing schemas", async () => {
    server.faults.failing = /\/schemas$/;
    await expect(calls['assistants.schemas'](exact, signal)).rejects.toMatchObject({
      code: 'server-failed',
      details: { server: 'Something broke inside' },
    });
  });

  it('returns the collapsed graph if the server fails to expand it', async () => {
    server.faults.failing = /xray=true/;
    const { nodes } = await calls['assistants.graph'](exact, signal);
    expect(nodes.map(({ id }) => id)).toEqual(['__start__', 'receive', 'confirm', '__end__']);
  });

  it("reports the server's error if it returns neither graph", async () => {
    server.faults.failing = /\/graph/;
    await expect(calls['assistants.graph'](exact, signal)).rejects.toMatchObject({
      code: 'server-failed',
      details: { server: 'Something broke inside' },
    });
  });

  it('distinguishes a wrong key from a failure', async () => {
    const wrong = createAssistants({ clients: clientsFor(server.url, { apiKey: 'wrong' }) }).calls;
    await expect(wrong['assistants.list']({ connectionId }, signal)).rejects.toMatchObject({
      code: 'unauthorized',
    });
  });

  it('distinguishes a web page from a graph server', async () => {
    server.faults.webPage = true;
    await expect(calls['assistants.graph'](exact, signal)).rejects.toMatchObject({
      code: 'not-a-graph-server',
    });
  });
});
