import { z } from 'zod';
import { call } from '../rpc/contract-types.ts';
import {
  NetworkAddress,
  WebhookContent,
  WebhookEndpoint,
  WebhookForward,
  WebhookListener,
  WebhookSelfTest,
} from '../model/webhook.ts';
import { nothing } from './call-inputs.ts';

export const webhookCalls = {
  /** Fails with `not-found` once the delivery was evicted. */
  'webhooks.content': call(z.strictObject({ deliveryId: z.string() }), WebhookContent),
  /** Deletes all deliveries, also from the disk. */
  'webhooks.clear': call(nothing, nothing),
  /** Asks the server again what became of the delivery's run. Fails with `not-found` once it was evicted. */
  'webhooks.recheck': call(z.strictObject({ deliveryId: z.string() }), nothing),
  /**
   * Posts a delivery's body to an address that the user typed, without keys; the result is stored with the
   * delivery. Fails with `invalid-input` for an address that is none, with `unsupported` if not all of the body
   * is stored, and with `not-found` once it was evicted.
   */
  'webhooks.forward': call(
    z.strictObject({ deliveryId: z.string(), url: z.string().max(2048) }),
    WebhookForward,
  ),
  /** Asks the server whether the run of an expected delivery has ended. */
  'webhooks.checkExpected': call(z.strictObject({ expectedId: z.string() }), nothing),
  /** Expects the delivery no longer. It still counts if it comes. */
  'webhooks.dismissExpected': call(z.strictObject({ expectedId: z.string() }), nothing),
  'webhooks.setListener': call(z.strictObject({ enabled: z.boolean() }), WebhookListener),
  /**
   * Moves the listener, and stores where it listens. Fails with `invalid-input` for an address that can't be
   * used and with `unreachable` for a port that can't be opened; the listener stays where it is then.
   */
  'webhooks.configure': call(WebhookEndpoint, WebhookListener),
  /** Addresses of this computer on its networks, on which the listener may listen. */
  'webhooks.addresses': call(nothing, z.strictObject({ addresses: z.array(NetworkAddress) })),
  /**
   * Posts a probe to a public address, and reports whether it arrived at the listener. Fails with
   * `invalid-input` for an address that is none, and with `unsupported` while the listener is off.
   */
  'webhooks.selfTest': call(z.strictObject({ publicUrl: z.string().max(2048) }), WebhookSelfTest),
};
