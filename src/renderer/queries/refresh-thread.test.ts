import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, it, vi } from 'vitest';
import { queryKeys } from './query-keys.ts';
import { refreshThread, refreshQueries, type ThreadChange } from './refresh-thread.ts';

const thread = { connectionId: 'c', threadId: 't' };
const keys = {
  record: queryKeys.threadRecord('c', 't'),
  state: queryKeys.state('c', 't', null),
  history: queryKeys.history('c', 't'),
  runs: queryKeys.runs('c', 't'),
  list: queryKeys.threads('c'),
  other: queryKeys.state('c', 'another', null),
};

let client: QueryClient;
/** What was read, in order. Each reading ends when the test says so. */
let read: { readonly name: string; readonly signal: AbortSignal; readonly end: () => void }[];

beforeEach(() => {
  client = new QueryClient();
  read = [];
  for (const [name, queryKey] of Object.entries(keys)) {
    const queryFn = ({ signal }: { readonly signal: AbortSignal }): Promise<number> =>
      new Promise((resolve) => read.push({ name, signal, end: () => resolve(read.length) }));
    new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  }
});

const names = (): string[] => read.map(({ name }) => name).toSorted();

/** Ends the first readings, and gives what a change then reads. */
async function readAfter(change: ThreadChange): Promise<string[]> {
  for (const { end } of read) end();
  await expect.poll(() => client.isFetching()).toBe(0);
  read = [];
  void refreshThread(client, thread, change);
  return names();
}

it('reads each thing of the thread once, and the lists where they did not bring the news', async () => {
  expect(await readAfter('action')).toEqual(['history', 'list', 'record', 'runs', 'state']);
  expect(await readAfter('stream')).toEqual(['history', 'list', 'record', 'runs', 'state']);
  expect(await readAfter('record')).toEqual(['history', 'runs', 'state']);
});

it('an action starts what is being read again, for it is from before', async () => {
  await readAfter('stream');
  const before = [...read];
  void refreshThread(client, thread, 'action');
  expect(before.map(({ signal }) => signal.aborted)).toEqual(before.map(() => true));
  expect(read).toHaveLength(2 * before.length);
});

it('an action starts first reads again, too', () => {
  const before = [...read];
  void refreshThread(client, thread, 'action');
  const ofThread = before.filter(({ name }) => name !== 'other');
  expect(ofThread.map(({ signal }) => signal.aborted)).toEqual(ofThread.map(() => true));
  expect(read).toHaveLength(before.length + ofThread.length);
});

it.each(['stream', 'record'] as const)('an event of a %s lets what is being read finish', (change) => {
  const before = read.length;
  for (let news = 0; news < 3; news += 1) void refreshThread(client, thread, change);
  expect(read).toHaveLength(before);
  expect(read.some(({ signal }) => signal.aborted)).toBe(false);
});

it('an action is settled when what is displayed has been read', async () => {
  for (const { end } of read) end();
  await expect.poll(() => client.isFetching()).toBe(0);
  read = [];
  const settled = vi.fn<() => void>();
  void refreshThread(client, thread, 'action').then(settled);
  const [last, ...others] = read;
  for (const { end } of others) end();
  await expect.poll(() => client.isFetching()).toBe(1);
  expect(settled).not.toHaveBeenCalled();
  last?.end();
  await expect.poll(() => settled).toHaveBeenCalled();
});

/** A query that resolves when the test says so. */
function slowQuery() {
  const queryClient = new QueryClient();
  const readings: { readonly signal: AbortSignal; readonly end: () => void }[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: ['thread', 'history'],
    queryFn: ({ signal }) =>
      new Promise<number>((resolve) => {
        const number = readings.length + 1;
        readings.push({ signal, end: () => resolve(number) });
      }),
  });
  observer.subscribe(() => undefined);
  return { queryClient, readings, observer };
}

it('a read that takes longer than the pause between two refreshes finishes, and is followed by one more', async () => {
  const { queryClient, readings, observer } = slowQuery();
  for (let news = 0; news < 3; news += 1) refreshQueries(queryClient, ['thread']);
  expect(readings).toHaveLength(1);
  expect(readings[0]?.signal.aborted).toBe(false);

  readings[0]?.end();
  await expect.poll(() => readings).toHaveLength(2);
  expect(observer.getCurrentResult().data).toBe(1);
  readings[1]?.end();
  await expect.poll(() => observer.getCurrentResult().data).toBe(2);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(readings).toHaveLength(2);
});

it('what is not being read is read at once, and what is left out is not', async () => {
  const { queryClient, readings, observer } = slowQuery();
  readings[0]?.end();
  await expect.poll(() => observer.getCurrentResult().data).toBe(1);
  refreshQueries(queryClient, ['thread'], ({ queryKey }) => queryKey.at(-1) !== 'history');
  expect(readings).toHaveLength(1);
  refreshQueries(queryClient, ['thread']);
  expect(readings).toHaveLength(2);
});
