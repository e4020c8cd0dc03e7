/** How the ids of opened recordings begin. Those of servers are UUIDs. */
export const recordingIdStart = 'recording-';

/** Why nothing can be changed on a connection, as text of a tooltip; `null` if it can. */
export function readOnlyReason(connectionId: string | null): string | null {
  return connectionId?.startsWith(recordingIdStart) === true ? 'A recording can only be read.' : null;
}
