import { onlineManager, QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { invalidateChanged } from './invalidate-changed.ts';

interface Read {
  readonly signal: AbortSignal;
  readonly end: () => void;
  readonly fail: () => void;
}

/** What the queries read: its version when a read began. */
let version = 1;
/** In order. Each ends when the test says so. */
let reads: Read[] = [];
let client: QueryClient;

beforeEach(() => {
  version = 1;
  reads = [];
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.mount();
});
afterEach(() => {
  onlineManager.setOnline(true);
  client.clear();
  client.unmount();
});

const query = {
  queryKey: ['list', 'a'],
  queryFn: ({ signal }: { readonly signal: AbortSignal }): Promise<number> => {
    const read = version;
    return new Promise((resolve, reject) =>
      reads.push({ signal, end: () => resolve(read), fail: () => reject(new Error('No answer.')) }),
    );
  },
};

function display() {
  const observer = new QueryObserver(client, query);
  observer.subscribe(() => undefined);
  return observer;
}

function change(): Promise<void> {
  version += 1;
  return invalidateChanged(client, ['list']);
}

const aborted = (): boolean[] => reads.map(({ signal }) => signal.aborted);

it('starts a first read again that began before the change, once', async () => {
  const view = display();
  const changed = change();
  expect(aborted()).toEqual([true, false]);
  reads[0]?.end();
  reads[1]?.end();
  await changed;
  expect(view.getCurrentResult()).toMatchObject({ data: 2, status: 'success', fetchStatus: 'idle' });
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(reads).toHaveLength(2);
});

it('starts a later read again, too, and reads what is not being read', async () => {
  const view = display();
  reads[0]?.end();
  await expect.poll(() => view.getCurrentResult().data).toBe(1);
  void change();
  expect(reads).toHaveLength(2);
  const changed = change();
  expect(aborted()).toEqual([false, true, false]);
  expect(view.getCurrentResult().data).toBe(1);
  reads[2]?.end();
  await changed;
  expect(view.getCurrentResult().data).toBe(3);
});

it('gives what is read after the change to who asked for it before, also if no view shows it', async () => {
  const asked = client.fetchQuery(query);
  const changed = change();
  reads[1]?.end();
  await changed;
  expect(await asked).toBe(2);
  expect(reads).toHaveLength(2);
});

it('leaves what no view shows to be read when one does', async () => {
  client.setQueryData(query.queryKey, 1);
  await change();
  expect(reads).toHaveLength(0);
  display();
  expect(reads).toHaveLength(1);
});

it('leaves other reads alone', () => {
  display();
  void invalidateChanged(client, ['other']);
  expect(aborted()).toEqual([false]);
  void invalidateChanged(client);
  expect(aborted()).toEqual([true, false]);
});

it('waits for no read that has not begun, and reads once when the host is back', async () => {
  onlineManager.setOnline(false);
  const view = display();
  await change();
  expect(reads).toHaveLength(0);
  onlineManager.setOnline(true);
  await expect.poll(() => reads.length).toBe(1);
  reads[0]?.end();
  await expect.poll(() => view.getCurrentResult().data).toBe(2);
  expect(reads).toHaveLength(1);
});

it('resolves if the read fails', async () => {
  const view = display();
  const changed = change();
  reads[1]?.fail();
  await changed;
  expect(view.getCurrentResult().error?.message).toBe('No answer.');
});
