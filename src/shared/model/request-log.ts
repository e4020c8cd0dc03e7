import { z } from 'zod';

/** One HTTP request that the studio made to a graph server. Secrets are masked before it is written down (L-1). */
export const RequestEntry = z.strictObject({
  id: z.int().positive(),
  at: z.string(),
  connectionId: z.string(),
  /** Which part of the studio asked: `threads.history`, `runs.start`, ... */
  purpose: z.string(),
  method: z.string(),
  /** Path and query, without the base URL. */
  path: z.string(),
  /** `null` while under way, or when no answer came. */
  status: z.int().nullable(),
  /** Milliseconds until the headers of the answer; `null` while under way. */
  ms: z.number().nullable(),
  /** Why there was no answer; the server's words for an error status are in `problem` too. */
  problem: z.string().nullable(),
  requestBody: z.string().nullable(),
  /** There was more of the body than is kept. */
  isBodyTruncated: z.boolean(),
});
export type RequestEntry = z.infer<typeof RequestEntry>;

/** What came back for a request, as far as it is kept. Secrets are masked before it is written down (L-1). */
export const RequestResponse = z.strictObject({
  headers: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  /** Its beginning; `null` for a stream of events. */
  body: z.string().nullable(),
  /** There was more of the body than is kept. */
  isTruncated: z.boolean(),
});
export type RequestResponse = z.infer<typeof RequestResponse>;

/** The newest entries (bounded), newest first, and how many there were since the start. */
export const RequestLogSnapshot = z.strictObject({
  entries: z.array(RequestEntry),
  total: z.int().nonnegative(),
});
export type RequestLogSnapshot = z.infer<typeof RequestLogSnapshot>;
