import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { useRowShortcut } from './triage-shortcuts.ts';

it('a key that was pressed for one question does not decide the next one', () => {
  const { result, rerender } = renderHook(({ shown }: { shown: string | null }) => useRowShortcut(shown), {
    initialProps: { shown: 'a' },
  });
  act(() => result.current[1]({ kind: 'pick', index: 1 }));
  expect(result.current[0]).toEqual({ kind: 'pick', index: 1 });
  rerender({ shown: 'b' });
  expect(result.current[0]).toBeNull();
  act(() => result.current[1]({ kind: 'submit' }));
  expect(result.current[0]).toEqual({ kind: 'submit' });
  rerender({ shown: 'c' });
  expect(result.current[0]).toBeNull();
});
