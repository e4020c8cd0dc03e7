import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ErrorCode } from '../../shared/app-error.ts';

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
  useOnServerReturn(connectionId, () => {
    if (isOutage(error)) reset();
  });
}

/** Calls back when a server answers again after it was away. */
export function useOnServerReturn(connectionId: string | null, callback: () => void): void {
  const count = useStore(returnsStore, (returns) => returns.get(connectionId ?? '') ?? 0);
  const seen = useRef({ connectionId, count });
  const onReturn = useEffectEvent(callback);
  useEffect(() => {
    const before = seen.current;
    seen.current = { connectionId, count };
    if (before.connectionId === connectionId && before.count !== count) onReturn();
  }, [connectionId, count]);
}

const outageCodes: ReadonlySet<unknown> = new Set<ErrorCode>(['unreachable', 'timeout']);

/** Whether an `AppError` or its wire form says that the server did not answer. */
export function isOutage(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && outageCodes.has(error.code);
}

/**
 * Takes back the error of an action whose input changes: it was about the earlier input. An action under way goes on, and
 * its callbacks are still called.
 */
export function clearError({ error, reset }: FailedAction): void {
  if (error !== null) reset();
}
