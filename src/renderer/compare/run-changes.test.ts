import { expect, it } from 'vitest';
import type { RunChange } from '../../shared/model/comparison.ts';
import { changeTitle, searchedText, sortChanges } from './run-changes.ts';

function change(kind: RunChange['kind'], equal: boolean | null, over: Partial<RunChange> = {}): RunChange {
  return { kind, equal, before: null, after: null, execution: null, note: null, ...over };
}

const execution = {
  node: 'draft',
  path: ['write'],
  visit: 2,
  left: null,
  right: null,
  mark: 'other-output',
  inputEqual: null,
  outputEqual: false,
  moved: false,
} as const;

it('keeps the order of likely causes, and what is unknown apart from what is the same', () => {
  const all = [change('input', false), change('config', true), change('graph', null), change('error', false)];
  const { different, unknown, same } = sortChanges(all);
  expect(different.map(({ kind }) => kind)).toEqual(['input', 'error']);
  expect(unknown.map(({ kind }) => kind)).toEqual(['graph']);
  expect(same.map(({ kind }) => kind)).toEqual(['config']);
});

it('names the first node whose output differs, with its visit', () => {
  expect(
    changeTitle(change('first-node', false, { execution: { ...execution, path: [...execution.path] } })),
  ).toBe('First node with a different output: write › draft, visit 2');
  expect(changeTitle(change('first-node', true))).toBe('First node with a different output');
});

it('says how far it searched, and whether there is more', () => {
  expect(searchedText({ runs: 1, threads: 1, isComplete: true, problem: null })).toBe(
    'Searched 1 run of 1 thread: there are no more.',
  );
  expect(searchedText({ runs: 2000, threads: 100, isComplete: false, problem: null })).toBe(
    'Searched 2,000 runs of 100 threads. The server has more.',
  );
});
