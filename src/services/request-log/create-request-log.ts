import type { RequestEvent } from '../../remote-graph/client.ts';
import type { RequestEntry, RequestsPicture } from '../../shared/model/request-entry.ts';
import { createPictureFeed } from '../picture-feed.ts';
import type { Scrubber } from './scrubber.ts';

/** Entries that are kept; older ones fall out. */
export const keptEntries = 500;
/** Characters of a request body that are kept. */
export const keptBody = 16 * 1024;
const keptProblem = 2000;
const keptPath = 2048;

/** What the studio asked graph servers, newest first, in memory only. */
export interface RequestLog {
  /** A listener for one client of one connection; entries are written down with this connection's id. */
  listener(connectionId: string): (event: RequestEvent) => void;
  picture(): RequestsPicture;
  /** At most ten pictures a second. */
  watch(signal: AbortSignal): AsyncIterable<RequestsPicture>;
}

/** Makes an empty log. Every text is scrubbed before it is kept, so a secret is not even in memory here. */
export function createRequestLog({ scrubber }: { readonly scrubber: Scrubber }): RequestLog {
  const entries = new Map<number, RequestEntry>();
  let total = 0;
  const picture = (): RequestsPicture => ({ entries: [...entries.values()].toReversed(), total });
  const feed = createPictureFeed({ picture, spacingMs: 100 });
  const clean = (text: string, limit: number): string => maskHookTokens(scrubber.scrubHead(text, limit));

  const begin = (connectionId: string, event: RequestEvent): number => {
    total += 1;
    entries.set(total, {
      id: total,
      at: new Date().toISOString(),
      connectionId,
      purpose: event.purpose,
      method: event.method,
      path: clean(event.path, keptPath),
      status: null,
      ms: null,
      problem: null,
      requestBody: event.requestBody === null ? null : clean(event.requestBody, keptBody),
    });
    entries.delete(total - keptEntries);
    return total;
  };

  return {
    listener(connectionId) {
      // Ids of a client are its own; the log's are the log's.
      const underWay = new Map<number, number>();
      return (event) => {
        if (event.phase === 'start') underWay.set(event.id, begin(connectionId, event));
        const id = underWay.get(event.id);
        if (id === undefined) return;
        const entry = entries.get(id);
        if (entry && event.phase !== 'start') {
          entries.set(id, {
            ...entry,
            status: event.status ?? null,
            ms: event.ms ?? null,
            problem: event.problem === undefined ? null : clean(event.problem, keptProblem),
          });
        }
        if (event.phase !== 'start') underWay.delete(event.id);
        feed.changed();
      };
    },
    picture,
    watch: (signal) => feed.watch(signal),
  };
}

/** The token in a webhook address lets anyone report a run's end, so only its last four stay (row W-2). */
function maskHookTokens(text: string): string {
  return text.replaceAll(/(\/hook\/)[\w-]{16,}([\w-]{4})/g, '$1…$2');
}
