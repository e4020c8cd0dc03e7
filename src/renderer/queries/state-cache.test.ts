import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { ThreadState } from '../../shared/model/thread.ts';
import { latestChunks, packState, evictStates, unpackState } from './state-cache.ts';
import { queryKeys } from './query-keys.ts';

const aState = (valuesText: string): ThreadState => ({
  threadId: 't',
  checkpointId: 'a',
  parentId: null,
  createdAt: null,
  step: 1,
  source: 'loop',
  valuesText,
  metadataText: '{}',
  next: [],
  tasks: [],
  interrupts: [],
});

const valuesAt = (step: number): string =>
  JSON.stringify({ messages: Array.from({ length: step }, (_, index) => `${index} `.repeat(2000)), step });

/** Reads states one after the other, like stepping through a history. */
function walk(steps: number, valuesOf: (step: number) => string, limit?: number): QueryClient {
  const queryClient = new QueryClient();
  for (let step = 0; step < steps; step += 1) {
    const like = latestChunks(queryClient, queryKeys.states('c', 't'));
    const packed = packState(aState(valuesOf(step)), like);
    evictStates(queryClient, limit);
    queryClient.setQueryData(queryKeys.state('c', 't', String(step)), packed, { updatedAt: step + 1 });
  }
  return queryClient;
}

const count = (queryClient: QueryClient): number => queryClient.getQueryCache().getAll().length;

it('gives back the state that was packed', () => {
  const state = aState(valuesAt(50));
  expect(unpackState(packState(state, []))).toBe(state);
  const { facts, values } = packState(state, []);
  expect(unpackState({ facts, values })).toEqual(state);
});

it('keeps all of a hundred states that share nearly everything', () => {
  const queryClient = walk(100, valuesAt, 4_000_000);
  expect(count(queryClient)).toBe(100);
  queryClient.clear();
});

it('the cache evicts the least recently read states when they share nothing, whatever their size', () => {
  const queryClient = walk(20, (step) => JSON.stringify({ text: `${step} `.repeat(500_000) }), 4_000_000);
  expect(count(queryClient)).toBeLessThan(6);
  expect(queryClient.getQueryData(queryKeys.state('c', 't', '19'))).toBeDefined();
  queryClient.clear();
});
