import type { WebhookRefusal } from '../../shared/model/webhook.ts';

/** The last refused requests, newest first, and how many there were. */
export function createRefusals(limit: number, now: () => number, onChanged: () => void) {
  const refusals: WebhookRefusal[] = [];
  let refusedTotal = 0;
  return {
    add(status: number, reason: WebhookRefusal['reason']): void {
      refusedTotal += 1;
      refusals.unshift({ at: new Date(now()).toISOString(), status, reason });
      refusals.length = Math.min(refusals.length, limit);
      onChanged();
    },
    snapshot: () => ({ refusals: [...refusals], refusedTotal }),
  };
}
