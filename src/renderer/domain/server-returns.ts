import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import type { ErrorCode } from '../../shared/app-error.ts';

/** How often each server came back while this window was open, by connection. */
const returnsStore = createStore<ReadonlyMap<string, number>>(() => new Map());

/** Reports that a server responds again. */
export function reportServerReturn(connectionId: string): void {
  const returns = returnsStore.getState();
  returnsStore.setState(new Map(returns).set(connectionId, (returns.get(connectionId) ?? 0) + 1), true);
}

/** A `useMutation` result. */
export interface FailedAction {
  readonly error: unknown;
  readonly reset: () => void;
}

/**
 * Clears the error of an action that failed because its server was unreachable, once the server responds
 * again. Queries are refetched instead.
 */
export function useResetOnServerReturn(connectionId: string | null, { error, reset }: FailedAction): void {
  useOnServerReturn(connectionId, () => {
    if (isOutage(error)) reset();
  });
}

/** Calls back when a server responds again. */
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

/** Whether an `AppError` or its wire form means that the server was unreachable. */
export function isOutage(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && outageCodes.has(error.code);
}

/**
 * Clears the error of an action whose input changes: it was about the earlier input. A running action
 * continues, and its callbacks are still called.
 */
export function clearError({ error, reset }: FailedAction): void {
  if (error !== null) reset();
}
