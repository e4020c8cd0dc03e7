import { expect, it } from 'vitest';
import { withDataFolderTimeout, dataFolderTimeoutMs } from './data-folder-timeout.ts';

function setUp<T>(work: Promise<T>) {
  const timers = new Map<number, () => void>();
  const result = withDataFolderTimeout(work, '/data', (ms, act) => {
    timers.set(ms, act);
    return () => timers.delete(ms);
  });
  return { result, timers };
}

it('a data folder that never responds ends the start with an error', async () => {
  const { result, timers } = setUp(new Promise(() => undefined));
  timers.get(dataFolderTimeoutMs)?.();
  await expect(result).rejects.toMatchObject({
    code: 'storage',
    message: expect.stringContaining('/data is not responding'),
  });
});

it('a response or failure is passed on, and no timer is left', async () => {
  const good = setUp(Promise.resolve('lock'));
  expect(await good.result).toBe('lock');
  await expect.poll(() => good.timers.size).toBe(0);
  const bad = setUp(Promise.reject(new Error('full')));
  await expect(bad.result).rejects.toThrow('full');
  await expect.poll(() => bad.timers.size).toBe(0);
});
