import { afterEach, expect, it } from 'vitest';
import { createMemoryPlatform } from '../testing/services/memory-platform.ts';
import { createDocumentStore } from './storage/document-store.ts';
import { createPrices } from './create-prices.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of cleanups.splice(0)) await step();
});

it('ships without prices, and keeps those that were saved', async () => {
  const platform = await createMemoryPlatform();
  cleanups.push(() => platform.dispose());
  const { signal } = new AbortController();
  const open = () => createPrices({ documents: createDocumentStore({ folder: platform.dataFolder }) }).calls;
  expect(await open()['prices.read']({}, signal)).toEqual({ currency: '$', prices: [], savedAt: null });
  const prices = [{ model: 'big', input: '2.50', cached: null, output: '10' }];
  const saved = await open()['prices.save']({ currency: 'EUR', prices, expectedSavedAt: null }, signal);
  expect(saved).toMatchObject({ currency: 'EUR', prices });
  expect(Date.parse(saved.savedAt ?? '')).not.toBeNaN();
  expect(await open()['prices.read']({}, signal)).toEqual(saved);

  // A table that was opened before another window saved it.
  const late = open()['prices.save']({ currency: '$', prices: [], expectedSavedAt: null }, signal);
  await expect(late).rejects.toMatchObject({ code: 'conflict' });
  expect(await open()['prices.read']({}, signal)).toEqual(saved);
});
