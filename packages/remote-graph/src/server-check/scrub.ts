const maxDetailLength = 300;

// Also as a part of an ID of more parts, `…_event_1`.
const uuid = /(?<![0-9a-z])[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?![0-9a-z])/gi;
const hexId = /\b[0-9a-f]{32}\b/gi;
const isoTime = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:?\d\d)?/g;
const eventId = /\b\d{13}(?:-\d+)?\b/g;
const address = /\b(?:https?|wss?):\/\/[^\s"'<>\\]+/gi;
const hostAndPort = /\b(?:localhost|\d{1,3}(?:\.\d{1,3}){3})(?::\d+)?\b/gi;
// oxlint-disable-next-line no-control-regex -- control characters of a server must not reach a terminal
const control = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u2028-\u202e\u2066-\u2069]+/g;

/**
 * Text of a server for a profile: bounded, on one line, without what differs from one check to the next, and without the
 * secrets that were sent.
 */
export function scrub(text: string, secrets: readonly string[] = []): string {
  let scrubbed = text.slice(0, 20 * maxDetailLength);
  for (const secret of secrets) {
    if (secret.length >= 4) scrubbed = scrubbed.replaceAll(secret, '{secret}');
  }
  scrubbed = scrubbed
    .replaceAll(address, '{address}')
    .replaceAll(uuid, '{id}')
    .replaceAll(hexId, '{id}')
    .replaceAll(isoTime, '{time}')
    .replaceAll(eventId, '{event id}')
    .replaceAll(hostAndPort, '{host}')
    .replaceAll(control, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return scrubbed.length > maxDetailLength ? `${scrubbed.slice(0, maxDetailLength - 1)}…` : scrubbed;
}
