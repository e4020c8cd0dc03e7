import pLimit from 'p-limit';
import type { StreamsOf, StudioHandlers } from '../../shared/contract.ts';
import type {
  ExpectedDelivery,
  WebhookContent,
  WebhookDelivery,
  WebhookRefusal,
} from '../../shared/model/webhook.ts';
import { createSnapshotPublisher } from '../common/snapshot-publisher.ts';
import type { Platform } from '../common/platform.ts';
import type { ServerClients } from '../common/server-clients.ts';
import { demoConnectionId } from '../connections/demo-connection.ts';
import { createBugReporter } from '../logging/host-log.ts';
import type { DocumentStore } from '../storage/document-store.ts';
import { createDeliveries } from './create-deliveries.ts';
import { createDeliveryCalls, type DeliveryCalls } from './delivery-calls.ts';
import { createDeliveryMatcher } from './delivery-matcher.ts';
import { createExpectedDeliveries } from './expected-deliveries.ts';
import { hookUrl } from './webhook-token-location.ts';
import { createListenerCalls, notListening, type ListenerCalls } from './listener-calls.ts';
import { createReachability } from './reachability.ts';
import { createListenerControl } from './listener-control.ts';
import { openWebhookServer } from './webhook-server.ts';
import type { WebhookTokenStore } from './webhook-token-store.ts';
import type { WebhookReservation, WebhookReservations } from './webhook-reservation.ts';
import { webhookLimits, type WebhookLimits } from './webhook-settings.ts';
import { createWebhookStore } from './webhook-store.ts';

export interface Webhooks {
  readonly tokens: WebhookReservations;
  // A run was seen to end: its delivery is due. Ignores runs without the studio's webhook.
  runEnded(connectionId: string, runId: string): void;
  // Deliveries of runs, oldest first, with what arrived.
  deliveriesOf(
    connectionId: string,
    runIds: readonly string[],
  ): readonly (WebhookDelivery & { readonly content: WebhookContent | null })[];
  // Active runs whose delivery to the open listener is still due, without those that end with the studio.
  pending(): readonly ExpectedDelivery[];
  readonly calls: Pick<StudioHandlers['calls'], keyof DeliveryCalls | keyof ListenerCalls>;
  readonly streams: StreamsOf<'webhooks'>;
  // Clears a removed server's deliveries, and refuses further ones.
  forget(connectionId: string): Promise<void>;
  // Starts listening unless it was turned off last time. Resolves when that is decided; never rejects.
  start(): Promise<void>;
  // Frees the port and aborts pending work.
  stop(): Promise<void>;
}

export interface WebhooksOptions {
  readonly platform: Pick<Platform, 'dataFolder' | 'log' | 'proxyFor'>;
  readonly clients: ServerClients;
  readonly documents: DocumentStore;
  // Milliseconds since 1970.
  readonly now?: () => number;
  readonly limits?: WebhookLimits;
}

/** One listener for webhook deliveries, by which servers report finished runs. Listens only after `start()`. */
export function createWebhooks(options: WebhooksOptions): Webhooks {
  const { platform, clients, documents, now = Date.now, limits = webhookLimits } = options;
  const warn = (message: string): void => platform.log('warn', message);
  const onBug = (error: unknown): void => createBugReporter(platform.log)('confirming a webhook', error);
  const feed = createSnapshotPublisher({
    snapshot: () => ({
      listener: listener.current(),
      endpoint: store.endpoint(),
      expected: expected.list(),
      ...refusals.snapshot(),
    }),
    minIntervalMs: 150,
  });
  const onChanged = (): void => feed.changed();
  const store = createWebhookStore({ documents, limits, now, warn });
  const refusals = createRefusals(limits.refusals, now, onChanged);
  const deliveries = createDeliveries({ platform, limits, now: () => new Date(now()) });
  const expected = createExpectedDeliveries({
    limits,
    ownConnectionId: demoConnectionId,
    now,
    onChanged,
    warn,
  });
  const matcher = createDeliveryMatcher({
    store,
    deliveries,
    expected,
    clients,
    limits,
    now,
    onChanged,
    onBug,
  });
  const reachability = createReachability({ platform, limits, tokenIn: () => store.endpoint().tokenIn });
  const listener = createListenerControl({
    listen: (address, port) => {
      const tokens = store.tokens();
      // Only called after `load`.
      if (!tokens) throw new Error('The tokens are not loaded.');
      const { probes } = reachability;
      const { onDelivery } = matcher;
      return openWebhookServer({
        address,
        port,
        tokens,
        onDelivery,
        onRefusal: refusals.add,
        probes,
        limits,
      });
    },
    lastPort: store.lastPort,
    onChanged: ({ port }) => {
      if (port !== null) store.rememberPort(port);
      onChanged();
    },
    warn,
  });

  const load = async (): Promise<WebhookTokenStore> => {
    const tokens = await store.load();
    await deliveries.load();
    await expected.load(documents);
    return tokens;
  };
  // Serializes turning on and off.
  const inTurn = pLimit(1);

  const reserve = async (connectionId: string, threadId: string): Promise<WebhookReservation> => {
    const { state, address } = listener.current();
    const tokens = store.tokens();
    if (!tokens || address === null) {
      throw notListening(state, 'Start the run without a webhook, or turn the listener on in Webhooks.');
    }
    const { publicUrl, tokenIn } = store.endpoint();
    if (publicUrl !== null) await reachability.assertReaches(publicUrl);
    const { token, stored } = tokens.add(connectionId, threadId);
    const sentTo = publicUrl ?? address;
    return {
      url: hookUrl(sentTo, token, tokenIn),
      bind: (runId) => matcher.bind(stored.digest, { connectionId, threadId, runId }, sentTo),
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
      ...createListenerCalls({ listener, reachability, store, inTurn, load, onChanged }),
    },
    streams: {
      'webhooks.watch': (_, signal) => feed.watch(signal),
      'webhooks.deliveries': (_, signal) => deliveries.watch(signal),
    },
    forget: (connectionId) =>
      inTurn(async () => {
        await load();
        await matcher.forget(connectionId);
      }),
    start: () =>
      inTurn(async () => {
        await load();
        if (store.isEnabled()) await listener.open(store.endpoint());
      }),
    async stop() {
      matcher.stop();
      await inTurn(() => listener.close());
      await Promise.all([deliveries.flush(), expected.stop()]);
      await store.flush();
    },
  };
}

// The last refused requests, newest first, and how many there were.
function createRefusals(limit: number, now: () => number, onChanged: () => void) {
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
