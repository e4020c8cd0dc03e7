import { expect, it } from 'vitest';
import { AppError } from '../shared/app-error.ts';
import { toWireError } from '../shared/wire-error.ts';
import { withCascadeDeletes } from './cascade-deletes.ts';

const { signal } = new AbortController();

const itRuns = toWireError(new AppError('thread-busy', 'It runs.'));

function calls() {
  const forgotten: unknown[] = [];
  const windows: string[] = [];
  const reporters: string[] = [];
  const tables: string[] = [];
  const forgetting = withCascadeDeletes(
    {
      'connections.remove': async ({ connectionId }) => {
        if (connectionId === 'fixed') throw new AppError('conflict', 'It stays.');
        return {};
      },
      'threads.delete': async ({ threadIds }) =>
        threadIds.map((threadId) => ({ threadId, problem: threadId === 'busy' ? itRuns : null })),
    },
    { forget: async (...ref) => void forgotten.push(ref) },
    { forget: async (connectionId: string) => void windows.push(connectionId) },
    { forget: async (connectionId: string) => void reporters.push(connectionId) },
    { forget: async (connectionId: string) => void tables.push(connectionId) },
  );
  return { forgotten, windows, reporters, tables, forgetting };
}

it('removing a server deletes its runs, and no others', async () => {
  const { forgotten, reporters, tables, forgetting } = calls();
  await forgetting['connections.remove']({ connectionId: 'c' }, signal);
  await expect(forgetting['connections.remove']({ connectionId: 'fixed' }, signal)).rejects.toThrow(
    'It stays.',
  );
  expect(forgotten).toEqual([['c']]);
  expect([reporters, tables]).toEqual([['c'], ['c']]);
});

it('deleting threads deletes their runs, and no others', async () => {
  const { forgotten, forgetting } = calls();
  await forgetting['threads.delete']({ connectionId: 'c', threadIds: ['a', 'busy', 'b'] }, signal);
  await forgetting['threads.delete']({ connectionId: 'c', threadIds: ['busy'] }, signal);
  expect(forgotten).toEqual([['c', ['a', 'b']]]);
});
