/** How the ids of opened recordings begin. Those of servers are UUIDs. */
export const recordingIdStart = 'recording-';

/** Why nothing can be changed on a connection, as text of a tooltip; `null` if it can. */
export function readOnlyReason(connectionId: string | null): string | null {
  return connectionId?.startsWith(recordingIdStart) === true ? 'A recording can only be read.' : null;
}

/** The address of an opened recording in a link: one that no network has (RFC 2606). */
export function recordingAddress(connectionId: string): string {
  return `http://${connectionId}.invalid`;
}

export function isRecordingAddress(url: string): boolean {
  return url.startsWith(`http://${recordingIdStart}`) && url.endsWith('.invalid');
}
