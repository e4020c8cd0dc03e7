import { beforeAll, describe, expect, it } from 'vitest';
import { GraphClient } from 'remote-graph-client/client';
import { sharedServer } from '../../../testing/shared-server.ts';
import { copyThread } from '../copy-thread.ts';

const { signal } = new AbortController();

let url: string;
beforeAll(async () => {
  ({ url } = await sharedServer('real'));
});

/** A client of the real server through a proxy that takes something away from it. */
function clientThrough({
  copies,
  supersteps,
  editStatus = 200,
}: {
  copies: boolean;
  supersteps: boolean;
  editStatus?: number;
}): GraphClient {
  return new GraphClient({
    url,
    apiKey: null,
    fetch: async (input, init) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      if (!copies && pathname.endsWith('/copy'))
        return Response.json({ detail: 'Not Found' }, { status: 404 });
      if (editStatus !== 200 && pathname.endsWith('/state') && init?.method === 'POST')
        return Response.json({ detail: 'No edit' }, { status: editStatus });
      if (supersteps || pathname !== '/threads' || typeof init?.body !== 'string') return fetch(input, init);
      const { supersteps: _, ...body } = JSON.parse(init.body) as Record<string, unknown>;
      return fetch(input, { ...init, body: JSON.stringify(body) });
    },
  });
}

/** A thread that ran to its end, and the values of its checkpoints, newest first. */
async function ranThread(client: GraphClient): Promise<string> {
  const { thread_id: threadId } = await client.threads.create({ graphId: 'talk' });
  await client.runs.wait(threadId, 'talk', {
    input: { conversation: [{ type: 'human', content: 'Hi', id: 'm1' }] },
  });
  return threadId;
}

async function valuesOf(client: GraphClient, threadId: string): Promise<unknown[]> {
  const history: unknown[] = [];
  for await (const { values } of client.threads.historyAll(threadId, { pageSize: 50 })) history.push(values);
  return history;
}

describe('a copy of a thread', () => {
  it.each([
    ['on a server that copies', { copies: true, supersteps: true }, true],
    ['on a server without copies', { copies: false, supersteps: true }, false],
    ['on a server without copies that ignores supersteps', { copies: false, supersteps: false }, false],
  ])('has the same states, %s', async (_, limits, byServer) => {
    const client = clientThrough(limits);
    const threadId = await ranThread(client);
    const { thread, clone } = await copyThread(client, threadId, signal);
    expect(thread.threadId).not.toBe(threadId);
    expect(clone === null).toBe(byServer);
    const [original, copied] = await Promise.all([
      valuesOf(client, threadId),
      valuesOf(client, thread.threadId),
    ]);
    expect(original.length).toBeGreaterThan(1);
    expect(copied).toEqual(original);
    expect(clone?.same).toBe(clone?.checkpoints);
  });

  it.each([
    [422, { code: 'unsupported' }],
    [500, { status: 500 }],
    [403, { status: 403 }],
  ])('says that edits are not taken only if they are refused as such: %i', async (editStatus, expected) => {
    const threadId = await ranThread(clientThrough({ copies: true, supersteps: true }));
    const client = clientThrough({ copies: false, supersteps: false, editStatus });
    await expect(copyThread(client, threadId, signal)).rejects.toMatchObject(expected);
  });

  it('of a thread that does not exist is an error', async () => {
    const client = clientThrough({ copies: false, supersteps: true });
    const missing = '00000000-0000-4000-8000-000000000000';
    await expect(copyThread(client, missing, signal)).rejects.toMatchObject({ status: 404 });
  });
});
