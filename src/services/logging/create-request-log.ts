import type { RequestEvent, ResponseEvent } from 'remote-graph-client/client';
import type {
  RequestEntry,
  RequestLogChange,
  RequestLogSnapshot,
  RequestResponse,
} from '../../shared/model/request-log.ts';
import { createSnapshotPublisher } from '../common/snapshot-publisher.ts';
import { isSecretHeader } from '../scrubbing/sensitive-names.ts';
import { mask, type Scrubber } from './scrubber.ts';

export const maxEntries = 500;
export const maxBodyLength = 16 * 1024;
// UTF-16 units of all stored responses; the oldest are evicted first.
export const maxResponsesLength = 2 ** 21;
const maxHeaders = 60;
const maxHeaderLength = 500;
const maxProblemLength = 2000;
const maxPathLength = 2048;

/** Requests to graph servers, newest first, in memory only. */
export interface RequestLog {
  observer(connectionId: string): RequestObserver;
  /** A request; `null` once it is evicted. */
  entry(id: number): RequestEntry | null;
  /** The response to a request; `null` before it arrives and once it is evicted. */
  response(id: number): RequestResponse | null;
  snapshot(): RequestLogSnapshot;
  watch(signal: AbortSignal): AsyncIterable<RequestLogChange>;
}

interface RequestObserver {
  readonly onRequest: (event: RequestEvent) => void;
  readonly onResponse: (event: ResponseEvent) => void;
}

/** Scrubs every text before storing it, so that secrets are not even in memory here. */
export function createRequestLog({ scrubber }: { readonly scrubber: Scrubber }): RequestLog {
  const entries = new Map<number, RequestEntry>();
  const responses = new Map<number, RequestResponse>();
  let storedUnits = 0;
  let total = 0;
  const snapshot = (): RequestLogSnapshot => ({ entries: [...entries.values()].toReversed(), total });
  const feed = createSnapshotPublisher({ snapshot, minIntervalMs: 100 });
  const clean = (text: string, limit: number): string => maskHookTokens(scrubber.scrubHead(text, limit));

  const startEntry = (connectionId: string, event: RequestEvent): number => {
    total += 1;
    const path = clean(event.path, maxPathLength);
    const requestBody = event.requestBody === null ? null : clean(event.requestBody, maxBodyLength);
    const isWhole = path === event.path && requestBody === event.requestBody;
    entries.set(total, {
      id: total,
      at: new Date().toISOString(),
      connectionId,
      purpose: event.purpose,
      method: event.method,
      path,
      status: null,
      ms: null,
      problem: null,
      requestBody,
      isBodyTruncated: (event.requestBody?.length ?? 0) > maxBodyLength,
      replay: !isReadOnlyRequest(event.method, event.path)
        ? 'not-a-read'
        : isWhole
          ? 'possible'
          : 'incomplete',
    });
    entries.delete(total - maxEntries);
    forget(total - maxEntries);
    return total;
  };

  const forget = (id: number): void => {
    const response = responses.get(id);
    if (response === undefined) return;
    storedUnits -= unitsOf(response);
    responses.delete(id);
  };
  const keep = (id: number, { headers, body, isTruncated }: ResponseEvent): void => {
    const response: RequestResponse = {
      headers: [...headers].slice(0, maxHeaders).map(([name, value]) => ({
        name: clean(name, maxHeaderLength),
        value: isSecretHeader(name) ? mask : clean(value, maxHeaderLength),
      })),
      body: body === null ? null : clean(body, maxBodyLength),
      isTruncated: isTruncated || (body?.length ?? 0) > maxBodyLength,
    };
    responses.set(id, response);
    storedUnits += unitsOf(response);
    for (const oldest of responses.keys()) {
      if (storedUnits <= maxResponsesLength) break;
      forget(oldest);
    }
  };

  return {
    observer(connectionId) {
      // Log ids by client request id.
      const underWay = new Map<number, number>();
      const onRequest = (event: RequestEvent): void => {
        if (event.phase === 'start') underWay.set(event.id, startEntry(connectionId, event));
        const id = underWay.get(event.id);
        if (id === undefined) return;
        const entry = entries.get(id);
        if (entry && event.phase !== 'start') {
          entries.set(id, {
            ...entry,
            status: event.status ?? null,
            ms: event.ms ?? null,
            problem: event.problem === undefined ? null : clean(event.problem, maxProblemLength),
          });
        }
        // The response's body comes later; a failed request has none.
        if (event.phase === 'fail') underWay.delete(event.id);
        if (underWay.size > maxEntries) {
          const [oldest] = underWay.keys();
          if (oldest !== undefined) underWay.delete(oldest);
        }
        feed.changed();
      };
      const onResponse = (event: ResponseEvent): void => {
        const id = underWay.get(event.id);
        underWay.delete(event.id);
        if (id === undefined || !entries.has(id)) return;
        keep(id, event);
        feed.changed();
      };
      return { onRequest, onResponse };
    },
    entry: (id) => entries.get(id) ?? null,
    response: (id) => responses.get(id) ?? null,
    snapshot,
    async *watch(signal) {
      let before: RequestLogSnapshot = { entries: [], total: 0 };
      for await (const now of feed.watch(signal)) {
        yield changeOf(before, now);
        before = now;
      }
    },
  };
}

// Entries are replaced where they change.
function changeOf(before: RequestLogSnapshot, { entries, total }: RequestLogSnapshot): RequestLogChange {
  const sent = new Map(before.entries.map((entry) => [entry.id, entry]));
  return {
    entries: entries.filter(({ id }) => !sent.has(id)),
    settled: entries.flatMap((entry) => {
      const { id, status, ms, problem } = entry;
      return sent.has(id) && sent.get(id) !== entry ? { id, status, ms, problem } : [];
    }),
    oldestId: entries.at(-1)?.id ?? total + 1,
    total,
  };
}

function unitsOf({ headers, body }: RequestResponse): number {
  return headers.reduce((sum, { name, value }) => sum + name.length + value.length, body?.length ?? 0);
}

// The token in a webhook address lets anyone report a run's end, so only its last four characters stay.
function maskHookTokens(text: string): string {
  return text.replaceAll(/(\/hook(?:\/|\?token=))[\w-]{16,}([\w-]{4})/g, '$1…$2');
}

// Searches and counts, which are POST requests only to have a body.
const readByPost =
  /^\/(?:(?:assistants|threads|runs\/crons)\/(?:search|count)|store\/(?:items\/search|namespaces)|threads\/[^/]+\/history)$/;
// A reader of a run's events may take them from another one, and a join waits until the run ends.
const joinsRun = /\/(?:stream|join)(?:\/|$)/;

// Whether a request changes nothing on any server, so that it can be sent again. `path`: with its query.
export function isReadOnlyRequest(method: string, path: string): boolean {
  const [route = ''] = path.split('?', 1);
  if (method === 'GET') return !joinsRun.test(route);
  return method === 'POST' && readByPost.test(route);
}
