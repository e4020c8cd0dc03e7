/** How the ids of opened recordings begin. Those of servers are UUIDs. */
export const recordingIdStart = 'recording-';

/** Why nothing can be changed on a connection, as text of a tooltip; `null` if it can. */
export function readOnlyReason(connectionId: string | null): string | null {
  return connectionId?.startsWith(recordingIdStart) === true ? 'A recording is read-only.' : null;
}

/** What stands in a link for the base URL of an opened recording: a URL that no network has (RFC 2606). */
export function recordingBaseUrl(connectionId: string): string {
  return `http://${connectionId}.invalid`;
}

export function isRecordingBaseUrl(url: string): boolean {
  return url.startsWith(`http://${recordingIdStart}`) && /\.invalid(?:\/|$)/.test(url);
}

/** The same for an opened recording in a link that names its file (`?recording=tides`), with or without its ending. */
export function namedRecordingBaseUrl(fileName: string): string {
  const name = fileName.replace(/(?:\.recording)?\.zip$|\.jsonl?$/i, '') || fileName;
  return `http://${recordingIdStart}named.invalid/${encodeURIComponent(name)}`;
}
