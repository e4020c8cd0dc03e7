import { z } from 'zod';
import { WireError } from '../wire-error.ts';
import { RunStatus } from './run.ts';

/**
 * Where the listener listens and how servers reach it, as the user chose it.
 *
 * - `address`: One exact address of this computer: `127.0.0.1`, or one on a network. Never a wildcard.
 * - `port: null`: any free port, and the same again at the next start unless it is taken then.
 * - `publicUrl`: Base URL of a tunnel to the listener, without trailing slash; `null`: servers use its own address.
 * - `tokenIn`: Where a run's token is in its webhook's address: `/hook/TOKEN` or `/hook?token=TOKEN`.
 */
export const WebhookEndpoint = z.strictObject({
  address: z.string().max(45),
  port: z.int().min(1).max(65_535).nullable(),
  publicUrl: z.string().max(2048).nullable(),
  tokenIn: z.enum(['path', 'query']),
});
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>;

export const NetworkAddress = z.strictObject({ name: z.string(), address: z.string() });
export type NetworkAddress = z.infer<typeof NetworkAddress>;

/**
 * How a probe through a public address ended. `arrived`: unchanged. `host-changed`, `path-changed`: with another Host
 * header or path; the latter is no address for webhooks. All others: it did not arrive. `other-server`: something else
 * answered.
 *
 * - `at`: ISO 8601, by this computer's clock.
 * - `ms`: From the request to the arrival, or to the failure, in milliseconds.
 * - `status`: HTTP status of the response; `null` without one.
 * - `detail`: What the outcome is about: the Host header or path that arrived, the redirect's target, or the network's
 *   error code. Bounded; `null` if there is nothing to say.
 */
export const WebhookSelfTest = z.strictObject({
  outcome: z.enum([
    'arrived',
    'host-changed',
    'path-changed',
    'other-server',
    'redirected',
    'dns',
    'refused',
    'unreachable',
    'tls',
    'cut',
    'timeout',
  ]),
  publicUrl: z.string(),
  at: z.string(),
  ms: z.number().nonnegative(),
  status: z.int().nullable(),
  detail: z.string().nullable(),
});
export type WebhookSelfTest = z.infer<typeof WebhookSelfTest>;

/**
 * The local listener to which servers report finished runs.
 *
 * - `address`: Its own base URL, such as `http://127.0.0.1:PORT`; the path with a run's token is never shown in full.
 */
export const WebhookListener = z.strictObject({
  state: z.enum(['off', 'starting', 'listening', 'failed']),
  address: z.string().nullable(),
  port: z.int().nullable(),
  problem: z.nullable(WireError),
});
export type WebhookListener = z.infer<typeof WebhookListener>;

/**
 * One attempt to forward a delivery.
 *
 * - `url`: As the user typed it.
 * - `status`: HTTP status of the response; `null` without one.
 * - `text`: Start of the response, or what failed. Text of a stranger.
 */
export const WebhookForward = z.strictObject({
  at: z.string(),
  url: z.string(),
  status: z.int().nullable(),
  ms: z.number().nonnegative(),
  text: z.string(),
});
export type WebhookForward = z.infer<typeof WebhookForward>;

/**
 * A delivery: a request with a known token, by which a server reports the end of a run. Its body is a claim until the server confirms it.
 *
 * - `seq`: Grows with each delivery, also over restarts.
 * - `receivedAt`: Arrival, ISO 8601 by this machine's clock.
 * - `runId`: The run that the token was created for; `null` while the create response is pending.
 * - `confirmedStatus`: The server's status of this run when asked; `null` until then.
 * - `confirmProblem`: Why the run could not be confirmed; `null` if it was, or was not asked yet.
 * - `count`: How often the same delivery (run and status) arrived.
 * - `runEndedAt`: End of the run by the server's clock, from the body (`run_ended_at`).
 * - `forwards`: The last few, newest first.
 */
export const WebhookDelivery = z.strictObject({
  id: z.string(),
  seq: z.int().positive(),
  receivedAt: z.string(),
  connectionId: z.string(),
  runId: z.string().nullable(),
  threadId: z.string().nullable(),
  tokenLast4: z.string(),
  claimedStatus: z.string().nullable(),
  confirmedStatus: RunStatus.nullable(),
  confirmProblem: z.string().nullable(),
  count: z.int().positive(),
  size: z.int().nonnegative(),
  contentType: z.string().nullable(),
  runEndedAt: z.string().nullable(),
  forwards: z.array(WebhookForward),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/**
 * Headers and body of a delivery, bounded. Read one at a time, because lists of deliveries change all the time.
 *
 * - `bodyIsWhole`: Whether `bodyText` is all that arrived, except for its token; only then can it be forwarded.
 */
export const WebhookContent = z.strictObject({
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  bodyText: z.string(),
  bodyIsJson: z.boolean(),
  bodyIsWhole: z.boolean(),
});
export type WebhookContent = z.infer<typeof WebhookContent>;

/** A refused request. Its body is not stored. */
export const WebhookRefusal = z.strictObject({
  at: z.string(),
  status: z.int(),
  reason: z.enum([
    'wrong-token',
    'expired-token',
    'several-tokens',
    'not-post',
    'too-large',
    'encoded',
    'unknown-path',
    'flood',
  ]),
});
export type WebhookRefusal = z.infer<typeof WebhookRefusal>;

/**
 * A run that was started with the studio's webhook and has not reported yet.
 *
 * - `threadId`: Empty for a stateless run.
 * - `startedAt`: ISO 8601, by this computer's clock.
 * - `sentTo`: Base URL of the webhook address that the run got.
 * - `status`: `missing`: it ended, and nothing came within a moment. `unknown`: the studio was restarted, and has not
 *   asked the server since.
 * - `runEndedAt`: When its end was seen, ISO 8601; `null` if only a later check found that it has ended.
 */
export const ExpectedDelivery = z.strictObject({
  id: z.string(),
  connectionId: z.string(),
  threadId: z.string(),
  runId: z.string(),
  startedAt: z.string(),
  sentTo: z.string(),
  status: z.enum(['running', 'missing', 'unknown']),
  runEndedAt: z.string().nullable(),
});
export type ExpectedDelivery = z.infer<typeof ExpectedDelivery>;

/** Listener, expected deliveries and refusals (newest first, bounded) in one snapshot. */
export const WebhooksSnapshot = z.strictObject({
  listener: WebhookListener,
  endpoint: WebhookEndpoint,
  expected: z.array(ExpectedDelivery),
  refusals: z.array(WebhookRefusal),
  refusedTotal: z.int().nonnegative(),
});
export type WebhooksSnapshot = z.infer<typeof WebhooksSnapshot>;

/**
 * Changes of the stored deliveries, in bounded parts.
 *
 * - `deliveries`: Added or changed, newest first.
 * - `removed`: IDs of removed ones.
 * - `hasMore`: More follow at once; the list is not complete yet.
 * - `droppedTotal`: Deliveries evicted by newer ones since the studio was started.
 */
export const WebhookDeliveryChanges = z.strictObject({
  deliveries: z.array(WebhookDelivery),
  removed: z.array(z.string()),
  hasMore: z.boolean(),
  droppedTotal: z.int().nonnegative(),
});
export type WebhookDeliveryChanges = z.infer<typeof WebhookDeliveryChanges>;
