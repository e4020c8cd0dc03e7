import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { refreshQueries } from './refresh-queries.ts';

/** A query that resolves when the test says so. */
function slowQuery() {
  const client = new QueryClient();
  const readings: { readonly signal: AbortSignal; readonly end: () => void }[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['thread', 'history'],
    queryFn: ({ signal }) =>
      new Promise<number>((resolve) => {
        const number = readings.length + 1;
        readings.push({ signal, end: () => resolve(number) });
      }),
  });
  observer.subscribe(() => undefined);
  return { client, readings, observer };
}

it('a read that takes longer than the pause between two refreshes finishes, and is followed by one more', async () => {
  const { client, readings, observer } = slowQuery();
  for (let news = 0; news < 3; news += 1) refreshQueries(client, ['thread']);
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
  const { client, readings, observer } = slowQuery();
  readings[0]?.end();
  await expect.poll(() => observer.getCurrentResult().data).toBe(1);
  refreshQueries(client, ['thread'], ({ queryKey }) => queryKey.at(-1) !== 'history');
  expect(readings).toHaveLength(1);
  refreshQueries(client, ['thread']);
  expect(readings).toHaveLength(2);
});
