import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { maxBreakpoints, type Breakpoint } from '../../shared/model/breakpoint.ts';
import { draftKey, readDraft, writeDraft } from '../storage/drafts.ts';
import { toastStore } from '../ui/popups/toast-store.ts';
import { breakpointConditionsText, breakpointPlace, hitSentence, ordinal } from './breakpoint-labels.ts';
import { breakpointsOfRun, readBreakpoints, useBreakpoints, type Breakpoints } from './breakpoints.ts';
import { parseBreakpoints, parseOldBreakpoints, plainBreakpoint } from './stored-breakpoints.ts';

const owner = (graphId = 'g', assistantId = 'a') => ({ connectionId: 's', assistantId, graphId });
const held = (graphId?: string, assistantId?: string) =>
  renderHook(() => useBreakpoints(owner(graphId, assistantId))).result;
const listOf = ({ current }: ReturnType<typeof held>): string =>
  `${current.before.join(' ')} | ${current.after.join(' ')}`;
const conditional: Breakpoint = { ...plainBreakpoint('plan', 'before'), id: 'c', condition: 'revision > 2' };

describe('useBreakpoints', () => {
  let breakpoints: ReturnType<typeof held>;
  beforeEach(() => {
    breakpoints = held();
    act(() => breakpoints.current.clear());
  });
  const change = (rule: (current: Breakpoints) => void) => act(() => rule(breakpoints.current));

  it('sets and takes away single nodes, each side for itself', () => {
    change((current) => {
      current.toggle('plan', 'before');
      current.toggle('write:draft', 'before');
      current.toggle('plan', 'after');
    });
    expect(listOf(breakpoints)).toBe('plan write:draft | plan');
    change((current) => current.toggle('plan', 'before'));
    expect(listOf(breakpoints)).toBe('write:draft | plan');
    change((current) => current.clear());
    expect(listOf(breakpoints)).toBe(' | ');
  });

  it('holds every node as a star that stands alone', () => {
    change((current) => current.toggle('plan', 'before'));
    change((current) => current.setAll('before', true));
    expect(listOf(breakpoints)).toBe('* | ');
    change((current) => current.toggle('plan', 'before'));
    expect(listOf(breakpoints)).toBe('plan | ');
    change((current) => current.setAll('before', false));
    expect(listOf(breakpoints)).toBe(' | ');
  });

  it('refuses one too many with a notice, and keeps all others', () => {
    change((current) => {
      for (let index = 0; index < maxBreakpoints; index += 1) current.toggle(`n${index}`, 'before');
    });
    const before = breakpoints.current.all;
    expect(toastStore.getState().toasts).toEqual([]);
    change((current) => current.toggle('one more', 'before'));
    expect(breakpoints.current.all).toEqual(before);
    expect(toastStore.getState().toasts.map(({ text }) => text)).toEqual([
      `At most ${maxBreakpoints} breakpoints of a graph are kept. Remove another one first.`,
    ]);
    change((current) => current.toggle('n0', 'before'));
    expect(breakpoints.current.all).toHaveLength(maxBreakpoints - 1);
  });

  it('is one truth for every view and for a run that starts, per graph', () => {
    const other = held('g', 'another assistant');
    change((current) => current.toggle('plan', 'after'));
    expect(listOf(other)).toBe(' | plan');
    expect(readBreakpoints(owner())).toEqual([plainBreakpoint('plan', 'after')]);
    expect(listOf(held('h'))).toBe(' | ');
  });

  it('loses no condition by a key: one with conditions is disabled, and enabled again', () => {
    change((current) => current.put(conditional));
    expect(listOf(breakpoints)).toBe(' | ');
    change((current) => current.toggle('plan', 'before'));
    expect(breakpoints.current.all).toEqual([{ ...conditional, enabled: false }]);
    change((current) => current.toggle('plan', 'before'));
    change((current) => current.setAll('before', true));
    expect(breakpoints.current.all).toEqual([conditional, plainBreakpoint('*', 'before')]);
  });

  it('replaces the one that was edited, in its place', () => {
    change((current) => {
      current.toggle('plan', 'before');
      current.toggle('write', 'before');
    });
    change((current) => current.put(conditional, 'before plan'));
    expect(breakpoints.current.all.map(({ id }) => id)).toEqual(['c', 'before write']);
    change((current) => current.enable(false));
    expect(breakpoints.current.all.map(({ enabled }) => enabled)).toEqual([false, false]);
    change((current) => current.enable(true, 'c'));
    change((current) => current.remove('before write'));
    expect(breakpoints.current.all).toEqual([conditional]);
  });

  it('takes over what earlier versions stored per assistant, and brings it back no more', () => {
    const oldKey = draftKey('breakpoints', 's', 'old');
    act(() => writeDraft(oldKey, '{"before":["plan"],"after":["*"]}'));
    const old = held('old graph', 'old');
    expect(listOf(old)).toBe('plan | *');
    act(() => old.current.toggle('write', 'before'));
    expect(listOf(old)).toBe('plan write | *');
    expect(readDraft(oldKey)).toBeNull();
    act(() => old.current.clear());
    expect(listOf(old)).toBe(' | ');
  });
});

describe('stored breakpoints', () => {
  it.each([null, '', '{', 'null', '7', '[]', '{"before":"plan"}', '{"before":[7,null]}'])(
    'takes %j for none',
    (text) => {
      expect(parseBreakpoints(text)).toEqual([]);
      expect(parseOldBreakpoints(text)).toEqual([]);
    },
  );

  it('keeps the valid ones', () => {
    const stored = [conditional, { ...conditional, id: 'd', side: 'beside' }, conditional, 7];
    expect(parseBreakpoints(JSON.stringify({ breakpoints: stored }))).toEqual([conditional]);
  });
});

describe('breakpoints of a run', () => {
  it('lets the server check what it can, and nothing in subgraphs', () => {
    const all = [
      plainBreakpoint('plan', 'before'),
      plainBreakpoint('write:draft', 'before'),
      { ...plainBreakpoint('write', 'after'), enabled: false },
      conditional,
    ];
    expect(breakpointsOfRun(all, false)).toEqual({
      before: ['plan'],
      after: [],
      checked: [all[0], conditional],
    });
    expect(breakpointsOfRun(all, true).checked).toEqual([]);
  });
});

describe('labels', () => {
  it('says where a breakpoint is, and when it stops', () => {
    expect(breakpointPlace({ nodeId: '*', side: 'after' })).toBe('After every node');
    const all: Breakpoint = {
      ...conditional,
      hitCount: { kind: 'nth', count: 3 },
      changedKeys: ['a', 'b'],
      logMessage: 'x',
    };
    expect(breakpointConditionsText(all)).toBe('3rd visit, a or b changes, if revision > 2, logs “x”');
    expect([1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal).join(' ')).toBe(
      '1st 2nd 3rd 4th 11th 12th 13th 21st 102nd 111th',
    );
  });

  it('says why a run stopped', () => {
    const hit = { breakpointId: 'c', nodeId: 'review', side: 'before' as const };
    expect(hitSentence({ ...hit, findings: [] })).toBe('Your breakpoint before review.');
    expect(
      hitSentence({
        ...hit,
        findings: [
          { kind: 'visit', visit: 3, sinceInput: true },
          { kind: 'changed', key: 'revision', before: '1', after: '2' },
          { kind: 'condition', expression: 'revision > 1' },
        ],
      }),
    ).toBe('Before review: 3rd visit; revision changed 1 → 2; revision > 1 holds.');
    expect(
      hitSentence({ ...hit, findings: [{ kind: 'broken', expression: 'a >', message: 'It ends.' }] }),
    ).toBe('Before review: can’t check a >. It ends.');
  });
});
