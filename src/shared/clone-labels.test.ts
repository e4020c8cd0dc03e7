import { expect, it } from 'vitest';
import type { CloneResult } from './model/thread-clone.ts';
import {
  differencePlace,
  differenceText,
  lossText,
  cloneProgressText,
  cloneVerdictText,
} from './clone-labels.ts';

const result: CloneResult = {
  threadId: 't',
  name: null,
  checkpoints: 3,
  branches: 1,
  same: 3,
  differences: [],
  metadataDiffers: false,
  overwrittenKeys: [],
  losses: [],
};

it('says whether a clone equals its source', () => {
  expect(cloneVerdictText(result)).toBe('All 3 checkpoints equal the source, value by value.');
  expect(cloneVerdictText({ ...result, branches: 2 })).toBe(
    'All 3 checkpoints on 2 branches equal the source, value by value.',
  );
  expect(cloneVerdictText({ ...result, same: 1 })).toBe(
    '1 of 3 checkpoints equals the source. The others differ.',
  );
  expect(cloneVerdictText({ ...result, metadataDiffers: true })).toContain('but its metadata differs');
  expect(cloneVerdictText({ ...result, checkpoints: 0, same: 0 })).toContain('It has no checkpoints.');
});

it('names what differs', () => {
  const difference = {
    branch: 1,
    position: 1,
    sourceCheckpointId: 'a',
    checkpointId: 'b',
    keys: [],
    missingNext: [],
    extraNext: [],
  };
  expect(differenceText({ ...difference, keys: ['a', 'b'], extraNext: ['x'] })).toBe(
    'Different values of a, b; also runs x next.',
  );
  expect(differencePlace(difference)).toBe('Checkpoint 1');
  expect(differencePlace({ ...difference, branch: 2 })).toBe('Checkpoint 1 of branch 2');
  expect(differenceText({ ...difference, missingNext: ['x'] })).toBe('Does not run x next.');
  expect(differenceText({ ...difference, checkpointId: null })).toBe('The clone does not contain it.');
});

it('counts', () => {
  expect(lossText({ kind: 'pending-interrupts', count: 1 })).toBe(
    '1 pending interrupt. A run of the clone raises it again.',
  );
  expect(lossText({ kind: 'joined-writers', count: 1 })).toBe(
    '1 checkpoint of other branches with more than one writer: one node writes for all.',
  );
  expect(lossText({ kind: 'runs', count: 2 })).toBe('2 runs with their events.');
  expect(cloneProgressText({ phase: 'verifying', done: 2, total: 1200, attempt: 2 })).toBe(
    'Comparing with the source: 2 of 1,200 checkpoints… Attempt 2: the last clone differed from its source.',
  );
});
