import { createHash, randomUUID } from 'node:crypto';
import type { WebhookDelivery } from '../../shared/model/webhook.ts';
import type { ReadReport } from './read-report.ts';
import type { StoredToken } from './token-book.ts';

/** Deliveries, newest first, within limits (row W-6). */
export interface DeliveryBook {
  /** `known` when the same run was reported with the same status before: then only its count went up (row W-5). */
  add(stored: StoredToken, report: ReadReport): { readonly id: string; readonly known: boolean };
  change(
    id: string,
    change: Partial<Pick<WebhookDelivery, 'runId' | 'confirmedStatus' | 'confirmProblem'>>,
  ): void;
  /** Those that came with a token, newest first, each with the run that it named. */
  of(digest: string): readonly { readonly delivery: WebhookDelivery; readonly claimedRunId: string | null }[];
  list(): WebhookDelivery[];
}

export interface DeliveryLimits {
  readonly deliveries: number;
  /** Characters of all kept bodies; older bodies go first, their deliveries stay. */
  readonly keptBodies: number;
}

interface Kept {
  readonly digest: string;
  readonly key: string;
  readonly claimedRunId: string | null;
  delivery: WebhookDelivery;
}

const bodyGone = '(The body is no longer kept: newer deliveries needed the room.)';

export function createDeliveryBook(
  { deliveries: most, keptBodies }: DeliveryLimits,
  now: () => Date = () => new Date(),
): DeliveryBook {
  const kept: Kept[] = [];

  const dropOldBodies = (): void => {
    let length = 0;
    for (const entry of kept) {
      length += entry.delivery.bodyText.length;
      if (length > keptBodies && entry.delivery.bodyText.length > bodyGone.length) {
        entry.delivery = { ...entry.delivery, bodyText: bodyGone, bodyIsJson: false };
      }
    }
  };

  return {
    add(stored, report) {
      const { claimedRunId, ...facts } = report;
      const key = keyOf(stored, report);
      const same = kept.find((entry) => entry.key === key);
      if (same) {
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
      kept.unshift({ digest: stored.digest, key, claimedRunId, delivery });
      kept.length = Math.min(kept.length, most);
      dropOldBodies();
      return { id: delivery.id, known: false };
    },
    change(id, change) {
      const entry = kept.find(({ delivery }) => delivery.id === id);
      if (entry) entry.delivery = { ...entry.delivery, ...change };
    },
    of: (digest) => kept.filter((entry) => entry.digest === digest),
    list: () => kept.map(({ delivery }) => delivery),
  };
}

/** Same run and same status; where the body says no status, the same body. */
function keyOf(stored: StoredToken, { claimedRunId, claimedStatus, bodyText }: ReadReport): string {
  const what =
    claimedStatus === null
      ? createHash('sha256').update(bodyText).digest('hex')
      : JSON.stringify([claimedRunId, claimedStatus]);
  return `${stored.digest} ${what}`;
}
