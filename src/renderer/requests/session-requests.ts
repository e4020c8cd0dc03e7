import { memberText } from 'exact-json';
import type { RequestEntry } from '../../shared/model/request-log.ts';
import type { SessionRequest } from '../shared-ui/request-code/plan-session.ts';

export interface SessionEntry {
  readonly entry: RequestEntry;
  // `null` for what belongs to no thread.
  readonly threadId: string | null;
}

// What succeeded in changing something on a server, oldest first. `entries`: newest first.
export function sessionEntries(
  entries: readonly RequestEntry[],
  connectionId: string | null,
): SessionEntry[] {
  return entries
    .filter(
      ({ method, replay, status, connectionId: requestConnectionId }) =>
        requestConnectionId === connectionId &&
        replay === 'not-a-read' &&
        // Joins a run, which changes nothing.
        method !== 'GET' &&
        status !== null &&
        status < 300,
    )
    .map((entry) => ({ entry, threadId: threadOf(entry) }))
    .toReversed();
}

function threadOf({ method, path, requestBody }: RequestEntry): string | null {
  const [route = ''] = path.split('?');
  if (method === 'POST' && route === '/threads') return newThreadId(requestBody);
  return /^\/threads\/([^/]+)/.exec(route)?.[1] ?? null;
}

function newThreadId(requestBody: string | null): string | null {
  try {
    const id: unknown = JSON.parse(memberText(requestBody ?? '{}', 'thread_id') ?? 'null');
    return typeof id === 'string' ? id : null;
  } catch {
    // Only the beginning of the body is stored.
    return null;
  }
}

// Threads of a session, the one that was changed last first.
export function sessionThreads(all: readonly SessionEntry[]): string[] {
  return [...new Set(all.toReversed().flatMap(({ threadId }) => threadId ?? []))];
}

export function toSessionRequest({
  method,
  path,
  requestBody,
  isBodyTruncated,
}: RequestEntry): SessionRequest {
  const isMasked = requestBody?.includes('[secret]') === true || path.includes('[secret]');
  return { method, path, requestBody, isIncomplete: isBodyTruncated || isMasked };
}
