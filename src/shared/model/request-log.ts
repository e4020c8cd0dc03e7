import { z } from 'zod';

/**
 * An HTTP request to a graph server. Secrets are masked before it is recorded.
 *
 * - `purpose`: Origin in the studio: `threads.history`, `runs.start`, ...
 * - `path`: Path and query without the base URL.
 * - `status` is `null` while pending, or without a response.
 * - `ms`: Milliseconds until the response's headers; `null` while pending.
 * - `problem`: Why there was no response, or the server's message for an error status.
 * - `isBodyTruncated`: The body was longer than what is stored.
 * - `replay`: Whether it can be sent again: only what changes nothing, and only if all of it is stored (`incomplete`:
 *   its body is truncated, or a secret in it is masked).
 */
export const RequestEntry = z.strictObject({
  id: z.int().positive(),
  at: z.string(),
  connectionId: z.string(),
  purpose: z.string(),
  method: z.string(),
  path: z.string(),
  status: z.int().nullable(),
  ms: z.number().nullable(),
  problem: z.string().nullable(),
  requestBody: z.string().nullable(),
  isBodyTruncated: z.boolean(),
  replay: z.enum(['possible', 'incomplete', 'not-a-read']),
});
export type RequestEntry = z.infer<typeof RequestEntry>;

/**
 * The stored part of a response. Secrets are masked before it is recorded.
 *
 * - `body`: Start of the body; `null` for an event stream.
 * - `isTruncated`: The body was longer than what is stored.
 */
export const RequestResponse = z.strictObject({
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  body: z.string().nullable(),
  isTruncated: z.boolean(),
});
export type RequestResponse = z.infer<typeof RequestResponse>;

/** The newest entries (bounded), newest first, and the total since the start. */
export interface RequestLogSnapshot {
  readonly entries: readonly RequestEntry[];
  readonly total: number;
}

/**
 * What changed since the item before it. In the first item all entries are new.
 *
 * - `entries`: The new ones, newest first.
 * - `settled`: What is known by now of earlier ones.
 * - `oldestId`: Older ones are no longer kept.
 */
export const RequestLogChange = z.strictObject({
  entries: z.array(RequestEntry),
  settled: z.array(RequestEntry.pick({ id: true, status: true, ms: true, problem: true })),
  oldestId: z.int().positive(),
  total: z.int().nonnegative(),
});
export type RequestLogChange = z.infer<typeof RequestLogChange>;
