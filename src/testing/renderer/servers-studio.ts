import type { ConnectionHealth } from '../../shared/model/connection.ts';
import type { TeamRole } from '../../shared/model/team.ts';
import type { StudioRpc } from '../../renderer/rpc/rpc-context.ts';
import { snapshotStream } from './stub-handlers.ts';

/** A back end with only the capabilities of servers and the user's role, for views that need nothing else. */
export function serversStudio(health: readonly ConnectionHealth[] = [], role?: TeamRole): StudioRpc {
  return {
    call: () => Promise.reject(new Error('No call is expected.')),
    open: (_name: string, _input: unknown, signal: AbortSignal) =>
      snapshotStream({ connections: [], health, ...(role && { role }) }, signal),
    // Only what a subscription uses.
  } as unknown as StudioRpc;
}
