import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { draftKey, writeDraft } from '../../storage/drafts.ts';
import { useStateDraft } from './use-state-draft.ts';

afterEach(cleanup);

it('takes no step back from a text that another window has written', () => {
  const keyParts = ['c', 't', 'two-windows'];
  const { result } = renderHook(() => useStateDraft(keyParts, '{"a":1}'));
  act(() => result.current.type('{"a":12}'));
  expect(result.current.undo).not.toBeNull();
  act(() => writeDraft(draftKey('state', ...keyParts), '{"b":7,"a":1}'));
  expect(result.current.text).toBe('{"b":7,"a":1}');
  expect(result.current.undo).toBeNull();
  act(() => result.current.type('{"b":7,"a":13}'));
  act(() => result.current.undo?.());
  expect(result.current.text).toBe('{"b":7,"a":1}');
  expect(result.current.undo).toBeNull();
});
