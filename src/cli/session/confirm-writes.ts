import { z } from 'zod';
import { AppError } from '../../shared/app-error.ts';
import { contract, type StudioHandlers } from '../../shared/contract.ts';

type Calls = StudioHandlers['calls'];

export type CallInput<K extends keyof Calls> = Parameters<Calls[K]>[0];
export type CallResult<K extends keyof Calls> = Awaited<ReturnType<Calls[K]>>;

/** Calls the back end by name. Rejects with `AppError`. */
export type Call = <K extends keyof Calls>(name: K, input: CallInput<K>) => Promise<CallResult<K>>;

export interface WriteConfirmation {
  // Of the server with this name: `--yes`, or `mcp --allow-production NAME`.
  confirms(serverName: string): boolean;
  // `--confirm NAME`
  readonly typedName: string | null;
  readonly hints: { readonly write: string; readonly destroy: string };
}

export function createCall(
  handlers: StudioHandlers,
  confirmation: WriteConfirmation,
  signal: AbortSignal,
): Call {
  return async <K extends keyof Calls>(name: K, input: CallInput<K>): Promise<CallResult<K>> => {
    const checked = z.safeParse(contract.calls[name].input, input);
    if (!checked.success) throw invalidArgument(checked.error);
    // The same name has the same types on both sides.
    const handler = handlers.calls[name] as (
      input: CallInput<K>,
      signal: AbortSignal,
    ) => Promise<CallResult<K>>;
    const call = (): Promise<CallResult<K>> => handler(checked.data as CallInput<K>, signal);
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'confirmation-required') throw error;
      await confirm(handlers, error, confirmation, signal);
      return call();
    }
  };
}

function invalidArgument({ issues: [issue] }: z.core.$ZodError): AppError {
  const field = issue?.path.map(String).join('.') ?? '';
  const problem = issue?.message ?? 'Invalid input';
  return new AppError('invalid-input', 'An argument is not valid.', {
    hint: `${field === '' ? problem : `${field}: ${problem}`}.`,
  });
}

async function confirm(
  handlers: StudioHandlers,
  refusal: AppError,
  { confirms, typedName, hints }: WriteConfirmation,
  signal: AbortSignal,
): Promise<void> {
  const { permit, effect, name = '' } = refusal.details;
  const isDestructive = effect === 'destroy';
  if (!confirms(name) || permit === undefined || (isDestructive && typedName === null)) {
    const hint = isDestructive ? hints.destroy : hints.write;
    throw new AppError('confirmation-required', refusal.message, { hint });
  }
  await handlers.calls['connections.confirmWrite']({ permit, typedName }, signal).catch((error: unknown) => {
    // Another name than the server's: not confirmed, whatever was typed.
    if (!(error instanceof AppError) || error.code !== 'invalid-input') throw error;
    throw new AppError('confirmation-required', `${refusal.message} --confirm names another server.`, {
      hint: hints.destroy,
    });
  });
}
