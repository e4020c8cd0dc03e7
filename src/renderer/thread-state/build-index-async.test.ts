import { expect, it } from 'vitest';
import { buildIndex } from 'exact-json';
import { buildIndexAsync } from './build-index-async.ts';

const long = JSON.stringify(
  Array.from({ length: 100_000 }, (_, index) => ({ at: index, text: `item ${index}` })),
);

it('building an index finds all values of a long text, and yields in between', async () => {
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const structuralIndex = await buildIndexAsync(long, new AbortController().signal);
  clearInterval(timer);
  const whole = buildIndex(long);
  expect(structuralIndex.count).toBe(whole.count);
  expect(Buffer.from(structuralIndex.ends.buffer).equals(Buffer.from(whole.ends.buffer))).toBe(true);
  expect(turns).toBeGreaterThan(0);
});

it('stops when nobody wants it any more', async () => {
  const controller = new AbortController();
  const structuralIndex = buildIndexAsync(long, controller.signal);
  controller.abort(new Error('gone'));
  await expect(structuralIndex).rejects.toThrow('gone');
});

it('says where a text can not be followed', async () => {
  await expect(buildIndexAsync(`${long.slice(0, -1)} 5]`, new AbortController().signal)).rejects.toThrow(
    'A comma or ] is missing',
  );
});
