import { expect, it } from 'vitest';
import { collectItems } from '../../../../src/testing/remote-graph/scripted-remote-graph.ts';
import { Deferred } from '../async/deferred.ts';
import { asCompleted, configsFor } from './batch-as-completed.ts';

it('yields in order of completion, and starts no more than the limit', async () => {
  const runs = ['a', 'b', 'c'].map((name) => ({ name, done: new Deferred<string>() }));
  const started: string[] = [];
  const results = asCompleted(runs, 2, false, ({ name, done }) => {
    started.push(name);
    return done.promise;
  });
  const first = results.next();
  expect(started).toEqual(['a', 'b']);
  runs[1]?.done.resolve('B');
  expect((await first).value).toEqual([1, 'B']);
  const rest = collectItems(results);
  runs[2]?.done.resolve('C');
  runs[0]?.done.resolve('A');
  expect(await rest).toEqual([
    [2, 'C'],
    [0, 'A'],
  ]);
  expect(started).toEqual(['a', 'b', 'c']);
});

it('throws a failure, or yields it instead', async () => {
  const fail = (): Promise<string> => Promise.reject(new Error('no'));
  await expect(collectItems(asCompleted([1], 1, false, fail))).rejects.toThrow('no');
  expect(await collectItems(asCompleted([1], 1, true, fail))).toEqual([[0, new Error('no')]]);
  expect(await collectItems(asCompleted([], 1, true, fail))).toEqual([]);
});

it('accepts one configuration for all, or one for each', () => {
  expect(configsFor(2, { tags: ['a'] })).toEqual([{ tags: ['a'] }, { tags: ['a'] }]);
  expect(() => configsFor(2, [{}])).toThrow('2 inputs but 1 configs');
});
