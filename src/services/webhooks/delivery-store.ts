import { createHash, randomUUID } from 'node:crypto';
import type { WebhookContent, WebhookDelivery } from '../../shared/model/webhook.ts';
import type { ParsedPayload } from './parse-payload.ts';
import type { StoredToken } from './token-store.ts';

/** A delivery of a token, with the run named in its body. */
export interface ClaimedDelivery {
  readonly delivery: WebhookDelivery;
  readonly claimedRunId: string | null;
}

/** Deliveries, newest first, within limits (row W-6), separate per server (row W-10). */
export interface DeliveryStore {
  /**
   * `known` if the same run was reported with the same status before: then only its count went up (row W-5).
   */
  add(stored: StoredToken, report: ParsedPayload): { readonly id: string; readonly known: boolean };
  change(
    id: string,
    change: Partial<Pick<WebhookDelivery, 'runId' | 'confirmedStatus' | 'confirmProblem'>>,
  ): void;
  /** Deliveries of a token, newest first, each with the run that it named. */
  forToken(digest: string): readonly ClaimedDelivery[];
  /** Deliveries of a run, newest first. */
  forRun(connectionId: string, runId: string): readonly ClaimedDelivery[];
  list(): WebhookDelivery[];
  /** Removes a server's deliveries; they count as cleared, not as dropped. */
  forget(connectionId: string): void;
  /** Headers and body; `null` once the delivery is evicted. */
  content(id: string): WebhookContent | null;
  /** Number of evicted deliveries. */
  dropped(): number;
}

export interface DeliveryLimits {
  readonly deliveriesPerToken: number;
  readonly deliveriesPerServer: number;
  /** Characters of all bodies of a server; older bodies are evicted first, their deliveries stay. */
  readonly bodiesPerServer: number;
}

interface Entry extends ClaimedDelivery {
  readonly digest: string;
  readonly key: string;
  delivery: WebhookDelivery;
  content: WebhookContent;
}

const bodyGone = '(The body was removed to make room for newer deliveries.)';

export function createDeliveryStore(
  { deliveriesPerToken, deliveriesPerServer, bodiesPerServer }: DeliveryLimits,
  now: () => Date = () => new Date(),
): DeliveryStore {
  /** By id, oldest first. */
  const entries = new Map<string, Entry>();
  let dropped = 0;

  const newestFirst = (fits: (entry: Entry) => boolean): Entry[] =>
    [...entries.values()].filter(fits).toReversed();

  const drop = (entry: Entry | undefined): void => {
    if (entry && entries.delete(entry.delivery.id)) dropped += 1;
  };

  /** Evicts within a server: a flood of one token evicts that token's, and never another server's. */
  const makeRoom = (digest: string, connectionId: string): void => {
    const own = newestFirst((entry) => entry.digest === digest);
    if (own.length > deliveriesPerToken) drop(own.at(-1));
    const all = newestFirst((entry) => entry.delivery.connectionId === connectionId);
    if (all.length > deliveriesPerServer) drop(ofLargestToken(all, () => 1));

    const withBody = all.filter(({ content }) => content.bodyText !== bodyGone);
    let length = withBody.reduce((sum, { content }) => sum + content.bodyText.length, 0);
    while (length > bodiesPerServer && withBody.length > 1) {
      const entry = ofLargestToken(withBody, ({ content }) => content.bodyText.length);
      if (!entry) return;
      length -= entry.content.bodyText.length;
      entry.content = { ...entry.content, bodyText: bodyGone, bodyIsJson: false };
      withBody.splice(withBody.indexOf(entry), 1);
    }
  };

  return {
    add(stored, report) {
      const { claimedRunId, headers, bodyText, bodyIsJson, ...facts } = report;
      const key = keyOf(stored, report);
      for (const same of entries.values()) {
        if (same.key !== key) continue;
        same.delivery = { ...same.delivery, count: same.delivery.count + 1 };
        return { id: same.delivery.id, known: true };
      }
      const delivery: WebhookDelivery = {
        ...facts,
        id: randomUUID(),
        receivedAt: now().toISOString(),
        connectionId: stored.connectionId,
        runId: stored.runId,
        threadId: stored.threadId,
        tokenLast4: stored.last4,
        confirmedStatus: null,
        confirmProblem: null,
        count: 1,
      };
      const content = { headers, bodyText, bodyIsJson };
      entries.set(delivery.id, { digest: stored.digest, key, claimedRunId, delivery, content });
      makeRoom(stored.digest, stored.connectionId);
      return { id: delivery.id, known: false };
    },
    change(id, change) {
      const entry = entries.get(id);
      if (entry) entry.delivery = { ...entry.delivery, ...change };
    },
    forToken: (digest) => newestFirst((entry) => entry.digest === digest),
    forRun: (connectionId, runId) =>
      newestFirst(({ delivery }) => delivery.connectionId === connectionId && delivery.runId === runId),
    list: () => newestFirst(() => true).map(({ delivery }) => delivery),
    forget(connectionId) {
      for (const [id, { delivery }] of entries)
        if (delivery.connectionId === connectionId) entries.delete(id);
    },
    content: (id) => entries.get(id)?.content ?? null,
    dropped: () => dropped,
  };
}

/** The oldest entry of the largest token; `entries` are newest first. */
function ofLargestToken(entries: readonly Entry[], weightOf: (entry: Entry) => number): Entry | undefined {
  const weights = new Map<string, number>();
  for (const entry of entries) {
    weights.set(entry.digest, (weights.get(entry.digest) ?? 0) + weightOf(entry));
  }
  const [largest] = [...weights].toSorted(([, a], [, b]) => b - a);
  return entries.findLast(({ digest }) => digest === largest?.[0]);
}

/** Same run and same status; without a status in the body, the same body. */
function keyOf(stored: StoredToken, { claimedRunId, claimedStatus, bodyText }: ParsedPayload): string {
  const what =
    claimedStatus === null
      ? createHash('sha256').update(bodyText).digest('hex')
      : JSON.stringify([claimedRunId, claimedStatus]);
  return `${stored.digest} ${what}`;
}
