import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { toastStore } from '../../ui/popups/toast-store.ts';
import { useStoredNodePositions } from './stored-node-positions.ts';

const at = (x: number, y: number) => ({ x, y });

afterEach(() => {
  toastStore.setState({ toasts: [] });
  localStorage.clear();
});

it('positions that are reset come back by Undo, but for nodes that were dragged since then', () => {
  const { result } = renderHook(() => useStoredNodePositions(['writer']));
  act(() =>
    result.current.setMoves(
      new Map([
        ['plan', at(10, 20)],
        ['draft', at(30, 40)],
      ]),
    ),
  );
  act(() => result.current.reset());
  expect(result.current.moves.size).toBe(0);
  act(() => result.current.setMoves(new Map([['draft', at(5, 5)]])));
  act(() => toastStore.getState().toasts[0]?.act?.run());
  expect(Object.fromEntries(result.current.moves)).toEqual({ plan: at(10, 20), draft: at(5, 5) });
});

it('a reset of a graph whose nodes nobody dragged says nothing', () => {
  const { result } = renderHook(() => useStoredNodePositions(['empty']));
  act(() => result.current.reset());
  expect(toastStore.getState().toasts).toEqual([]);
});
