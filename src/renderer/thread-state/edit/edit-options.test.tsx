import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { draftKey, readDraft, writeDraft } from '../../storage/drafts.ts';
import { useEditOptions } from './edit-options.ts';

it('what was chosen for an edit is there when it is opened again, until it is forgotten', () => {
  const keyParts = ['c', 't', 'cp'];
  const show = (requested: string | null) => renderHook(() => useEditOptions(keyParts, requested));
  const open = () => show(null).result;
  const first = open();
  expect([first.current.asNode, first.current.any]).toEqual([undefined, false]);
  act(() => first.current.chooseNode('review'));
  act(() => first.current.chooseStrategy('messages', 'anew'));
  act(() => first.current.chooseStrategy('aside', 'whole'));
  const again = open();
  expect(again.current).toMatchObject({
    asNode: 'review',
    strategies: { messages: 'anew', aside: 'whole' },
    any: true,
  });
  // The server's own choice is a choice too.
  act(() => again.current.chooseNode(null));
  expect(open().current.asNode).toBeNull();
  // A node that the edit was asked for elsewhere takes its place, and is kept as well.
  const requested = show('plan');
  expect(requested.result.current.asNode).toBe('plan');
  requested.unmount();
  expect(open().current).toMatchObject({ asNode: 'plan', strategies: { messages: 'anew' } });
  act(() => again.current.forget());
  expect(readDraft(draftKey('state-choices', ...keyParts))).toBeNull();
  writeDraft(draftKey('state-choices', ...keyParts), '{"asNode":1}');
  expect(open().current.asNode).toBeUndefined();
});
