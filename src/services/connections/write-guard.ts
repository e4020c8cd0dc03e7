import { createHash, randomUUID } from 'node:crypto';
import { AppError } from '../../shared/app-error.ts';
import { callEffects } from '../../shared/call-effects.ts';
import type { CallEffect } from '../../shared/writing-calls.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import { recordingIsReadOnly } from './connection-errors.ts';

type Calls = StudioHandlers['calls'];
type Call = (input: never, signal: AbortSignal) => Promise<unknown>;

// Confirms changes to production servers: one gate around all calls, whichever window or host they come from.
interface WriteGuard {
  readonly calls: Pick<Calls, 'connections.confirmWrite'>;
  // Wraps handlers: a call that changes a production server fails with `confirmation-required` (and
  // `details.permit`, `effect`, `name`) and does nothing, unless its permit was confirmed. One that would change a
  // recording fails with `unsupported`.
  guard(calls: Calls): Calls;
}

interface Permit {
  // Digest of the call with its input. A confirmation is for exactly this call.
  readonly digest: string;
  readonly connectionId: string;
  readonly effect: CallEffect;
  confirmedAt: number | null;
}

const maxPermits = 200;
// How long a confirmed call may take to be repeated, in milliseconds.
const confirmedMs = 60_000;

interface WriteGuardOptions {
  readonly productionNameOf: (connectionId: string) => Promise<string | null>;
  readonly isRecording?: (connectionId: string) => boolean;
  readonly now?: () => number;
}

export function createWriteGuard({
  productionNameOf,
  isRecording = () => false,
  now = () => performance.now(),
}: WriteGuardOptions): WriteGuard {
  const permits = new Map<string, Permit>();

  const consume = (digest: string): boolean => {
    for (const [id, permit] of permits) {
      const { confirmedAt } = permit;
      if (confirmedAt === null) continue;
      if (now() - confirmedAt > confirmedMs) permits.delete(id);
      else if (permit.digest === digest) return permits.delete(id);
    }
    return false;
  };
  const refuse = (permit: Omit<Permit, 'confirmedAt'>, name: string): AppError => {
    const id = randomUUID();
    permits.set(id, { ...permit, confirmedAt: null });
    for (const oldest of permits.keys()) {
      if (permits.size <= maxPermits) break;
      permits.delete(oldest);
    }
    return new AppError('confirmation-required', `${name} is marked as production. Nothing was sent.`, {
      hint: 'Confirm the change.',
      details: { permit: id, effect: permit.effect, name },
    });
  };
  const guardCall =
    (method: string, call: Call): Call =>
    async (input, signal) => {
      const effect = effectOf(method, input);
      if (effect === 'none') return call(input, signal);
      const { connectionId } = input as { readonly connectionId: string };
      if (isRecording(connectionId)) throw recordingIsReadOnly();
      const name = await productionNameOf(connectionId);
      if (name === null) return call(input, signal);
      const digest = digestOf(method, input);
      if (!consume(digest)) throw refuse({ digest, connectionId, effect }, name);
      return call(input, signal);
    };

  return {
    calls: {
      'connections.confirmWrite': async ({ permit: id, typedName }) => {
        const permit = permits.get(id);
        const name = permit ? await productionNameOf(permit.connectionId) : null;
        if (!permit || name === null) {
          throw new AppError('not-found', 'This change is no longer waiting for confirmation.', {
            hint: 'Cancel, and repeat the action.',
          });
        }
        if (permit.effect === 'destroy' && typedName?.trim() !== name.trim()) {
          throw new AppError('invalid-input', 'This is not the name of the server.', {
            hint: `Type ${name}.`,
            details: { where: 'typedName' },
          });
        }
        permit.confirmedAt = now();
        return {};
      },
    },
    guard(calls) {
      const guarded = Object.entries<Call>(calls).map(([method, call]) => [method, guardCall(method, call)]);
      // The cast is safe: the map keeps names and types.
      return Object.fromEntries(guarded) as Calls;
    },
  };
}

function effectOf(method: string, input: unknown): CallEffect {
  const effect = callEffects[method as keyof typeof callEffects] as
    | CallEffect
    | ((input: unknown) => CallEffect);
  return typeof effect === 'function' ? effect(input) : effect;
}

function digestOf(method: string, input: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([method, input]))
    .digest('hex');
}
