import { act, renderHook } from '@testing-library/react';
import { expect, it } from 'vitest';
import { usePendingCommand } from '../commands/command-queue.ts';
import { useAnswerCommands } from './triage-shortcuts.ts';

it('a key that was pressed for one question does not decide the next one', () => {
  const { result, rerender } = renderHook(
    ({ shown }: { shown: string | null }) => ({
      command: useAnswerCommands(shown),
      pending: usePendingCommand('choose-answer'),
    }),
    { initialProps: { shown: 'a' } },
  );
  const paneRef = { paneId: 'inbox', connectionId: 'c', threadId: 't' };
  const choose = { type: 'choose-answer', interruptId: 'i', index: 1, ...paneRef } as const;
  act(() => result.current.command(choose));
  expect(result.current.pending).toEqual(choose);
  rerender({ shown: 'b' });
  expect(result.current.pending).toBeNull();
  act(() => result.current.command(choose));
  expect(result.current.pending).toEqual(choose);
  act(() => result.current.command(null));
  expect(result.current.pending).toBeNull();
});
