import { z } from 'zod';
import { WireError } from '../wire-error.ts';

/** What the trace's web address has where the ID of the trace goes. */
export const traceIdPlace = '{trace_id}';

/**
 * Where the traces of a server's runs are sent, as the window may see it. Values of headers are secrets: only their last four
 * characters come back.
 *
 * - `isOn`: Each run that ends is sent.
 * - `url`: Of a receiver of OTLP over HTTP; empty while there is none.
 * - `service`: The name of the service whose spans they are; `null`: that of the server.
 * - `traceUrl`: The web address of a trace, with `{trace_id}`; `null` if unknown.
 */
export const TraceSettings = z.strictObject({
  isOn: z.boolean(),
  url: z.string(),
  headers: z.array(z.strictObject({ name: z.string(), last4: z.string().max(4) })),
  withContent: z.boolean(),
  service: z.string().nullable(),
  traceUrl: z.string().nullable(),
});
export type TraceSettings = z.infer<typeof TraceSettings>;

/** `storage`: where new values of headers are kept. `value: null` keeps the stored value of this name. */
export const TraceSettingsDraft = z.strictObject({
  isOn: z.boolean(),
  url: z.string().max(2048),
  headers: z
    .array(z.strictObject({ name: z.string().min(1).max(256), value: z.string().max(8192).nullable() }))
    .max(64),
  storage: z.enum(['session', 'sealed', 'plain']),
  withContent: z.boolean(),
  service: z.string().max(200).nullable(),
  traceUrl: z.string().max(2048).nullable(),
});
export type TraceSettingsDraft = z.infer<typeof TraceSettingsDraft>;

/**
 * How the sending of ended runs goes, since it was turned on. Times are milliseconds since 1970, by this computer's clock.
 *
 * - `waiting`: Runs that have ended and are not sent yet; `null` until the server's runs were listed.
 * - `dropped`: Runs that waited when there was no more room, oldest first.
 * - `refused`: Runs that the receiver will never take.
 * - `unread`: Runs whose record could not be read.
 * - `lastError`: Of the last attempt that failed, also if a later one did not.
 * - `readProblem`: Why the server's runs can't be listed now.
 */
export const TraceSending = z.strictObject({
  sent: z.int().nonnegative(),
  waiting: z.int().nonnegative().nullable(),
  waitingBytes: z.int().nonnegative(),
  dropped: z.int().nonnegative(),
  refused: z.int().nonnegative(),
  unread: z.int().nonnegative(),
  lastSentAt: z.number().nullable(),
  lastError: z.nullable(z.strictObject({ time: z.number(), problem: WireError })),
  nextAttemptAt: z.number().nullable(),
  readProblem: z.nullable(WireError),
});
export type TraceSending = z.infer<typeof TraceSending>;

export const TracesSnapshot = z.strictObject({
  settings: TraceSettings,
  /** `null` while runs are not sent by themselves. */
  sending: TraceSending.nullable(),
});
export type TracesSnapshot = z.infer<typeof TracesSnapshot>;

/** What a receiver answered. `rejected`: spans that it did not take; `reasons`: what it says. */
export const TraceReceipt = z.strictObject({
  url: z.string(),
  service: z.string(),
  traceId: z.string(),
  sent: z.int().nonnegative(),
  rejected: z.int().nonnegative(),
  reasons: z.array(z.string()),
  durationMs: z.number().nonnegative(),
});
export type TraceReceipt = z.infer<typeof TraceReceipt>;
