import { describe, expect, it } from 'vitest';
import { writerShape } from '../../testing/renderer/graph-shape-builder.ts';
import { plainBreakpoint } from '../shared-ui/stored-breakpoints.ts';
import { breakpointMenuState, changeBlocker, stateActionBlocker } from './node-menu-state.ts';

const nodeOf = (id: string) => {
  const node = writerShape.nodes.find((one) => one.id === id);
  if (!node) throw new Error(`no ${id}`);
  return node;
};

describe('breakpointChoice', () => {
  it.each([
    ['plan', [], false, false, null],
    ['plan', [plainBreakpoint('plan', 'before')], true, false, null],
    ['plan', [{ ...plainBreakpoint('plan', 'before'), enabled: false }], false, false, null],
    ['plan', [{ ...plainBreakpoint('plan', 'before'), condition: 'a > 1' }], true, false, 'if a > 1'],
    ['plan', [plainBreakpoint('plan', 'after')], false, false, null],
    ['plan', [plainBreakpoint('*', 'before')], true, false, 'Set for every node'],
    [
      'write:draft',
      [plainBreakpoint('*', 'before')],
      false,
      true,
      'Breakpoints work on top-level nodes only',
    ],
  ])('%s with %j', (id, breakpoints, checked, fixed, detail) => {
    expect(breakpointMenuState(nodeOf(id), 'before', breakpoints)).toEqual({ checked, fixed, detail });
  });

  it('can not take away what the graph declares', () => {
    const declared = { ...nodeOf('plan'), breakAfter: true };
    expect(breakpointMenuState(declared, 'after', [])).toEqual({
      checked: true,
      fixed: true,
      detail: 'Declared by the graph',
    });
  });
});

describe('stateHindrance', () => {
  it.each([
    ['plan', 't', null],
    ['plan', null, 'No thread selected'],
    ['__end__', 't', 'This node does not run'],
    ['write:draft', 't', 'State can be updated as a top-level node only'],
  ])('%s on %s', (id, threadId, expected) => {
    expect(stateActionBlocker(nodeOf(id), threadId)).toBe(expected);
  });
});

it('nothing is changed at a node of a recording, although it can be read', () => {
  const plan = nodeOf('plan');
  expect(changeBlocker(plan, 't', null)).toBeNull();
  expect(changeBlocker(plan, 't', 'A recording is read-only.')).toBe('A recording is read-only.');
  expect(stateActionBlocker(plan, 't')).toBeNull();
});
