import { memberText } from 'exact-json';
import {
  errorResponse,
  jsonResponse,
  membersIn,
  textResponse,
  type FakeRequest,
  type StatefulRoutes,
} from './http.ts';
import { pythonTime } from './thread-store.ts';

/** An item as text, with the time of its end. */
interface FakeItem {
  readonly text: string;
  readonly createdAt: string;
  /** `null`: it has no end. */
  readonly ttlMinutes: number | null;
  expiresAt: number;
}

/** How the store of a hosted server lets items expire (docs/protocol.md, Store). */
export interface FakeStoreOptions {
  /** Milliseconds; the real time by default. */
  readonly now?: () => number;
  /** `store.ttl.default_ttl` of `langgraph.json`; none by default. */
  readonly defaultTtl?: number;
  /** It has no route that writes, as pure-graph. */
  readonly isReadOnly?: boolean;
}

/** Single items of the store: put, read, deleted, and expired. */
export function createStoreRoutes({
  now = Date.now,
  defaultTtl,
  isReadOnly = false,
}: FakeStoreOptions): StatefulRoutes {
  const items = new Map<string, FakeItem>();
  const extend = (item: FakeItem): void => {
    item.expiresAt = item.ttlMinutes === null ? Infinity : now() + item.ttlMinutes * 60_000;
  };
  const put = (request: FakeRequest, namespace: unknown, key: unknown): void => {
    const { ttl = defaultTtl ?? null } = membersIn(request);
    const id = JSON.stringify([namespace, key]);
    const createdAt = items.get(id)?.createdAt ?? pythonTime();
    const item = {
      text: memberText(request.bodyText, 'value') ?? '{}',
      createdAt,
      ttlMinutes: typeof ttl === 'number' ? ttl : null,
      expiresAt: 0,
    };
    extend(item);
    items.set(id, item);
  };
  return {
    handle(request) {
      if (request.path !== '/store/items') return null;
      if (request.method === 'GET') {
        const { query } = request;
        const namespace = (query.get('namespace') ?? '').split('.');
        const key = query.get('key');
        const item = items.get(JSON.stringify([namespace, key]));
        if (!item || item.expiresAt <= now()) return jsonResponse(null);
        if (query.get('refresh_ttl') !== 'false') extend(item);
        const rest = JSON.stringify({
          namespace,
          key,
          created_at: item.createdAt,
          updated_at: item.createdAt,
        });
        return textResponse(`${rest.slice(0, -1)},"value":${item.text}}`);
      }
      if (isReadOnly) return errorResponse(404, 'Not Found');
      const { namespace, key } = membersIn(request);
      if (request.method === 'PUT') put(request, namespace, key);
      else if (request.method === 'DELETE') items.delete(JSON.stringify([namespace, key]));
      else return errorResponse(405, 'Method Not Allowed');
      return { kind: 'json', status: 204, text: '' };
    },
  };
}
