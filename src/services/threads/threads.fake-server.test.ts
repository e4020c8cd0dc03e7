import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { defaultThreadListing } from '../../shared/model/thread-listing.ts';
import type { FakeServer } from '../../testing/fake-server/fake-server.ts';
import { clientsFor } from '../../testing/services/clients-for.ts';
import { createThreads } from './create-threads.ts';
import {
  connectionId,
  exactInput,
  startFakeServerThreads,
  type FakeServerThreads,
} from '../../testing/services/fake-server-threads.ts';

const { signal } = new AbortController();
let server: FakeServer;
let calls: FakeServerThreads['calls'];
let stateAt: FakeServerThreads['stateAt'];
let ranThread: FakeServerThreads['ranThread'];
let edit: FakeServerThreads['edit'];
let client: FakeServerThreads['client'];
beforeEach(async () => {
  ({ server, calls, stateAt, ranThread, edit, client } = await startFakeServerThreads());
});
afterEach(() => server.close());

const newest = (limit: number) => ({ connectionId, listing: defaultThreadListing, limit, offset: 0 });
const newThread = () => calls['threads.create']({ connectionId, graphId: 'exact', name: null }, signal);

const refused = (code: string) => expect.objectContaining({ code }) as AppError;

describe('threads on a server with exact numbers', () => {
  it('creates a thread with a client-side id, so that the request may be repeated', async () => {
    const thread = await calls['threads.create']({ connectionId, graphId: 'exact', name: 'Mine' }, signal);
    expect(thread).toMatchObject({ name: 'Mine', graphId: 'exact', status: 'idle' });
    const sent = JSON.parse(server.requests.at(-1)?.bodyText ?? '') as Record<string, unknown>;
    expect(sent).toMatchObject({ thread_id: thread.threadId, if_exists: 'do_nothing' });
  });

  it('lists the most recently updated thread first', async () => {
    const first = await newThread();
    const second = await newThread();
    await ranThread();
    await edit(first.threadId, { changes: [] }).catch(() => undefined);
    const list = (await calls['threads.list'](newest(10), signal)).threads;
    expect(list).toHaveLength(3);
    expect(list.map(({ updatedAt }) => updatedAt)).toEqual(
      list
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .toReversed(),
    );
    expect(list.map(({ threadId }) => threadId)).toContain(second.threadId);
  });

  it('reads a thread that never ran', async () => {
    const { threadId } = await newThread();
    expect(await stateAt(threadId)).toMatchObject({
      checkpointId: null,
      valuesText: '{}',
      metadataText: '{}',
    });
    const page = await calls['threads.history']({ connectionId, threadId, before: null, limit: 5 }, signal);
    expect(page).toEqual({ checkpoints: [], before: null });
  });

  it('returns numbers and the order of keys as the server wrote them', async () => {
    const { valuesText } = await stateAt(await ranThread());
    expect(valuesText).toBe(
      `${exactInput.slice(0, -1)},"copy":9007199254740993,"log":["receive","confirm"],"done":true}`,
    );
  });

  it('pages through history with checkpoints as cursors', async () => {
    const threadId = await ranThread();
    const ids: string[] = [];
    let before: string | null = null;
    do {
      const page = await calls['threads.history']({ connectionId, threadId, before, limit: 3 }, signal);
      ids.push(...page.checkpoints.map(({ checkpointId }) => checkpointId));
      before = page.before;
    } while (before !== null);
    expect(ids).toHaveLength(4);
    expect(ids).toEqual(ids.toSorted().toReversed());
  });

  it('reads few checkpoints first, and more at once only if they are small', async () => {
    const limits = (): number[] =>
      server.requests
        .filter(({ path }) => path.endsWith('/history'))
        .map(({ bodyText }) => (JSON.parse(bodyText) as { limit: number }).limit);
    const firstPage = async (inputText: string) => {
      const threadId = await ranThread(inputText);
      const before = limits().length;
      const page = await calls['threads.history'](
        { connectionId, threadId, before: null, limit: 30 },
        signal,
      );
      return { shown: page.checkpoints.length, more: page.before !== null, asked: limits().slice(before) };
    };
    expect(await firstPage('{"id":1}')).toEqual({ shown: 4, more: false, asked: [4, 28] });
    const heavy = `{"text":"${'x'.repeat(1_000_000)}"}`;
    expect(await firstPage(heavy)).toEqual({ shown: 3, more: true, asked: [4] });
  });

  it('reads each large checkpoint but the first one once, and misses none', async () => {
    const threadId = await ranThread(`{"text":"${'x'.repeat(5_000_000)}"}`);
    const light = await calls['threads.history']({ connectionId, threadId, before: null, limit: 1 }, signal);
    const pending = server.requests.length;
    const rows: CheckpointSummary[] = [];
    let before: string | null = null;
    do {
      const page = await calls['threads.history']({ connectionId, threadId, before, limit: 30 }, signal);
      rows.push(...page.checkpoints);
      before = page.before;
    } while (before !== null);
    expect(rows.map(({ checkpointId }) => checkpointId)).toHaveLength(4);
    expect(rows[0]).toEqual(light.checkpoints[0]);
    expect(rows.map(({ changedKeys }) => changedKeys)).toEqual([
      ['log', 'done'],
      ['copy', 'log'],
      ['text'],
      [],
    ]);
    const limits = server.requests
      .slice(pending)
      .map(({ bodyText }) => (JSON.parse(bodyText) as { limit: number }).limit);
    // The first checkpoint has no parent that proves that it still exists, so it is requested again.
    expect(limits).toEqual([2, 1, 1, 1, 2]);
  });

  it.each([
    ['all but the newest', 1],
    ['the oldest ones, with the parent of what was sent', 2],
    ['the first one', 3],
  ])('lists no large checkpoint that was deleted between two pages: %s', async (_, remainingIds) => {
    const threadId = await ranThread(`{"text":"${'x'.repeat(5_000_000)}"}`);
    const list = (before: string | null) =>
      calls['threads.history']({ connectionId, threadId, before, limit: 30 }, signal);
    await calls['threads.history']({ connectionId, threadId, before: null, limit: 1 }, signal);
    const first = await list(null);
    const ids = first.checkpoints.map(({ checkpointId }) => checkpointId);
    expect(ids).toHaveLength(1);
    server.keepNewest(threadId, remainingIds);
    const rest: string[] = [];
    for (let { before } = first; before !== null;) {
      const page = await list(before);
      rest.push(...page.checkpoints.map(({ checkpointId }) => checkpointId));
      before = page.before;
    }
    const left = (await client.threads.getHistory(threadId, { limit: 10 })).flatMap(
      ({ checkpoint }) => checkpoint?.checkpoint_id ?? [],
    );
    expect(left).toHaveLength(remainingIds);
    expect([...ids, ...rest]).toEqual(left);
  });

  it('has the writers and changed keys in the history', async () => {
    const threadId = await ranThread();
    const page = await calls['threads.history']({ connectionId, threadId, before: null, limit: 10 }, signal);
    const rows = page.checkpoints.map(({ source, writers, changedKeys, next }) => ({
      source,
      writers,
      changedKeys,
      next,
    }));
    expect(rows).toEqual([
      { source: 'loop', writers: ['confirm'], changedKeys: ['log', 'done'], next: [] },
      { source: 'loop', writers: ['receive'], changedKeys: ['copy', 'log'], next: ['confirm'] },
      {
        source: 'loop',
        writers: [],
        changedKeys: ['id', 'ratio', 'small', 'huge', '10', '2', 'long'],
        next: ['receive'],
      },
      { source: 'input', writers: [], changedKeys: [], next: ['__start__'] },
    ]);
  });

  it('finds the interrupt of a waiting thread with its exact value', async () => {
    const threadId = await ranThread('{"ask":true,"id":9007199254740993}');
    const state = await stateAt(threadId);
    expect(state.interrupts).toEqual([
      {
        taskId: state.tasks[0]?.id,
        index: 0,
        id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
        nodeId: 'confirm',
        valueText: '{"question":"Go on?","copy":9007199254740993}',
      },
    ]);
    expect(state.tasks).toMatchObject([{ nodeId: 'confirm', waiting: true, error: null }]);
  });

  it('shows the error of a failed task', async () => {
    const state = await stateAt(await ranThread('{"fail":true}'));
    expect(state.tasks).toMatchObject([{ nodeId: 'confirm', error: 'ValueError: it broke' }]);
  });
});

describe('responses that are too large', () => {
  const big = `{"text":"${'x'.repeat(3000)}"}`;
  const tight = () => createThreads({ clients: clientsFor(server.url, { maxAnswerBytes: 14_000 }) }).calls;

  it('reads history in smaller pages and loses no checkpoint', async () => {
    const threadId = await ranThread(big);
    await ranThread(big);
    const whole = await calls['threads.history']({ connectionId, threadId, before: null, limit: 50 }, signal);
    const ids: string[] = [];
    let before: string | null = null;
    do {
      const page = await tight()['threads.history']({ connectionId, threadId, before, limit: 50 }, signal);
      ids.push(...page.checkpoints.map(({ checkpointId }) => checkpointId));
      before = page.before;
    } while (before !== null);
    expect(ids).toEqual(whole.checkpoints.map(({ checkpointId }) => checkpointId));
  });

  it('reads the list of threads in parts', async () => {
    for (let count = 0; count < 7; count += 1) await ranThread(big);
    const list = (await tight()['threads.list'](newest(7), signal)).threads;
    expect(new Set(list.map(({ threadId }) => threadId)).size).toBe(7);
  });
});

describe('errors of the server', () => {
  it('reports a missing thread', async () => {
    await expect(stateAt('01a1faf6-6041-7141-8886-e92af3b04960')).rejects.toEqual(refused('not-found'));
  });

  it('reports a missing checkpoint', async () => {
    const missing = '1f1e52d9-57c8-6210-8001-ba050892fc5c';
    await expect(stateAt(await ranThread(), missing)).rejects.toEqual(refused('not-found'));
  });

  it('reports a web page as such', async () => {
    server.faults.webPage = true;
    await expect(calls['threads.list'](newest(5), signal)).rejects.toEqual(refused('not-a-graph-server'));
  });
});

describe('a search of all threads', () => {
  const none = defaultThreadListing.filter;
  const search = (text: string) => calls['threads.search']({ connectionId, text, filter: none }, signal);
  const withMetadata = (metadata: Record<string, unknown>): string =>
    server.addThread({ graph_id: 'exact', ...metadata });

  it('reads all pages, and searches name, id, status and metadata', async () => {
    const first = withMetadata({ name: 'Refund of Mia', ticket: { owner: 'owner-7' } });
    for (let at = 0; at < 1005; at += 1) withMetadata({ name: `Number ${at}` });
    for (const text of ['refund MIA', first, first.slice(4, 20), 'owner-7 idle']) {
      const { threads, ...rest } = await search(text);
      expect(threads.map(({ threadId }) => threadId)).toEqual([first]);
      expect(rest).toEqual({ found: 1, searched: 1006, isComplete: true, unnamed: 0 });
    }
    const { threads, found } = await search('number');
    expect([threads.length, found]).toEqual([100, 1005]);
  });

  it('lets the server compare a JSON object with metadata and values', async () => {
    const owned = withMetadata({ owner: 'mia' });
    const ran = await ranThread('{"owner":"mia"}');
    await newThread();
    const { threads, searched } = await search('{"owner": "mia"}');
    expect(threads.map(({ threadId }) => threadId).toSorted()).toEqual([owned, ran].toSorted());
    expect(searched).toBeNull();
  });

  it('stays within the filter of the list, whatever is searched for', async () => {
    const own = await ranThread('{"owner":"mia"}');
    await ranThread('{"owner":"ben"}');
    const metadata = withMetadata({ owner: 'mia', team: 'a' });
    withMetadata({ owner: 'mia', team: 'b' });
    const found = async (text: string, filter: Partial<typeof none>): Promise<string[]> => {
      const query = { connectionId, text, filter: { ...none, ...filter } };
      const { threads } = await calls['threads.search'](query, signal);
      return threads.map(({ threadId }) => threadId).toSorted();
    };
    expect(await found('idle', { valuesText: '{"owner":"mia"}' })).toEqual([own]);
    expect(await found('{"owner":"mia"}', { valuesText: '{"owner":"mia"}' })).toEqual([own]);
    expect(await found('{"owner":"ben"}', { valuesText: '{"owner":"mia"}' })).toEqual([]);
    expect(await found('{"owner":"mia"}', { metadataText: '{"team":"a"}' })).toEqual([metadata]);
  });
});
