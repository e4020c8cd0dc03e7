import { untilAborted } from 'remote-graph-client/client';
import type { RequestCredential } from 'remote-graph-client/client';
import { AppError } from '../../shared/app-error.ts';
import type { CredentialStatus } from '../../shared/model/credential.ts';
import type { WireError } from '../../shared/wire-error.ts';
import type { ObtainedHeaders } from './command-output.ts';

/**
 * A server's credential, obtained when a request needs it. Concurrent requests share one attempt, which goes on when
 * one of them is aborted.
 */
export interface RefreshedCredential extends RequestCredential {
  status(): CredentialStatus;
  /** Forgets what was obtained, so that the next request asks again at once. */
  reset(): void;
  dispose(): void;
}

interface RefreshedCredentialOptions {
  // `isForced`: the previous headers were refused, whatever their expiry says.
  readonly obtain: (isForced: boolean, signal: AbortSignal) => Promise<ObtainedHeaders>;
  readonly onChange: () => void;
  readonly toProblem: (error: unknown) => WireError;
  // The state before anything was obtained.
  readonly initialState: () => CredentialStatus['state'];
  readonly now?: () => number;
}

// Requests take time, and clocks differ: headers that expire within a minute are renewed, short-lived ones after half
// their life.
const marginMs = 60_000;
// The shortest time between two renewals that a refusal forces, and after a renewal that failed.
const forcedPauseMs = 30_000;
const failurePauseMs = 5_000;

/** Refreshes a credential that expires (an OAuth token, a key from a command) before it does, or when a server refuses it. */
export function createRefreshedCredential(options: RefreshedCredentialOptions): RefreshedCredential {
  const { obtain, onChange, toProblem, initialState, now = Date.now } = options;
  const stopped = new AbortController();
  let current: (ObtainedHeaders & { readonly obtainedAt: number }) | null = null;
  let pending: Promise<ObtainedHeaders> | null = null;
  let failure: { readonly error: unknown; readonly failedAt: number } | null = null;
  let forcedAt = Number.NEGATIVE_INFINITY;
  let generation = 0;

  const isExpired = ({ expiresAt }: ObtainedHeaders): boolean => expiresAt !== null && expiresAt <= now();
  const isDue = (obtained: NonNullable<typeof current>): boolean => {
    if (obtained.expiresAt === null) return false;
    const margin = Math.min(marginMs, (obtained.expiresAt - obtained.obtainedAt) / 2);
    return obtained.expiresAt - margin <= now();
  };
  const renewal = (isForced: boolean): Promise<ObtainedHeaders> => {
    if (pending) return pending;
    const attemptGeneration = generation;
    const attempt = obtain(isForced, stopped.signal).then(
      (obtained) => {
        if (attemptGeneration === generation) {
          current = { ...obtained, obtainedAt: now() };
          failure = null;
        }
        return obtained;
      },
      (error: unknown) => {
        if (attemptGeneration === generation) failure = { error, failedAt: now() };
        throw error;
      },
    );
    pending = attempt.finally(() => {
      if (attemptGeneration !== generation) return;
      pending = null;
      onChange();
    });
    // Each waiting request handles the rejection itself; if none is left, it must not count as unhandled.
    pending.catch(() => undefined);
    return pending;
  };

  return {
    async headers(signal) {
      if (current && !isDue(current)) return current.headers;
      const usable = current && !isExpired(current) ? current : null;
      if (failure && now() - failure.failedAt < failurePauseMs) {
        if (usable) return usable.headers;
        throw failure.error;
      }
      try {
        return (await untilAborted(renewal(false), signal ?? undefined)).headers;
      } catch (error) {
        // A credential that is still valid for a while is better than none, unless it was forgotten meanwhile.
        if (current && signal?.aborted !== true && !isExpired(current)) return current.headers;
        throw error;
      }
    },
    async renew(refusedHeaders, signal) {
      if (pending)
        return differing((await untilAborted(pending, signal ?? undefined)).headers, refusedHeaders);
      if (current && current.headers !== refusedHeaders) return differing(current.headers, refusedHeaders);
      if (now() - forcedAt < forcedPauseMs) return null;
      forcedAt = now();
      return differing((await untilAborted(renewal(true), signal ?? undefined)).headers, refusedHeaders);
    },
    status() {
      const problem = failure === null ? null : toProblem(failure.error);
      const expiresAt = current?.expiresAt ?? null;
      const state = stateOf(failure?.error, current !== null && !isExpired(current)) ?? initialState();
      return { state, expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(), problem };
    },
    reset() {
      generation += 1;
      current = null;
      pending = null;
      failure = null;
      forcedAt = Number.NEGATIVE_INFINITY;
      onChange();
    },
    dispose: () => stopped.abort(),
  };
}

function stateOf(error: unknown, isUsable: boolean): CredentialStatus['state'] | null {
  if (error === undefined) return isUsable ? 'ready' : null;
  const reason = error instanceof AppError ? error.details['credential'] : undefined;
  if (reason === 'not-allowed' || reason === 'signed-out') return reason;
  return isUsable ? 'ready' : 'failed';
}

type CredentialHeaders = ObtainedHeaders['headers'];

// The same headers would be refused again.
function differing(headers: CredentialHeaders, refusedHeaders: CredentialHeaders): CredentialHeaders | null {
  return JSON.stringify(headers) === JSON.stringify(refusedHeaders) ? null : headers;
}
