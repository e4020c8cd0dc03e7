import type { ErrorCode } from '../../shared/app-error.ts';
import { useEventHandler } from './window-events.ts';

export interface FailedAction {
  readonly error: unknown;
  readonly reset: () => void;
}

/**
 * Clears the error of an action that failed because its server was unreachable, once the server responds
 * again. Queries are refetched instead.
 */
export function useResetOnReconnect(connectionId: string | null, { error, reset }: FailedAction): void {
  useOnReconnect(connectionId, () => {
    if (isOutage(error)) reset();
  });
}

// Calls back when a server responds again.
export function useOnReconnect(connectionId: string | null, callback: () => void): void {
  useEventHandler('server-returned', (event) => {
    if (event.connectionId === connectionId) callback();
  });
}

const outageCodes: ReadonlySet<unknown> = new Set<ErrorCode>(['unreachable', 'timeout']);

// Whether an `AppError` or its wire form means that the server was unreachable.
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
