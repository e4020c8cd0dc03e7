import { act, renderHook } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  hasBreakpointAt,
  parseBreakpoints,
  readBreakpoints,
  useBreakpoints,
  type Breakpoints,
} from './breakpoints.ts';

const held = (assistantId = 'a') => renderHook(() => useBreakpoints('s', assistantId)).result;
const shown = ({ current }: ReturnType<typeof held>): string =>
  `${current.before.join(' ')} | ${current.after.join(' ')}`;

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
    expect(shown(breakpoints)).toBe('plan write:draft | plan');
    change((current) => current.toggle('plan', 'before'));
    expect(shown(breakpoints)).toBe('write:draft | plan');
    change((current) => current.clear());
    expect(shown(breakpoints)).toBe(' | ');
  });

  it('holds every node as a star that stands alone', () => {
    change((current) => current.toggle('plan', 'before'));
    change((current) => current.setAll('before', true));
    expect(shown(breakpoints)).toBe('* | ');
    expect(hasBreakpointAt(breakpoints.current.before, 'anything')).toBe(true);
    change((current) => current.toggle('plan', 'before'));
    expect(shown(breakpoints)).toBe('plan | ');
    change((current) => current.setAll('before', false));
    expect(shown(breakpoints)).toBe(' | ');
  });

  it('is one truth for every view and for a run that starts, per assistant', () => {
    const other = held();
    change((current) => current.toggle('plan', 'after'));
    expect(shown(other)).toBe(' | plan');
    expect(readBreakpoints('s', 'a')).toEqual({ before: [], after: ['plan'] });
    expect(shown(held('b'))).toBe(' | ');
  });
});

describe('parseBreakpoints', () => {
  it.each([null, '', '{', 'null', '7', '[]', '{"before":"plan"}', '{"before":[7,null]}'])(
    'takes %j for none',
    (text) => {
      expect(parseBreakpoints(text)).toEqual({ before: [], after: [] });
    },
  );
});
