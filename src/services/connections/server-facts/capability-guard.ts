import type { GraphClient } from 'remote-graph-client/client';
import { AppError, type ErrorCode } from '../../../shared/app-error.ts';
import type { StudioHandlers } from '../../../shared/contract.ts';
import type { Capabilities } from '../../../shared/model/capability.ts';
import { missingFeature, type CallName, type MissingFeature } from '../../../shared/model/missing-feature.ts';

type Calls = StudioHandlers['calls'];
type Call = (input: never, signal: AbortSignal) => Promise<unknown>;

// - `capabilitiesOf`: What is known of a server; everything unknown for one that was never asked.
// - `suspectedThings`: Paths of things whose absence would explain a server's answers.
interface CapabilityGuardOptions {
  readonly capabilitiesOf: (connectionId: string) => Capabilities;
  readonly suspectedThings: (connectionId: string) => readonly string[];
  readonly client: (connectionId: string) => Promise<GraphClient>;
}

// Failures that may come from a missing route or option.
const doubtfulCodes: ReadonlySet<ErrorCode> = new Set(['unsupported', 'not-found', 'rejected-by-server']);

/**
 * Wraps handlers: a call that needs what its server is known to lack fails with `unsupported` and is not sent. If the
 * answer to a call shows it first, the call fails with the same words.
 */
export function guardByCapabilities(
  calls: Calls,
  { capabilitiesOf, suspectedThings, client }: CapabilityGuardOptions,
): Calls {
  const guardCall =
    (method: CallName, call: Call): Call =>
    async (input, signal) => {
      const { connectionId } = input as { readonly connectionId?: unknown };
      if (typeof connectionId !== 'string') return call(input, signal);
      const missing = missingFeature(capabilitiesOf(connectionId), method, input);
      if (missing !== null) throw unsupportedError(missing, undefined);
      try {
        return await call(input, signal);
      } catch (error) {
        if (!(error instanceof AppError) || !doubtfulCodes.has(error.code)) throw error;
        await readThings(await client(connectionId), suspectedThings(connectionId), signal);
        const missingNow = missingFeature(capabilitiesOf(connectionId), method, input);
        throw missingNow === null ? error : unsupportedError(missingNow, error);
      }
    };
  const guarded = Object.entries<Call>(calls).map(([method, call]) => [
    method,
    guardCall(method as CallName, call),
  ]);
  // The cast is safe: the map keeps names and types.
  return Object.fromEntries(guarded) as Calls;
}

function unsupportedError(
  { capability, message, knownFrom }: MissingFeature,
  cause: AppError | undefined,
): AppError {
  return new AppError('unsupported', message, {
    hint: knownFrom,
    details: { ...cause?.details, capability },
    ...(cause === undefined ? {} : { cause }),
  });
}

const maxReads = 5;

// Reads what may be missing. The answers show whether a route was missing instead.
async function readThings(client: GraphClient, paths: readonly string[], signal: AbortSignal): Promise<void> {
  const options = { signal, purpose: 'connections.check' };
  const reads = paths.slice(-maxReads).map((path): Promise<unknown> => {
    const [id = '', , runId] = path
      .replace(/^.*?\/(?:threads|assistants)\//, '')
      .split('/')
      .map(decodeURIComponent);
    if (!path.includes('/threads/')) return client.assistants.get(id, options);
    return runId === undefined ? client.threads.get(id, options) : client.runs.get(id, runId, options);
  });
  await Promise.allSettled(reads);
}
