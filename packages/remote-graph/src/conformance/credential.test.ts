import { afterAll, beforeAll, expect, it } from 'vitest';
import { startRealServer, type RealServer } from '../../../../src/testing/real-server/real-server.ts';
import { collectFrames } from '../../../../src/testing/remote-graph/collect-frames.ts';
import { CredentialError, fetchWithCredential, GraphClient, type RequestCredential } from '../index.ts';

let server: RealServer;
beforeAll(async () => {
  server = await startRealServer({ suite: true, auth: true });
});
afterAll(() => server.stop());

/** A client whose key is `nobody`, which the server does not know, until it is renewed. */
function createClient() {
  let key = 'nobody';
  const counts = { renewals: 0, requests: 0 };
  const credential: RequestCredential = {
    headers: async () => ({ 'x-api-key': key }),
    async renew() {
      counts.renewals += 1;
      key = 'johndoe';
      return { 'x-api-key': key };
    },
  };
  const send: typeof fetch = (input, init) => {
    counts.requests += 1;
    return fetch(input, init);
  };
  const client = new GraphClient({
    url: server.url,
    apiKey: null,
    fetch: fetchWithCredential(send, credential),
  });
  const expire = (): void => void (key = 'nobody');
  return { client, counts, expire };
}

it('a stream whose key has expired starts its run once, with the renewed key', async () => {
  const { client, counts, expire } = createClient();
  const { thread_id: threadId } = await client.threads.create();
  expect(counts).toEqual({ renewals: 1, requests: 2 });
  expire();
  const frames = await collectFrames(client.runs.stream(threadId, 'agent', { input: { messages: [] } }));
  expect(frames.length).toBeGreaterThan(0);
  expect(counts.renewals).toBe(2);
  expect(await client.runs.list(threadId)).toHaveLength(1);
});

it('a request without a credential is not sent, and no read is tried again', async () => {
  let asked = 0;
  const credential: RequestCredential = {
    async headers() {
      asked += 1;
      throw new Error('Signed out.');
    },
    renew: async () => null,
  };
  const client = new GraphClient({
    url: server.url,
    apiKey: null,
    fetch: fetchWithCredential(() => Promise.reject(new Error('It was sent.')), credential),
  });
  const error: unknown = await client.threads
    .get('0b1f7f0e-6a55-4d0e-9a44-5d1f4a1b2c3d')
    .catch((cause: unknown) => cause);
  expect(error).toBeInstanceOf(CredentialError);
  expect(error).toMatchObject({ message: 'Signed out.', hint: expect.any(String) });
  expect(asked).toBe(1);
});
