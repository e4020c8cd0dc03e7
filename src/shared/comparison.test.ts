import { expect, it } from 'vitest';
import { ExecutionMark } from './model/comparison.ts';
import { alignedNodeId, alignedText, isDifferent, isDifferentMark, partVerdict } from './comparison.ts';
import { checkpointSide, executionSide } from './compare-side.ts';

const sides = { left: 'left', right: 'right' };

it('an aligned execution has the id of its node on the canvas', () => {
  expect(alignedNodeId({ path: [], node: 'plan' })).toBe('plan');
  expect(alignedNodeId({ path: ['write', 'draft'], node: 'polish' })).toBe('write:draft:polish');
});

it('what is unknown is no difference, and another order is one', () => {
  const different = ExecutionMark.options.filter(isDifferentMark);
  expect(different).toEqual(['other-output', 'other-input', 'only-left', 'only-right']);
  expect(isDifferent({ mark: 'unknown', moved: false })).toBe(false);
  expect(isDifferent({ mark: 'same', moved: true })).toBe(true);
});

it('each mark has words of its own, with the names of the sides', () => {
  const texts = ExecutionMark.options.flatMap((mark) =>
    [false, true].map((moved) => alignedText({ mark, moved }, sides)),
  );
  expect(new Set(texts).size).toBe(texts.length);
  expect(alignedText({ mark: 'same', moved: true }, sides)).toBe('different order');
  expect(alignedText({ mark: 'other-output', moved: true }, sides)).toBe('different output, different order');
  expect(alignedText({ mark: 'only-right', moved: false }, { left: 'in FROM', right: 'in TO' })).toBe(
    'only in TO',
  );
});

it('a side names the namespace of a subgraph only', () => {
  const thread = { connectionId: 'c', threadId: 't' };
  const root = { checkpointId: 'p', checkpointNs: '', taskId: 'k' };
  expect(executionSide(thread, root)).toEqual({
    kind: 'execution',
    ...thread,
    checkpointId: 'p',
    taskId: 'k',
  });
  const inner = { ...root, checkpointNs: 'write:1' };
  expect(executionSide(thread, inner)).toMatchObject({ checkpointNs: 'write:1' });
  expect(checkpointSide(thread, inner)).toEqual({
    kind: 'checkpoint',
    ...thread,
    checkpointId: 'p',
    checkpointNs: 'write:1',
  });
  expect(checkpointSide(thread, root)).not.toHaveProperty('checkpointNs');
});

it('a part that is unknown on a side is neither the same nor different', () => {
  expect(partVerdict({ equal: null, onlyIds: false })).toBe('unknown');
  expect(partVerdict({ equal: true, onlyIds: false })).toBe('same');
  expect(partVerdict({ equal: false, onlyIds: true })).toBe('only-ids');
  expect(partVerdict({ equal: false, onlyIds: false })).toBe('different');
});
