import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { AppError } from '../../shared/app-error.ts';

/** How often each server answered again after it was away, by its connection, while this window was open. */
const returnsStore = createStore<ReadonlyMap<string, number>>(() => new Map());

/** Reports that a server answers again: what failed because it was away no longer does. */
export function reportServerReturn(connectionId: string): void {
  const returns = returnsStore.getState();
  returnsStore.setState(new Map(returns).set(connectionId, (returns.get(connectionId) ?? 0) + 1), true);
}

/** An action that may have failed, as `useMutation` returns it. */
export interface FailedAction {
  readonly error: unknown;
  readonly reset: () => void;
}

/**
 * Takes back the error of an action that failed because its server was away, once that server answers: a note does not
 * outlive its cause. Reads need none of this, they are made again.
 */
export function useResetOnServerReturn(connectionId: string | null, { error, reset }: FailedAction): void {
  const count = useStore(returnsStore, (returns) => returns.get(connectionId ?? '') ?? 0);
  const seen = useRef(count);
  const onReturn = useEffectEvent(() => {
    if (isOutage(error)) reset();
  });
  useEffect(() => {
    if (seen.current === count) return;
    seen.current = count;
    onReturn();
  }, [count]);
}

function isOutage(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'unreachable' || error.code === 'timeout');
}
