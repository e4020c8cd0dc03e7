import type { ConnectionHealth } from '../../shared/model/connection.ts';
import type { StudioRpc } from '../../renderer/rpc/rpc-context.ts';
import { snapshotStream } from './stub-handlers.ts';

/** A back end with only the capabilities of servers, for views that need nothing else. */
export function serversStudio(health: readonly ConnectionHealth[] = []): StudioRpc {
  return {
    call: () => Promise.reject(new Error('No call is expected.')),
    open: (_name: string, _input: unknown, signal: AbortSignal) =>
      snapshotStream({ connections: [], health }, signal),
    // Only what a subscription uses.
  } as unknown as StudioRpc;
}
