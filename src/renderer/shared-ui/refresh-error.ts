import { AppError, type ErrorCode } from '../../shared/app-error.ts';
import { WireError } from '../../shared/wire-error.ts';
import { useSubscription } from '../rpc/use-subscription.ts';

// What a request to a server that is away fails with.
const awayCodes: ReadonlySet<ErrorCode> = new Set(['unreachable', 'timeout']);

/**
 * What a list says of a refresh that failed while it still shows what was read before. `null`: nothing, since the banner
 * of the window says that this server does not respond, and the list is read again once it does (ServerBanner.tsx).
 */
export function useRefreshError<E>(connectionId: string | null, error: E): E | null {
  const { item, state } = useSubscription('connections.watch', {});
  const code = error instanceof AppError ? error.code : WireError.safeParse(error).data?.code;
  if (code === undefined || !awayCodes.has(code)) return error;
  const health = item?.health.find((one) => one.connectionId === connectionId);
  const isAway = state === 'live' && (health?.state === 'unreachable' || health?.state === 'offline');
  return isAway ? null : error;
}
