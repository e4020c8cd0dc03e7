import { isActive } from '../../shared/model/is-active.ts';
import type { WebhookDelivery } from '../../shared/model/webhook.ts';
import type { ServerClients } from '../common/server-clients.ts';
import type { ExpectedDeliveries } from './expected-deliveries.ts';
import type { WebhookRequest } from './webhook-server.ts';
import type { StoredToken } from './webhook-token-store.ts';
import type { WebhookLimits } from './webhook-settings.ts';
import type { WebhookStore } from './webhook-store.ts';
import type { Deliveries } from './create-deliveries.ts';
import { parsePayload } from './parse-payload.ts';
import { confirmRun, createRunConfirmations, type ReportedRun } from './confirm-run.ts';

interface DeliveryMatcherOptions {
  readonly store: WebhookStore;
  readonly deliveries: Deliveries;
  readonly expected: ExpectedDeliveries;
  readonly clients: ServerClients;
  readonly limits: WebhookLimits;
  readonly now: () => number;
  readonly onChanged: () => void;
  readonly onBug: (error: unknown) => void;
}

// Whether the server has not confirmed the end of the delivery's run yet.
function isOpen({ confirmedStatus }: WebhookDelivery): boolean {
  return confirmedStatus === null || isActive(confirmedStatus);
}

export const namesAnotherProblem =
  'The delivery names a different run than the one its token was issued for.';

export function namesAnother(claimedRunId: string | null, runId: string): boolean {
  return claimedRunId !== null && claimedRunId !== runId;
}

// Matches webhook deliveries with the runs whose tokens they carry, and has the servers of the runs confirm them.
export function createDeliveryMatcher(options: DeliveryMatcherOptions) {
  const { store, deliveries, expected, clients, limits, now, onChanged, onBug } = options;
  const stopController = new AbortController();
  // Timers of deliveries that came before the response that creates their run, by token.
  const bindTimers = new Map<string, NodeJS.Timeout>();
  // Removed servers, whose deliveries may still be arriving.
  const removedConnectionIds = new Set<string>();

  const confirmations = createRunConfirmations({
    confirm: (run) => confirmRun(clients, run, limits.confirmDelaysMs, stopController.signal),
    onConfirmed: ({ connectionId, runId }, confirmation) => {
      for (const { delivery, claimedRunId } of deliveries.forRun(connectionId, runId)) {
        if (isOpen(delivery) && !namesAnother(claimedRunId, runId)) {
          deliveries.change(delivery.id, confirmation);
        }
      }
      onChanged();
    },
    onBug,
    retryMs: limits.confirmRetryMs,
    perServer: limits.confirmsPerServer,
    runs: limits.tokens,
  });

  // Assigns the deliveries of a token to its run, and has the run confirmed if any of them is open.
  const confirm = (digest: string, run: ReportedRun): void => {
    let isAnyOpen = false;
    for (const { delivery, claimedRunId } of deliveries.forToken(digest)) {
      const { runId } = run;
      if (namesAnother(claimedRunId, runId)) {
        deliveries.change(delivery.id, { runId, confirmProblem: namesAnotherProblem });
      } else if (isOpen(delivery)) {
        isAnyOpen = true;
        if (delivery.runId === null) deliveries.change(delivery.id, { runId, confirmProblem: null });
      }
    }
    if (isAnyOpen) confirmations.request(run);
    onChanged();
  };

  // Waits for the response that creates the run; one timer for all deliveries of a token.
  const waitForRun = (digest: string): void => {
    if (bindTimers.has(digest)) return;
    const timer = setTimeout(() => {
      bindTimers.delete(digest);
      const confirmProblem = 'The server never reported which run this token was issued for.';
      for (const { delivery } of deliveries.forToken(digest)) {
        if (delivery.runId === null) deliveries.change(delivery.id, { confirmProblem });
      }
      onChanged();
    }, limits.earlyMs);
    timer.unref();
    bindTimers.set(digest, timer);
  };
  const stopWaiting = (digest: string): void => {
    clearTimeout(bindTimers.get(digest));
    bindTimers.delete(digest);
  };

  return {
    onDelivery(request: WebhookRequest): void {
      // The run may have become known while the body arrived.
      const current = store.tokens()?.verifyToken(request.token) ?? 'unknown';
      const stored: StoredToken = typeof current === 'string' ? request.stored : current;
      // Its server was removed meanwhile.
      if (removedConnectionIds.has(stored.connectionId)) return;
      const { digest, connectionId, threadId, runId } = stored;
      deliveries.add(stored, parsePayload(request, limits.maxStoredBody));
      expected.arrived(digest);
      if (stored.endedAt === null) {
        store.tokens()?.change(digest, { endedAt: now() });
        store.rememberTokens();
      }
      if (runId === null) waitForRun(digest);
      else confirm(digest, { connectionId, threadId, runId });
      onChanged();
    },
    // The run of a token is known. `sentTo`: base URL of the webhook address that the run got.
    bind(digest: string, run: ReportedRun, sentTo: string): void {
      if (deliveries.forToken(digest).length === 0) expected.add(digest, run, sentTo);
      store.tokens()?.change(digest, { runId: run.runId });
      store.rememberTokens();
      stopWaiting(digest);
      confirm(digest, run);
    },
    // Clears what a removed server sent, and ignores further deliveries of it.
    async forget(connectionId: string): Promise<void> {
      removedConnectionIds.add(connectionId);
      const tokens = await store.load();
      for (const digest of tokens.forget(connectionId)) stopWaiting(digest);
      await deliveries.forget(connectionId);
      expected.forget(connectionId);
      await store.saveTokens();
    },
    stop(): void {
      stopController.abort();
      confirmations.stop();
      for (const timer of bindTimers.values()) clearTimeout(timer);
      bindTimers.clear();
    },
  };
}
