import { AppError } from '../../shared/app-error.ts';
import type { StudioHandlers } from '../../shared/contract.ts';
import type { Platform } from '../common/platform.ts';
import type { ServerClients } from '../common/server-clients.ts';
import { isActive } from '../../shared/model/is-active.ts';
import type { Deliveries } from './create-deliveries.ts';
import type { ExpectedDeliveries } from './expected-deliveries.ts';
import { forwardAddress, forwardDelivery, maxForwards } from './forward-delivery.ts';
import type { StoredDelivery } from './stored-delivery.ts';
import { confirmRun } from './confirm-run.ts';
import { namesAnother, namesAnotherProblem } from './delivery-matcher.ts';

export type DeliveryCalls = Pick<
  StudioHandlers['calls'],
  | 'webhooks.clear'
  | 'webhooks.content'
  | 'webhooks.recheck'
  | 'webhooks.forward'
  | 'webhooks.checkExpected'
  | 'webhooks.dismissExpected'
>;

interface DeliveryCallsOptions {
  readonly deliveries: Deliveries;
  readonly expected: ExpectedDeliveries;
  readonly clients: ServerClients;
  readonly platform: Pick<Platform, 'proxyFor'>;
  // Resolves once deliveries of earlier sessions are known.
  readonly load: () => Promise<unknown>;
}

export function createDeliveryCalls(options: DeliveryCallsOptions): DeliveryCalls {
  const { deliveries, expected, clients, platform, load } = options;

  const requireDelivery = (deliveryId: string): StoredDelivery => {
    const entry = deliveries.get(deliveryId);
    if (entry) return entry;
    throw new AppError('not-found', 'This delivery is no longer stored.', {
      hint: 'It was deleted, or removed to make room for newer deliveries.',
    });
  };

  return {
    async 'webhooks.clear'() {
      await load();
      await deliveries.forget(null);
      return {};
    },
    'webhooks.content': async ({ deliveryId }) => requireDelivery(deliveryId).content,
    async 'webhooks.recheck'({ deliveryId }, signal) {
      const { delivery, claimedRunId } = requireDelivery(deliveryId);
      const { connectionId, threadId, runId } = delivery;
      if (threadId === null || runId === null) {
        throw new AppError('unsupported', 'The run of this delivery is unknown.');
      }
      // What the server says of another run confirms nothing.
      if (namesAnother(claimedRunId, runId)) throw new AppError('unsupported', namesAnotherProblem);
      const confirmation = await confirmRun(clients, { connectionId, threadId, runId }, [], signal);
      signal.throwIfAborted();
      deliveries.change(deliveryId, confirmation);
      return {};
    },
    async 'webhooks.checkExpected'({ expectedId }, signal) {
      const run = expected.get(expectedId);
      if (run === null) return {};
      const { confirmedStatus, confirmProblem } = await confirmRun(clients, run, [], signal);
      signal.throwIfAborted();
      if (confirmedStatus !== null) expected.checked(expectedId, isActive(confirmedStatus));
      else throw new AppError('unreachable', confirmProblem);
      return {};
    },
    async 'webhooks.dismissExpected'({ expectedId }) {
      expected.remove(expectedId);
      return {};
    },
    async 'webhooks.forward'({ deliveryId, url }, signal) {
      const { content, delivery } = requireDelivery(deliveryId);
      const forwarded = { url: forwardAddress(url), content, contentType: delivery.contentType };
      const result = await forwardDelivery(platform, forwarded, signal);
      const earlier = deliveries.get(deliveryId)?.delivery.forwards ?? [];
      deliveries.change(deliveryId, { forwards: [result, ...earlier].slice(0, maxForwards) });
      return result;
    },
  };
}
