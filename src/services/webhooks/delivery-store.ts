import { createHash, randomUUID } from 'node:crypto';
import type { WebhookContent, WebhookDelivery } from '../../shared/model/webhook.ts';
import { createDeliveryIndex } from './delivery-index.ts';
import type { ParsedPayload } from './parse-payload.ts';
import { evictedBodyText, type StoredDelivery } from './stored-delivery.ts';
import type { StoredToken } from './webhook-token-store.ts';

type ClaimedDelivery = Pick<StoredDelivery, 'delivery' | 'claimedRunId'>;

// Deliveries, newest first, within limits, none at the cost of a smaller server's.
export interface DeliveryStore {
  // `isRepeated` if the same run was reported with the same status before: then only its count went up.
  add(stored: StoredToken, payload: ParsedPayload): { readonly id: string; readonly isRepeated: boolean };
  // Adds deliveries of an earlier session, oldest first.
  restore(entries: readonly StoredDelivery[]): void;
  change(id: string, change: DeliveryChange): void;
  get(id: string): StoredDelivery | null;
  // Deliveries of a token, newest first, each with the run that it named.
  forToken(digest: string): readonly ClaimedDelivery[];
  forRun(connectionId: string, runId: string): readonly ClaimedDelivery[];
  list(): WebhookDelivery[];
  // Removes a server's deliveries, or all; they count as cleared, not as dropped.
  forget(connectionId: string | null): void;
  content(id: string): WebhookContent | null;
  dropped(): number;
}

type DeliveryChange = Partial<
  Pick<WebhookDelivery, 'runId' | 'confirmedStatus' | 'confirmProblem' | 'forwards'>
>;

export interface DeliveryLimits {
  readonly deliveriesPerToken: number;
  readonly deliveries: number;
  // Characters of the bodies of a server, and of all; older bodies are evicted first, their deliveries stay.
  readonly bodiesPerServer: number;
  readonly bodies: number;
}

interface DeliveryStoreOptions {
  readonly limits: DeliveryLimits;
  readonly now?: () => Date;
  // Called with the id of each delivery that was added, changed or removed.
  readonly onChanged?: (id: string) => void;
}

/** Stores webhook deliveries, and evicts the oldest of the largest server beyond the limits. */
export function createDeliveryStore(options: DeliveryStoreOptions): DeliveryStore {
  const { limits, now = () => new Date(), onChanged = () => undefined } = options;
  const index = createDeliveryIndex();
  let droppedCount = 0;
  let lastSeq = 0;

  const drop = (entry: StoredDelivery | null): void => {
    if (entry === null) return;
    index.delete(entry.delivery.id);
    droppedCount += 1;
    onChanged(entry.delivery.id);
  };
  const dropBody = (entry: StoredDelivery): void => {
    const content = { ...entry.content, bodyText: evictedBodyText, bodyIsJson: false, bodyIsWhole: false };
    index.put({ ...entry, content });
    onChanged(entry.delivery.id);
  };

  // A flood of one token evicts that token's first, and then those of its own server.
  const makeRoom = (digest: string, connectionId: string): void => {
    if (index.tokenSize(digest) > limits.deliveriesPerToken) drop(index.oldestOf(digest));
    if (index.size() > limits.deliveries) drop(index.oldestOfLargest(index.largestServer('count'), 'count'));
    while (index.charsOf(connectionId) > limits.bodiesPerServer) {
      const entry = index.oldestOfLargest(connectionId, 'chars');
      if (!entry) break;
      dropBody(entry);
    }
    while (index.chars() > limits.bodies) {
      const entry = index.oldestOfLargest(index.largestServer('chars'), 'chars');
      if (!entry) break;
      dropBody(entry);
    }
  };

  const putAndMakeRoom = (entry: StoredDelivery): void => {
    index.put(entry);
    lastSeq = Math.max(lastSeq, entry.delivery.seq);
    makeRoom(entry.digest, entry.delivery.connectionId);
  };

  const change = (id: string, part: Partial<WebhookDelivery>): void => {
    const entry = index.get(id);
    if (!entry) return;
    index.put({ ...entry, delivery: { ...entry.delivery, ...part } });
    onChanged(id);
  };

  return {
    add(stored, payload) {
      const { claimedRunId, headers, bodyText, bodyIsJson, bodyIsWhole, ...facts } = payload;
      const key = keyOf(stored, payload);
      const existing = index.byDeliveryKey(key)?.delivery;
      if (existing) {
        change(existing.id, { count: existing.count + 1 });
        return { id: existing.id, isRepeated: true };
      }
      const delivery: WebhookDelivery = {
        ...facts,
        id: randomUUID(),
        seq: lastSeq + 1,
        receivedAt: now().toISOString(),
        connectionId: stored.connectionId,
        runId: stored.runId,
        threadId: stored.threadId,
        tokenLast4: stored.last4,
        confirmedStatus: null,
        confirmProblem: null,
        count: 1,
        forwards: [],
      };
      const content = { headers, bodyText, bodyIsJson, bodyIsWhole };
      putAndMakeRoom({ digest: stored.digest, key, claimedRunId, delivery, content });
      onChanged(delivery.id);
      return { id: delivery.id, isRepeated: false };
    },
    restore(entries) {
      for (const entry of entries) putAndMakeRoom(entry);
    },
    change,
    get: (id) => index.get(id),
    forToken: (digest) => index.ofToken(digest),
    forRun: (connectionId, runId) => index.ofRun(connectionId, runId),
    list: () => index.all().map(({ delivery }) => delivery),
    forget(connectionId) {
      for (const { delivery } of index.all()) {
        if (connectionId !== null && delivery.connectionId !== connectionId) continue;
        index.delete(delivery.id);
        onChanged(delivery.id);
      }
    },
    content: (id) => index.get(id)?.content ?? null,
    dropped: () => droppedCount,
  };
}

// Same run and same status; without a status in the body, the same body.
function keyOf(stored: StoredToken, { claimedRunId, claimedStatus, bodyText }: ParsedPayload): string {
  const what =
    claimedStatus === null
      ? createHash('sha256').update(bodyText).digest('hex')
      : JSON.stringify([claimedRunId, claimedStatus]);
  return `${stored.digest} ${what}`;
}
