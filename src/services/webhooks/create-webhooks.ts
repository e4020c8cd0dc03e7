import { isActive } from '../../shared/model/runs/is-active.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type {
  ExpectedDelivery,
  WebhookContent,
  WebhookDelivery,
  WebhookEndpoint,
  WebhookRefusal,
} from '../../shared/model/webhook.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import type { JsonDocument } from '../storage/json-document.ts';
import { createSnapshotPublisher } from '../common/snapshot-publisher.ts';
import type { Platform } from '../common/platform.ts';
import { createBugReporter } from '../logging/host-log.ts';
import type { ServerClients } from '../common/server-clients.ts';
import { confirmRun, type ReportedRun, createRunConfirmations } from './deliveries/verify-delivery.ts';
import { createDeliveries } from './deliveries/create-deliveries.ts';
import { createDeliveryCalls, type DeliveryCalls } from './deliveries/delivery-calls.ts';
import { demoConnectionId } from '../connections/demo-connection.ts';
import { createExpectedReports } from './expected-reports.ts';
import { hookUrl } from './listener/hook-url.ts';
import { createListenerCalls, notListening, type ListenerCalls } from './listener/listener-calls.ts';
import { createReachability } from './listener/reachability.ts';
import { createListenerControl } from './listener/webhook-listener.ts';
import { openWebhookServer, type WebhookRequest } from './listener/webhook-server.ts';
import { parsePayload } from './deliveries/parse-payload.ts';
import {
  createTokenStore,
  type TokenStore,
  type WebhookReservation,
  type WebhookTokens,
} from './token-store.ts';
import {
  webhookLimits,
  type WebhookLimits,
  webhookDocument,
  webhookEndpointDocument,
  type WebhookSettings,
} from './webhook-settings.ts';

export interface Webhooks {
  readonly tokens: WebhookTokens;
  /** A run was seen to end: its report is due. Ignores runs without the studio's webhook. */
  runEnded(connectionId: string, runId: string): void;
  /** Deliveries of runs, oldest first, with what arrived. */
  deliveriesOf(
    connectionId: string,
    runIds: readonly string[],
  ): readonly (WebhookDelivery & { readonly content: WebhookContent | null })[];
  /** Active runs that will still report to the open listener, without those that end with the studio. */
  pending(): readonly ExpectedDelivery[];
  readonly calls: Pick<StudioHandlers['calls'], keyof DeliveryCalls | keyof ListenerCalls>;
  readonly streams: Pick<StudioHandlers['streams'], 'webhooks.watch' | 'webhooks.deliveries'>;
  /** Clears a removed server's deliveries, and refuses further ones. */
  forget(connectionId: string): Promise<void>;
  /** Starts listening unless it was turned off last time. Resolves when that is decided; never rejects. */
  start(): Promise<void>;
  /** Frees the port and aborts pending work. */
  stop(): Promise<void>;
}

export interface WebhooksOptions {
  readonly platform: Pick<Platform, 'dataFolder' | 'log' | 'proxyFor'>;
  readonly clients: ServerClients;
  readonly documents: DocumentStore;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly limits?: WebhookLimits;
}

/** Whether the server has not confirmed the end of the delivery's run yet. */
function isOpen({ confirmedStatus }: WebhookDelivery): boolean {
  return confirmedStatus === null || isActive(confirmedStatus);
}

function namesAnother(claimedRunId: string | null, runId: string): boolean {
  return claimedRunId !== null && claimedRunId !== runId;
}

/** One listener for servers' reports of finished runs. Listens only after `start()`. */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { platform, clients, documents, now = Date.now, limits = webhookLimits } = options;
  const deliveries = createDeliveries({ platform, limits, now: () => new Date(now()) });
  const refusals: WebhookRefusal[] = [];
  let refusedTotal = 0;
  let tokenStore: TokenStore | null = null;
  let document: JsonDocument<WebhookSettings> | null = null;
  let endpoints: JsonDocument<WebhookEndpoint> | null = null;
  /** Serializes turning on and off. */
  let queue: Promise<unknown> = Promise.resolve();
  const ending = new AbortController();
  const early = new Map<string, NodeJS.Timeout>();
  const forgotten = new Set<string>();

  const feed = createSnapshotPublisher({
    snapshot: () => ({
      listener: listener.current(),
      endpoint: endpoint(),
      expected: expected.list(),
      refusals: [...refusals],
      refusedTotal,
    }),
    minIntervalMs: 150,
  });

  const expected = createExpectedReports({
    limits,
    ownConnectionId: demoConnectionId,
    now,
    onChanged: () => feed.changed(),
    warn: (message) => platform.log('warn', message),
  });
  const endpoint = (): WebhookEndpoint => endpoints?.value() ?? webhookEndpointDocument.initial;
  const remember = (change: Partial<WebhookSettings>): void => {
    document
      ?.update((settings) => ({ ...settings, ...change }))
      .catch((thrown: unknown) => platform.log('warn', `Webhook settings were not saved: ${String(thrown)}`));
  };
  const rememberTokens = (): void => remember({ tokens: tokenStore?.toStore() ?? [] });

  const confirmations = createRunConfirmations({
    confirm: (run) => confirmRun(clients, run, limits.confirmDelaysMs, ending.signal),
    onConfirmed: ({ connectionId, runId }, confirmation) => {
      for (const { delivery, claimedRunId } of deliveries.forRun(connectionId, runId)) {
        if (isOpen(delivery) && !namesAnother(claimedRunId, runId)) {
          deliveries.change(delivery.id, confirmation);
        }
      }
      feed.changed();
    },
    onBug: (error) => createBugReporter(platform.log)('confirming a webhook', error),
    retryMs: limits.confirmRetryMs,
    perServer: limits.confirmsPerServer,
    runs: limits.tokens,
  });

  /** Assigns a token's reports to its run, and has the run confirmed if any of them is open. */
  const confirm = (digest: string, run: ReportedRun): void => {
    let isAnyOpen = false;
    for (const { delivery, claimedRunId } of deliveries.forToken(digest)) {
      const { runId } = run;
      if (namesAnother(claimedRunId, runId)) {
        const confirmProblem = 'The delivery names a different run than the one its token was issued for.';
        deliveries.change(delivery.id, { runId, confirmProblem });
      } else if (isOpen(delivery)) {
        isAnyOpen = true;
        if (delivery.runId === null) deliveries.change(delivery.id, { runId, confirmProblem: null });
      }
    }
    if (isAnyOpen) confirmations.request(run);
    feed.changed();
  };

  /** Waits for the response that creates the run; one timer for all reports of a token. */
  const waitForRun = (digest: string): void => {
    if (early.has(digest)) return;
    const timer = setTimeout(() => {
      early.delete(digest);
      const confirmProblem = 'The server never reported which run this token was issued for.';
      for (const { delivery } of deliveries.forToken(digest)) {
        if (delivery.runId === null) deliveries.change(delivery.id, { confirmProblem });
      }
      feed.changed();
    }, limits.earlyMs);
    timer.unref();
    early.set(digest, timer);
  };

  const onReport = (report: WebhookRequest): void => {
    // The run may have become known while the body arrived.
    const current = tokenStore?.find(report.token) ?? 'unknown';
    const stored = typeof current === 'string' ? report.stored : current;
    // Its server was removed meanwhile.
    if (forgotten.has(stored.connectionId)) return;
    const { digest, connectionId, threadId, runId } = stored;
    deliveries.add(stored, parsePayload(report, limits.maxStoredBody));
    expected.arrived(digest);
    if (stored.endedAt === null) {
      tokenStore?.change(digest, { endedAt: now() });
      rememberTokens();
    }
    if (runId === null) waitForRun(digest);
    else confirm(digest, { connectionId, threadId, runId });
    feed.changed();
  };

  const onRefusal = (status: number, reason: WebhookRefusal['reason']): void => {
    refusedTotal += 1;
    refusals.unshift({ at: new Date(now()).toISOString(), status, reason });
    refusals.length = Math.min(refusals.length, limits.refusals);
    feed.changed();
  };

  const reachability = createReachability({ platform, limits, tokenIn: () => endpoint().tokenIn });
  const listener = createListenerControl({
    listen: (address, port) => {
      // Only called after `load`.
      if (!tokenStore) throw new Error('The tokens are not loaded.');
      const { probes } = reachability;
      return openWebhookServer({ address, port, tokens: tokenStore, onReport, onRefusal, probes, limits });
    },
    lastPort: () => document?.value().port ?? null,
    onChanged: ({ port }) => {
      if (port !== null && port !== document?.value().port) remember({ port });
      feed.changed();
    },
    warn: (message) => platform.log('warn', message),
  });

  const load = async (): Promise<TokenStore> => {
    document ??= await documents.open(webhookDocument);
    endpoints ??= await documents.open(webhookEndpointDocument);
    await deliveries.load();
    await expected.load(documents);
    const storedTokens = document.value().tokens;
    tokenStore ??= createTokenStore({ storedTokens, expiryMs: limits.expiryMs, limit: limits.tokens, now });
    return tokenStore;
  };

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const turn = queue.then(work);
    queue = turn.catch(() => undefined);
    return turn;
  };

  const reserve = async (connectionId: string, threadId: string): Promise<WebhookReservation> => {
    const { state, address } = listener.current();
    if (!tokenStore || address === null) {
      throw notListening(state, 'Start the run without a webhook, or turn the listener on in Webhooks.');
    }
    const { publicUrl, tokenIn } = endpoint();
    if (publicUrl !== null) await reachability.assertReaches(publicUrl);
    const tokens = tokenStore;
    const { token, stored } = tokens.add(connectionId, threadId);
    const sentTo = publicUrl ?? address;
    return {
      url: hookUrl(sentTo, token, tokenIn),
      bind(runId) {
        const hasArrived = deliveries.forToken(stored.digest).length > 0;
        if (!hasArrived) expected.add(stored.digest, { connectionId, threadId, runId }, sentTo);
        tokens.change(stored.digest, { runId });
        rememberTokens();
        clearTimeout(early.get(stored.digest));
        early.delete(stored.digest);
        confirm(stored.digest, { connectionId, threadId, runId });
      },
      release: () => tokens.remove(stored.digest),
    };
  };

  return {
    tokens: { reserve },
    runEnded: (connectionId, runId) => expected.ended(connectionId, runId),
    deliveriesOf: (connectionId, runIds) =>
      runIds
        .flatMap((runId) => deliveries.forRun(connectionId, runId))
        .map(({ delivery }) => ({ ...delivery, content: deliveries.content(delivery.id) }))
        .toSorted((one, other) => one.seq - other.seq),
    pending: () =>
      listener.current().state !== 'listening'
        ? []
        : expected.list().filter((one) => one.status === 'running' && one.connectionId !== demoConnectionId),
    calls: {
      ...createDeliveryCalls({ deliveries, expected, clients, platform, load }),
      ...createListenerCalls({
        listener,
        reachability,
        endpoint,
        inTurn,
        load,
        setEnabled: async (enabled) => {
          await document?.update((settings) => ({ ...settings, enabled }));
        },
        setEndpoint: async (next) => {
          await endpoints?.update(() => next);
          feed.changed();
        },
      }),
    },
    streams: {
      'webhooks.watch': (_, signal) => feed.watch(signal),
      'webhooks.deliveries': (_, signal) => deliveries.watch(signal),
    },
    forget: (connectionId) =>
      inTurn(async () => {
        forgotten.add(connectionId);
        const tokens = await load();
        for (const digest of tokens.forget(connectionId)) {
          clearTimeout(early.get(digest));
          early.delete(digest);
        }
        await deliveries.forget(connectionId);
        expected.forget(connectionId);
        await document?.update((settings) => ({ ...settings, tokens: tokens.toStore() }));
      }),
    start: () =>
      inTurn(async () => {
        await load();
        if (document?.value().enabled ?? true) await listener.open(endpoint());
      }),
    async stop() {
      ending.abort();
      confirmations.stop();
      for (const timer of early.values()) clearTimeout(timer);
      early.clear();
      await inTurn(() => listener.close());
      await Promise.all([deliveries.flush(), expected.stop()]);
      // Waits for pending writes.
      await document?.update((settings) => settings).catch(() => undefined);
    },
  };
}
