import { z } from 'zod';
import { WebhookEndpoint } from '../../shared/model/webhook.ts';
import type { DocumentSpec } from '../storage/versioned-document.ts';
import { StoredToken } from './webhook-token-store.ts';

// Sizes and rates of the webhook listener. Times are milliseconds, sizes bytes.
// - `bodiesInFlight`: Bytes of bodies that are being received at the same time, in all and of one server.
// - `maxStoredBody`: What is kept of one body, of all bodies of one server, and of all.
// - `perSecond`: Deliveries of one server; refused requests of all together.
// - `earlyMs`: How long a delivery that came before the answer to the run's creation may wait for it.
// - `expiryMs`: How long a token lives after the first delivery of its run.
// - `confirmDelaysMs`: Waits between looks at a run that its server still calls active although it was reported.
// - `confirmRetryMs`: How soon a run that was still active, or could not be read, may be asked about again for a newer delivery.
// - `confirmsPerServer`: Runs that are confirmed at one server at the same time.
// - `lingerMs`: How long a refused sender may go on sending, so that it reads the answer instead of a reset.
// - `checkMs`: How often slow requests are looked for.
// - `probeMs`: How long a probe of a public address may take.
// - `expected`: Runs that have not reported yet: how many are listed, and for how long.
// - `graceMs`: How long after the end of a run its delivery may take before it counts as missing.
export interface WebhookLimits {
  readonly body: number;
  readonly bodiesInFlight: number;
  readonly bodiesInFlightPerServer: number;
  readonly maxStoredBody: number;
  readonly bodiesPerServer: number;
  readonly bodies: number;
  readonly deliveriesPerToken: number;
  readonly deliveries: number;
  readonly refusals: number;
  readonly perSecond: number;
  readonly tokens: number;
  readonly earlyMs: number;
  readonly expiryMs: number;
  readonly confirmDelaysMs: readonly number[];
  readonly confirmRetryMs: number;
  readonly confirmsPerServer: number;
  readonly lingerMs: number;
  readonly headersMs: number;
  readonly requestMs: number;
  readonly checkMs: number;
  readonly headerSize: number;
  readonly probeMs: number;
  readonly expected: number;
  readonly expectedMs: number;
  readonly graceMs: number;
}

export const webhookLimits: WebhookLimits = {
  body: 10 * 1024 * 1024,
  bodiesInFlight: 64 * 1024 * 1024,
  bodiesInFlightPerServer: 32 * 1024 * 1024,
  maxStoredBody: 256 * 1024,
  bodiesPerServer: 4 * 1024 * 1024,
  bodies: 16 * 1024 * 1024,
  deliveriesPerToken: 20,
  deliveries: 10_000,
  refusals: 100,
  perSecond: 100,
  tokens: 1_000,
  earlyMs: 30_000,
  expiryMs: 24 * 60 * 60 * 1000,
  // Servers report after they wrote the status down; the second look is for one that does not.
  confirmDelaysMs: [4_000],
  confirmRetryMs: 30_000,
  confirmsPerServer: 4,
  lingerMs: 500,
  headersMs: 5_000,
  requestMs: 15_000,
  checkMs: 500,
  headerSize: 16_384,
  probeMs: 10_000,
  expected: 100,
  expectedMs: 7 * 24 * 60 * 60 * 1000,
  graceMs: 5_000,
};

export const WebhookSettings = z.strictObject({
  enabled: z.boolean(),
  port: z.int().min(1).max(65_535).nullable(),
  tokens: z.array(StoredToken),
});
export type WebhookSettings = z.infer<typeof WebhookSettings>;

export const webhookDocument: DocumentSpec<WebhookSettings> = {
  name: 'webhooks',
  version: 1,
  schema: WebhookSettings,
  initial: { enabled: true, port: null, tokens: [] },
};

export const webhookEndpointDocument: DocumentSpec<WebhookEndpoint> = {
  name: 'webhook-endpoint',
  version: 1,
  schema: WebhookEndpoint,
  initial: { address: '127.0.0.1', port: null, publicUrl: null, tokenIn: 'path' },
};
