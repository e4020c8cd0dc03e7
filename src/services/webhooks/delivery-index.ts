import { LargestFirst } from './largest-first.ts';
import { evictedBodyText, type StoredDelivery } from './stored-delivery.ts';

// Deliveries by id, token, run and server, with their sizes, so that a delivery costs the same whether there
// are ten or 10,000. Lists are newest first.
interface DeliveryIndex {
  // Adds a delivery, or replaces the one with its id at its place.
  put(entry: StoredDelivery): void;
  delete(id: string): void;
  get(id: string): StoredDelivery | null;
  byDeliveryKey(key: string): StoredDelivery | null;
  all(): StoredDelivery[];
  ofToken(digest: string): StoredDelivery[];
  ofRun(connectionId: string, runId: string): StoredDelivery[];
  size(): number;
  tokenSize(digest: string): number;
  // Characters of the bodies that are still stored: of all, and of a server.
  chars(): number;
  charsOf(connectionId: string): number;
  oldestOf(digest: string): StoredDelivery | null;
  // The server with the most deliveries or characters; empty if there is none.
  largestServer(by: 'count' | 'chars'): string;
  // The oldest delivery of the server's largest token. By characters: the oldest with a body; `null` once there
  // is only one, which stays.
  oldestOfLargest(connectionId: string, by: 'count' | 'chars'): StoredDelivery | null;
}

interface TokenGroup {
  readonly ids: Set<string>;
  chars: number;
}

interface ServerGroup {
  // Digests of its tokens, by their deliveries and by the characters of these.
  readonly tokensBy: Readonly<Record<'count' | 'chars', LargestFirst>>;
  count: number;
  chars: number;
  bodies: number;
}

export function createDeliveryIndex(): DeliveryIndex {
  // Oldest first.
  const entries = new Map<string, StoredDelivery>();
  const byKey = new Map<string, string>();
  const byRun = new Map<string, Set<string>>();
  const servers = new Map<string, ServerGroup>();
  const tokens = new Map<string, TokenGroup>();
  let chars = 0;

  const groupsOf = ({ digest, delivery }: StoredDelivery): { server: ServerGroup; token: TokenGroup } => {
    const { connectionId } = delivery;
    const server = servers.get(connectionId) ?? {
      tokensBy: { count: new LargestFirst(), chars: new LargestFirst() },
      count: 0,
      chars: 0,
      bodies: 0,
    };
    const token = tokens.get(digest) ?? { ids: new Set(), chars: 0 };
    servers.set(connectionId, server);
    tokens.set(digest, token);
    return { server, token };
  };

  // Adds (1) or subtracts (-1) what a delivery counts.
  const count = (entry: StoredDelivery, sign: 1 | -1): void => {
    const { server, token } = groupsOf(entry);
    const length = bodyLength(entry) * sign;
    server.count += sign;
    server.chars += length;
    token.chars += length;
    server.tokensBy.chars.set(entry.digest, token.chars);
    chars += length;
    if (length !== 0) server.bodies += sign;
  };

  const link = (entry: StoredDelivery): void => {
    const { id, connectionId, runId } = entry.delivery;
    const { server, token } = groupsOf(entry);
    token.ids.add(id);
    server.tokensBy.count.set(entry.digest, token.ids.size);
    byKey.set(entry.key, id);
    if (runId === null) return;
    const key = runKey(connectionId, runId);
    byRun.set(key, (byRun.get(key) ?? new Set()).add(id));
  };

  const unlinkRun = ({ delivery: { id, connectionId, runId } }: StoredDelivery): void => {
    if (runId === null) return;
    const key = runKey(connectionId, runId);
    const ids = byRun.get(key);
    ids?.delete(id);
    if (ids?.size === 0) byRun.delete(key);
  };

  const deliveriesOfIds = (ids: Iterable<string>): StoredDelivery[] =>
    [...ids].flatMap((id) => entries.get(id) ?? []).toSorted((a, b) => b.delivery.seq - a.delivery.seq);

  return {
    put(entry) {
      const old = entries.get(entry.delivery.id);
      if (old) {
        count(old, -1);
        unlinkRun(old);
      }
      entries.set(entry.delivery.id, entry);
      link(entry);
      count(entry, 1);
    },
    delete(id) {
      const entry = entries.get(id);
      if (!entry) return;
      const { digest, key, delivery } = entry;
      count(entry, -1);
      unlinkRun(entry);
      entries.delete(id);
      if (byKey.get(key) === id) byKey.delete(key);
      const { server, token } = groupsOf(entry);
      token.ids.delete(id);
      server.tokensBy.count.set(digest, token.ids.size);
      if (token.ids.size === 0) {
        tokens.delete(digest);
        server.tokensBy.count.delete(digest);
        server.tokensBy.chars.delete(digest);
      }
      if (server.count === 0) servers.delete(delivery.connectionId);
    },
    get: (id) => entries.get(id) ?? null,
    byDeliveryKey: (key) => entries.get(byKey.get(key) ?? '') ?? null,
    all: () => [...entries.values()].toReversed(),
    ofToken: (digest) => deliveriesOfIds(tokens.get(digest)?.ids ?? []),
    ofRun: (connectionId, runId) => deliveriesOfIds(byRun.get(runKey(connectionId, runId)) ?? []),
    size: () => entries.size,
    tokenSize: (digest) => tokens.get(digest)?.ids.size ?? 0,
    chars: () => chars,
    charsOf: (connectionId) => servers.get(connectionId)?.chars ?? 0,
    oldestOf: (digest) => firstMatch(entries, tokens.get(digest)?.ids ?? [], () => true),
    largestServer: (measure) => largestOf(servers, measure),
    oldestOfLargest(connectionId, measure) {
      const server = servers.get(connectionId);
      if (!server || (measure === 'chars' && server.bodies <= 1)) return null;
      const ids = tokens.get(server.tokensBy[measure].largest ?? '')?.ids ?? [];
      return firstMatch(entries, ids, (entry) => measure === 'count' || bodyLength(entry) > 0);
    },
  };
}

function runKey(connectionId: string, runId: string): string {
  return JSON.stringify([connectionId, runId]);
}

// Characters of a body that is stored; 0 for one that is empty or was evicted.
function bodyLength({ content }: StoredDelivery): number {
  return content.bodyText === evictedBodyText ? 0 : content.bodyText.length;
}

function largestOf(servers: ReadonlyMap<string, ServerGroup>, measure: 'count' | 'chars'): string {
  let largest = '';
  for (const [id, server] of servers) {
    if (server[measure] > (servers.get(largest)?.[measure] ?? 0)) largest = id;
  }
  return largest;
}

function firstMatch(
  entries: ReadonlyMap<string, StoredDelivery>,
  ids: Iterable<string>,
  isMatch: (entry: StoredDelivery) => boolean,
): StoredDelivery | null {
  for (const id of ids) {
    const entry = entries.get(id);
    if (entry && isMatch(entry)) return entry;
  }
  return null;
}
