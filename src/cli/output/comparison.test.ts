import { describe, expect, it } from 'vitest';
import type { Comparison, CompareSide, WhatChanged } from '../../shared/model/comparison.ts';
import { parseSide } from '../session/parse-side.ts';
import { isEqual } from './comparison-document.ts';
import { runChangesText } from './run-changes.ts';

const server = { connectionId: 'c', name: 'demo' };
const side = (text: string) => parseSide(() => Promise.reject(new Error('Nothing is asked.')), server, text);

describe('parseSide', () => {
  it.each([
    ['t', { kind: 'thread', threadId: 't' }],
    ['t@c', { kind: 'checkpoint', threadId: 't', checkpointId: 'c' }],
    ['run:t/r', { kind: 'run', threadId: 't', runId: 'r' }],
    ['pass:t/r', { kind: 'pass', threadId: 't', runId: 'r' }],
  ])('reads %s', async (text, expected) => {
    expect(await side(text)).toEqual({ connectionId: 'c', ...expected });
  });

  it.each(['', '@c', 't@', 'a@b@c', 'run:t', 'pass:/r', 'run:t/r/x', 'assistant:', 'assistant:a@latest'])(
    'refuses %j',
    async (text) => {
      await expect(side(text)).rejects.toMatchObject({ code: 'invalid-input' });
    },
  );
});

const run: CompareSide = { kind: 'run', connectionId: 'c', threadId: 't', runId: 'r' };
const thread: CompareSide = { kind: 'thread', connectionId: 'c', threadId: 't' };
const text = { isKnown: true, length: 1, text: '1', note: null };
type Part = Comparison['parts'][number];
type Row = NonNullable<Comparison['executions']>['rows'][number];
const part = (name: Part['part'], equal: boolean | null, onlyIds = false): Part => ({
  part: name,
  equal,
  onlyIds,
  left: text,
  right: text,
});
const compared = (parts: readonly Part[], ...marks: readonly Row['mark'][]) => {
  const row = { node: 'n', path: [], visit: 1, left: null, right: null, moved: false };
  const rows = marks.map((mark) => ({ ...row, mark, inputEqual: null, outputEqual: null }));
  const facts = {} as Comparison['left'];
  return { left: facts, right: facts, parts: [...parts], executions: { rows, nodes: [], isCut: false } };
};

describe('isEqual', () => {
  it('goes by the values of states, and by all that runs were given and did', () => {
    const metadata = part('metadata', false);
    expect(isEqual(thread, thread, compared([metadata, part('state', true)], 'only-left'))).toBe(true);
    expect(isEqual(thread, thread, compared([part('state', false, true)]))).toBe(false);
    expect(isEqual(run, run, compared([metadata, part('state', false, true)], 'same'))).toBe(true);
    expect(isEqual(run, run, compared([part('input', false)], 'same'))).toBe(false);
    expect(isEqual(run, run, compared([part('state', true)], 'same', 'only-left'))).toBe(false);
  });

  it('does not take the unknown for equal', () => {
    expect(isEqual(run, run, compared([part('state', null)], 'same'))).toBeNull();
    expect(isEqual(run, run, compared([part('state', true)], 'unknown'))).toBeNull();
    expect(isEqual(run, run, { ...compared([part('state', true)]), executions: null })).toBeNull();
    expect(isEqual(run, run, compared([part('state', null), part('input', false)]))).toBe(false);
  });
});

it('says what changed, and how far was searched if there is nothing to compare with', () => {
  const found: WhatChanged = {
    run: { threadId: 't', runId: 'r' },
    base: { threadId: 't', runId: 'good' },
    searched: { runs: 1, threads: 1, isComplete: true, problem: null },
    changes: [
      { kind: 'input', equal: false, before: '{"a":1}', after: null, execution: null, note: null },
      { kind: 'code-version', equal: null, before: null, after: null, execution: null, note: 'Not told.' },
    ],
  };
  expect(runChangesText(found)).toBe(
    'The last good run was good on thread t.\nchanged  input         {"a":1} → nothing\nunknown  code version  Not told.',
  );
  expect(
    runChangesText({ ...found, base: null, searched: { ...found.searched, runs: 2, isComplete: false } }),
  ).toBe(
    'No good run of this graph before it was found. Searched were 2 runs on 1 thread. There are more that were not searched.',
  );
});
