import { expect, it } from 'vitest';
import type { CheckpointSummary } from '../../shared/model/thread.ts';
import { searchCheckpoints, parseStepQuery } from './checkpoint-search.ts';
import { buildCheckpoint } from '../../testing/renderer/checkpoint-builder.ts';

const checkpoint = (checkpointId: string, step: number, ...writers: string[]): CheckpointSummary =>
  buildCheckpoint({
    checkpointId,
    step,
    source: writers.length === 0 ? 'input' : 'loop',
    writers,
  });

const all = [
  checkpoint('1f1e-c', 12, 'Plan', 'ask'),
  checkpoint('1f1e-b', 1, 'plan'),
  checkpoint('1f1d-a', -1),
];
const labelOf = ({ writers, source }: CheckpointSummary): string => [source, ...writers].join(' ');
const matchesOf = (search: string) =>
  searchCheckpoints([...all, ...all], search, labelOf).map(({ value }) => value.slice(3));

it('finds checkpoints by step, by the beginning of their id, and by what wrote them, each once', () => {
  expect(matchesOf('')).toEqual(['1f1e-c', '1f1e-b', '1f1d-a']);
  expect([matchesOf('1'), matchesOf('#12'), matchesOf('step -1')]).toEqual([
    ['1f1e-b'],
    ['1f1e-c'],
    ['1f1d-a'],
  ]);
  expect([matchesOf('1F1E'), matchesOf('PLAN'), matchesOf('input'), matchesOf('nobody')]).toEqual([
    ['1f1e-c', '1f1e-b'],
    ['1f1e-c', '1f1e-b'],
    ['1f1d-a'],
    [],
  ]);
  expect([parseStepQuery('12 a'), parseStepQuery('')]).toEqual([null, null]);
});

it('offers a whole id of which nothing is known', () => {
  const id = '1f1e58f8-6616-6590-8003-000000000e0f';
  expect(searchCheckpoints([], ` ${id.toUpperCase()} `, labelOf).map(({ value }) => value)).toEqual([
    `at ${id}`,
  ]);
});
