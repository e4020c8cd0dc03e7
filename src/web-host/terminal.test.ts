import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stayForWebhooks } from './terminal.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('the terminal says that runs will still report although it can not name them', async () => {
  const said: string[] = [];
  const host = {
    pendingWebhooks: () => 1,
    describePendingWebhooks: () => Promise.reject(new Error('The servers could not be read.')),
  };
  expect(
    stayForWebhooks(
      host,
      () => undefined,
      (text) => said.push(text),
    ),
  ).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(said.join('\n')).toContain('The servers could not be read.');
  expect(said.join('\n')).toContain('Press Ctrl-C again to quit now.');
});

it('the first Ctrl-C names runs that will still report, and ends after the last report', async () => {
  const said: string[] = [];
  let pending = 0;
  let ends = 0;
  const host = {
    pendingWebhooks: () => pending,
    describePendingWebhooks: async () => ({
      heading: '1 run will still report.',
      runs: ['Run r on Staging'],
    }),
  };
  const stay = (): boolean =>
    stayForWebhooks(
      host,
      () => (ends += 1),
      (text) => said.push(text),
    );
  expect([stay(), said]).toEqual([false, []]);

  pending = 1;
  expect(stay()).toBe(true);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(said.join('\n')).toContain('1 run will still report.\n  Run r on Staging');
  expect(said.join('\n')).toContain('Press Ctrl-C again to quit now.');
  expect(ends).toBe(0);
  pending = 0;
  await vi.advanceTimersByTimeAsync(5_000);
  expect(ends).toBe(1);
});
