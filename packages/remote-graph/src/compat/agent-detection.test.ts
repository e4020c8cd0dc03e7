import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { startFakeServer, type FakeServer } from '../../../../src/testing/fake-server/fake-server.ts';
import { serverProfiles, type ServerProfile } from '../../../../src/testing/fake-server/server-profiles.ts';
import { GraphClient, type GraphServerError } from '../client.ts';

let server: FakeServer;
const silence = new AbortController();
afterEach(async () => {
  silence.abort();
  await server.close();
});

const profileOf = (name: string): ServerProfile => {
  const serverProfile = serverProfiles.find((profile) => profile.name === name);
  if (!serverProfile) throw new Error(`There is no profile ${name}.`);
  return serverProfile;
};

/** A client that starts runs before the server kind is known. */
const impatient = (url: string, send: typeof fetch = fetch) =>
  new GraphClient({ url, apiKey: null, fetch: send, retries: 0, timeouts: { serverKindMs: 0 } });

describe('a run that starts before the server kind is known', () => {
  it('names the agent, so that the default agent never runs in its place', async () => {
    server = await startFakeServer({ profile: profileOf('agent-protocol') });
    server.faults.before = async ({ path }) => {
      if (path === '/info') await once(silence.signal, 'abort');
    };
    const { runs } = impatient(server.url);
    expect(await runs.create(null, 'exact', { input: { id: 1 } })).toMatchObject({ agent_id: 'exact' });
    expect(JSON.parse(server.requests.at(-1)?.bodyText ?? '')).toMatchObject({
      agent_id: 'exact',
      assistant_id: 'exact',
    });
  });

  /** Rejects runs that name an agent, and responds to `/info` once it has rejected one. */
  const strict = (sent: unknown[], isInfoThere: boolean): typeof fetch => {
    const refused = new AbortController();
    return async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : input);
      if (pathname === '/info' && !refused.signal.aborted) await once(refused.signal, 'abort');
      if (pathname === '/info' && !isInfoThere) return new Response('{}', { status: 503 });
      if (pathname !== '/runs') return fetch(input, init);
      const body = JSON.parse(String(init?.body)) as object;
      sent.push(body);
      if (!('agent_id' in body)) return fetch(input, init);
      refused.abort();
      return Response.json({ detail: 'agent_id: Extra inputs are not permitted' }, { status: 422 });
    };
  };

  it('is sent again with the assistant only, once a server has rejected it and reported its kind', async () => {
    server = await startFakeServer();
    const sent: unknown[] = [];
    const { runs } = impatient(server.url, strict(sent, true));
    await runs.create(null, 'exact', { input: { id: 1 } });
    expect(sent).toHaveLength(2);
    expect(sent[1]).toMatchObject({ assistant_id: 'exact' });
    expect(sent[1]).not.toHaveProperty('agent_id');
  });

  it('is not sent again with the assistant only while the server may have agents', async () => {
    server = await startFakeServer();
    const sent: unknown[] = [];
    const { runs } = impatient(server.url, strict(sent, false));
    await expect(runs.create(null, 'exact', { input: { id: 1 } })).rejects.toMatchObject({
      status: 422,
    } satisfies Partial<GraphServerError>);
    expect(sent).toHaveLength(1);
  });
});
