import { expect, it } from 'vitest';
import { alignedNodeId, isDifferent } from '../../shared/comparison.ts';
import type { AlignedExecution } from '../../shared/model/comparison.ts';
import {
  nextDifference,
  stepKey,
  stepOfNode,
  emptyStepsText,
  stepSummary,
  stepText,
} from './aligned-steps.ts';

function step(node: string, over: Partial<AlignedExecution> = {}): AlignedExecution {
  return {
    node,
    path: [],
    visit: 1,
    left: null,
    right: null,
    mark: 'same',
    inputEqual: true,
    outputEqual: true,
    moved: false,
    ...over,
  };
}

const plan = step('plan');
const write = step('write', { mark: 'other-output' });
const again = step('write', { visit: 2, mark: 'only-left' });
const inner = step('draft', { path: ['write'], mark: 'unknown' });
const end = step('end', { moved: true });
const steps = [plan, write, again, inner, end];

it('goes to the next and the previous difference, and stays where there is none', () => {
  expect(nextDifference(steps, null, 1)).toBe(write);
  expect(nextDifference(steps, stepKey(write), 1)).toBe(again);
  expect(nextDifference(steps, stepKey(again), 1)).toBe(end);
  expect(nextDifference(steps, stepKey(end), 1)).toBeNull();
  expect(nextDifference(steps, stepKey(end), -1)).toBe(again);
  expect(nextDifference(steps, stepKey(write), -1)).toBeNull();
  expect(nextDifference(steps, null, -1)).toBe(end);
  expect(nextDifference([plan], null, 1)).toBeNull();
});

it('a comparison of steps counts what is unknown neither as the same nor as a difference', () => {
  expect(isDifferent(inner)).toBe(false);
  expect(stepSummary({ rows: steps, isCut: false })).toBe('3 of 5 differ, 1 unknown');
  expect(stepSummary({ rows: [plan], isCut: false })).toBe('no difference');
  expect(stepSummary({ rows: [inner], isCut: false })).toBe('no known difference, 1 unknown');
  expect(stepSummary({ rows: [plan], isCut: true })).toBe('no known difference');
  expect(emptyStepsText({ rows: [plan], isCut: false })).toBe(
    'Both sides ran the same, with the same outputs.',
  );
  expect(emptyStepsText({ rows: [inner], isCut: false })).toContain('Some steps are unknown');
});

it('finds the step of a clicked node: one that differs first, and those inside of a subgraph', () => {
  expect(stepOfNode(steps, 'write')).toBe(write);
  expect(stepOfNode(steps, 'write:draft')).toBe(inner);
  expect(stepOfNode([inner], 'write')).toBe(inner);
  expect(stepOfNode(steps, 'nothing')).toBeNull();
  expect(alignedNodeId(inner)).toBe('write:draft');
});

it('says that a step moved beside what else differs', () => {
  expect(stepText(end)).toBe('different order');
  expect(stepText(step('a', { moved: true, mark: 'other-output' }))).toBe(
    'different output, different order',
  );
  expect(stepText(plan)).toBe('same');
});
