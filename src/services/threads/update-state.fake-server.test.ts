import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { memberText } from 'exact-json';
import { AppError } from '../../shared/app-error.ts';
import type { FakeServer } from '../../testing/fake-server/fake-server.ts';
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

const refused = (code: string) => expect.objectContaining({ code }) as AppError;

describe('editing state', () => {
  it('leaves every other number unchanged', async () => {
    const threadId = await ranThread();
    const result = await edit(threadId, { changes: [{ key: 'note', valueText: '"x"' }] });
    expect(result.state.valuesText).toContain(exactInput.slice(1, -1));
    expect(result).toMatchObject({ changedKeys: ['note'], differences: [] });
    expect(result.state.source).toBe('update');
  });

  it('sends exactly what was typed, including integer-like and dangerous keys', async () => {
    const threadId = await ranThread();
    const changes = [
      { key: '__proto__', valueText: '{"deep": 18446744073709551616}' },
      { key: '10', valueText: '1.0' },
      { key: '2', valueText: '[1e16,  -0.0]' },
    ];
    const result = await edit(threadId, { changes });
    const sent = server.requests.find(({ path, method }) => method === 'POST' && path.endsWith('/state'));
    expect(sent?.bodyText).toContain(
      '"values":{"__proto__":{"deep": 18446744073709551616},"10":1.0,"2":[1e16,  -0.0]}',
    );
    expect(result.differences).toEqual([]);
    expect(result.changedKeys).toEqual(['10', '2', '__proto__']);
  });

  it('reports where a reducer changed the value', async () => {
    const threadId = await ranThread();
    const result = await edit(threadId, { changes: [{ key: 'log', valueText: '["mine"]' }] });
    expect(result.differences).toEqual([
      { key: 'log', expectedText: '["mine"]', actualText: '["receive","confirm","mine"]' },
    ]);
    expect(result.changedKeys).toEqual(['log']);
  });

  it('keeps a NUL in a text, and reports a store that drops it', async () => {
    const threadId = await ranThread();
    const changes = [{ key: 'note', valueText: '"a\\u0000b"' }];
    const edited = await edit(threadId, { changes });
    expect(memberText(edited.state.valuesText, 'note')).toBe('"a\\u0000b"');
    expect(edited.differences).toEqual([]);
    server.faults.dropsNul = true;
    expect((await edit(threadId, { changes })).differences).toEqual([
      { key: 'note', expectedText: '"a\\u0000b"', actualText: '"ab"' },
    ]);
  });

  it('writes as a node, so that what follows it runs next', async () => {
    const threadId = await ranThread();
    const result = await edit(threadId, { asNode: 'receive', changes: [{ key: 'id', valueText: '1' }] });
    expect(result.state.next).toEqual(['confirm']);
  });

  it('forks from an older checkpoint', async () => {
    const threadId = await ranThread();
    const page = await calls['threads.history']({ connectionId, threadId, before: null, limit: 10 }, signal);
    const old = page.checkpoints[2]?.checkpointId ?? '';
    const result = await edit(threadId, { checkpointId: old, changes: [{ key: 'id', valueText: '2' }] });
    expect(result.state.parentId).toBe(old);
    expect(result.changedKeys).toEqual(['id']);
  });

  it('writes nothing if the thread has moved on', async () => {
    const threadId = await ranThread();
    const { checkpointId } = await stateAt(threadId);
    await client.threads.updateState(threadId, { values: { other: 1 } });
    const before = server.requests.length;
    await expect(edit(threadId, { expectedHeadId: checkpointId, changes: [] })).rejects.toMatchObject({
      code: 'thread-moved',
      details: { written: 'no', expected: checkpointId },
    });
    const writes = server.requests
      .slice(before)
      .filter(({ method, path }) => method === 'POST' && path.endsWith('/state'));
    expect(writes).toEqual([]);
  });

  it('reports a second writer between the check and the write', async () => {
    const threadId = await ranThread();
    const { checkpointId } = await stateAt(threadId);
    server.faults.ignoresCheckpoints = true;
    server.faults.before = async ({ method, path }) => {
      if (method !== 'POST' || !path.endsWith('/state')) return;
      server.faults.before = null;
      await client.threads.updateState(threadId, { values: { other: 1 } });
    };
    await expect(
      edit(threadId, { expectedHeadId: checkpointId, changes: [{ key: 'a', valueText: '1' }] }),
    ).rejects.toMatchObject({ code: 'thread-moved', details: { written: 'yes', expected: checkpointId } });
  });

  it('fails while a run is active', async () => {
    const threadId = await ranThread();
    const waiting = server.pauseBefore('confirm');
    const running = client.runs.create(threadId, 'exact', { input: {} });
    await Promise.all([waiting, running]);
    await expect(edit(threadId, { changes: [] })).rejects.toEqual(refused('thread-busy'));
    server.release();
  });

  it.each([
    ['{"a":', 'line 1, column 6'],
    ['[1,\n 2,,]', 'line 2, column 4'],
    ['', 'line 1, column 1'],
    ['"\uD800"', 'line 1, column 2'],
  ])('rejects the text %j with its position, before anything is sent', async (valueText, position) => {
    const before = server.requests.length;
    const pending = calls['threads.updateState'](
      {
        connectionId,
        threadId: 't',
        checkpointId: 'x',
        expectedHeadId: null,
        asNode: null,
        changes: [{ key: 'k', valueText }],
      },
      signal,
    );
    await expect(pending).rejects.toMatchObject({
      code: 'invalid-input',
      hint: expect.stringContaining(position) as string,
    });
    expect(server.requests).toHaveLength(before);
  });

  it('rejects a repeated key', async () => {
    const twice = [1, 2].map((value) => ({ key: 'k', valueText: String(value) }));
    await expect(edit(await ranThread(), { changes: twice })).rejects.toEqual(refused('invalid-input'));
  });
});
