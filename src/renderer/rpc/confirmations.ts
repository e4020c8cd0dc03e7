import { createStore, type StoreApi } from 'zustand/vanilla';
import { AppError } from '../../shared/app-error.ts';
import { isWritingCall, type CallEffect, type WritingCall } from '../../shared/writing-calls.ts';
import type { StudioRpc } from './rpc-context.ts';

/** A call that waits for the user, because its server is marked as production. */
export interface PendingConfirmation {
  readonly id: string;
  readonly call: WritingCall;
  readonly input: unknown;
  readonly effect: CallEffect;
  /** Whether it also confirms the calls of its act that follow. */
  readonly hasMore: boolean;
  readonly serverName: string;
  /** When the call was made, as `performance.now()`. */
  readonly calledAt: number;
  /** Confirms and repeats the call. Rejects if the studio does not accept `typedName`. */
  readonly confirm: (typedName: string | null) => Promise<void>;
  /** It is not sent; the call fails with `cancelled`. */
  readonly cancel: () => void;
}

export type ConfirmationStore = StoreApi<{ readonly pending: readonly PendingConfirmation[] }>;

export function createConfirmationStore(): ConfirmationStore {
  return createStore(() => ({ pending: [] }));
}

// What the user confirmed in one act: covers writes, or (`typedName`) also destructive calls.
interface Approval {
  typedName: string | null;
}

const onceGuards = new WeakMap<StudioRpc, () => StudioRpc>();
const stores = new WeakMap<StudioRpc, ConfirmationStore>();

const noConfirmations = createConfirmationStore();

export function confirmationsOf(rpc: StudioRpc): ConfirmationStore {
  return stores.get(rpc) ?? noConfirmations;
}

/**
 * Reports when the user is asked about a call, and when it is sent after all. `input`: the object that it was called
 * with. Not reported: that the user refused, with which the call fails.
 */
export function watchConfirmation(
  rpc: StudioRpc,
  input: object,
  onChange: (isAsking: boolean) => void,
): () => void {
  let wasAsking = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const unsubscribe = confirmationsOf(rpc).subscribe(({ pending }) => {
    const isAsking = pending.some((one) => one.input === input);
    if (isAsking === wasAsking) return;
    wasAsking = isAsking;
    clearTimeout(timer);
    if (isAsking) onChange(true);
    // A refused call fails before that.
    else timer = setTimeout(() => onChange(false), 0);
  });
  return () => {
    clearTimeout(timer);
    unsubscribe();
  };
}

/**
 * A studio for the calls of one act, such as a thread and its first run, or deletions in batches: the user
 * confirms the first of them, and the others follow it.
 */
export function confirmOnce(rpc: StudioRpc): StudioRpc {
  return onceGuards.get(rpc)?.() ?? rpc;
}

/**
 * Wraps the access to the back end: a call that the back end refuses until it is confirmed waits for the user
 * and is then repeated. The back end is the guard; this only asks.
 */
export function withConfirmations(rpc: StudioRpc, store: ConfirmationStore): StudioRpc {
  const guarded = guardedStudio(rpc, store, null);
  stores.set(guarded, store);
  onceGuards.set(guarded, () => guardedStudio(rpc, store, new Map()));
  return guarded;
}

// `approvals`: what was confirmed so far, by connection; `null` if each call is confirmed separately.
function guardedStudio(
  rpc: StudioRpc,
  store: ConfirmationStore,
  approvals: Map<string, Approval> | null,
): StudioRpc {
  let asking: Promise<unknown> = Promise.resolve();
  return {
    open: (name, input, signal) => rpc.open(name, input, signal),
    async call(method, input, signal) {
      const calledAt = performance.now();
      try {
        return await rpc.call(method, input, signal);
      } catch (error) {
        if (!isWritingCall(method) || !needsConfirmation(error)) throw error;
        const refusal = refusalOf(error);
        const approve = async (): Promise<void> => {
          const approval = approvals?.get(connectionOf(input));
          if (approval && (refusal.effect === 'write' || approval.typedName !== null)) {
            await rpc.call('connections.confirmWrite', {
              permit: refusal.permit,
              typedName: approval.typedName,
            });
            return;
          }
          const typedName = await ask(
            rpc,
            store,
            { ...refusal, call: method, input, calledAt, hasMore: approvals !== null },
            signal,
          );
          approvals?.set(connectionOf(input), { typedName });
        };
        // One after the other, so that the calls of an act see what was confirmed before.
        const approved = asking.then(approve, approve);
        asking = approved;
        await approved;
        return rpc.call(method, input, signal);
      }
    },
  };
}

interface Refusal {
  readonly permit: string;
  readonly effect: CallEffect;
  readonly serverName: string;
}

function needsConfirmation(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'confirmation-required';
}

function refusalOf({ details }: AppError): Refusal {
  return {
    permit: details['permit'] ?? '',
    effect: details['effect'] === 'write' ? 'write' : 'destroy',
    serverName: details['name'] ?? '',
  };
}

function connectionOf(input: object): string {
  return 'connectionId' in input ? String(input.connectionId) : '';
}

function ask(
  rpc: StudioRpc,
  store: ConfirmationStore,
  { permit, ...details }: Refusal & Pick<PendingConfirmation, 'call' | 'input' | 'calledAt' | 'hasMore'>,
  signal: AbortSignal | undefined,
): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      store.setState(({ pending }) => ({ pending: pending.filter(({ id }) => id !== permit) }));
      signal?.removeEventListener('abort', cancel);
      act();
    };
    const cancel = (): void => settle(() => reject(notConfirmed(details.serverName)));
    if (signal?.aborted === true) return cancel();
    signal?.addEventListener('abort', cancel);
    const confirm = async (typedName: string | null): Promise<void> => {
      await rpc.call('connections.confirmWrite', { permit, typedName });
      settle(() => resolve(typedName));
    };
    store.setState(({ pending }) => ({ pending: [...pending, { id: permit, ...details, confirm, cancel }] }));
  });
}

/** Whether a call failed because the user did not confirm it. */
export function isNotConfirmed(error: unknown): boolean {
  return error instanceof AppError && error.code === 'cancelled' && error.details['why'] === why;
}

const why = 'not confirmed';

function notConfirmed(serverName: string): AppError {
  return new AppError('cancelled', `Not confirmed. This was not sent to ${serverName}.`, {
    details: { why },
  });
}
