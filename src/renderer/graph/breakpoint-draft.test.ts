import { describe, expect, it } from 'vitest';
import type { Breakpoint } from '../../shared/model/breakpoint.ts';
import { plainBreakpoint } from '../shared-ui/stored-breakpoints.ts';
import { breakpointFrom, draftErrors, toBreakpointDraft } from './breakpoint-draft.ts';

const full: Breakpoint = {
  ...plainBreakpoint('review', 'after'),
  id: 'own',
  hitCount: { kind: 'every', count: 3 },
  condition: 'revision > 2',
  changedKeys: ['a', 'b c'],
  logMessage: 'is {revision}',
};

const targets = { nodeIds: ['review'], stateKeys: null };

describe('the draft of a breakpoint', () => {
  it('comes back as it was', () => {
    expect(breakpointFrom(toBreakpointDraft(full), full)).toEqual(full);
    const plain = plainBreakpoint('review', 'before');
    expect(breakpointFrom(toBreakpointDraft(plain), plain)).toEqual(plain);
  });

  it('gets an id of its own with its first condition, and that of its place without any', () => {
    const plain = plainBreakpoint('review', 'before');
    const made = breakpointFrom({ ...toBreakpointDraft(plain), condition: ' a ' }, plain);
    expect(made.condition).toBe('a');
    expect(made.id).not.toBe(plain.id);
    const bare = {
      ...toBreakpointDraft(full),
      visits: 'any',
      condition: '',
      keys: ' , ',
      logMessage: ' ',
    } as const;
    expect(breakpointFrom(bare, full)).toEqual(plainBreakpoint('review', 'after'));
  });

  it('says what is wrong at each field', () => {
    const draft = toBreakpointDraft(full);
    expect(Object.values(draftErrors(draft, targets))).toEqual([null, null, null, null, null]);
    expect(
      draftErrors(
        { ...draft, count: '0', condition: 'a >', logMessage: '{', keys: 'x'.repeat(501) },
        targets,
      ),
    ).toEqual({
      node: null,
      count: 'Enter a whole number from 1 to 1,000,000.',
      keys: 'A key has at most 500 characters.',
      condition: 'The expression ends too early.',
      logMessage: 'An expression has no closing }. Write {{ for a brace.',
    });
    for (const count of ['', '1.5', 'x', '1e9'])
      expect(draftErrors({ ...draft, count }, targets).count).not.toBeNull();
    expect(draftErrors({ ...draft, visits: 'any', count: '' }, targets).count).toBeNull();
  });

  it('is refused at a node or key that is not there, with those that are', () => {
    const draft = toBreakpointDraft(full);
    expect(draftErrors({ ...draft, nodeId: 'gone' }, targets).node).toBe(
      'The graph has no node gone. It has review.',
    );
    expect(draftErrors({ ...draft, nodeId: '*' }, targets).node).toBeNull();
    const targetsWithKeys = { ...targets, stateKeys: ['a', 'c'] };
    expect(draftErrors(draft, targetsWithKeys).keys).toBe('The state has no key b c. It has a, c.');
    expect(draftErrors({ ...draft, keys: 'a, c' }, targetsWithKeys).keys).toBeNull();
  });
});
