import { z } from 'zod';
import { WireError } from '../app-error.ts';

/** Ids are chosen by the client, count up from 1 and are never used twice on one port. */
const RequestId = z.int().positive();

/** What the window sends. `hello` ends everything that an earlier page left open on the same port. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), contract: z.string() }),
  z.strictObject({ type: z.literal('call'), id: RequestId, method: z.string(), input: z.unknown() }),
  z.strictObject({ type: z.literal('open'), id: RequestId, stream: z.string(), input: z.unknown() }),
  /** One item of a stream was taken; the host may send one more (see `streamWindow`). */
  z.strictObject({ type: z.literal('taken'), id: RequestId }),
  /** Ends a call or a stream, whatever its state. Answered by nothing. */
  z.strictObject({ type: z.literal('cancel'), id: RequestId }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

/** What the host sends. `reset` says that the host forgot everything (it restarted, or another page took over). */
export const HostMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('result'), id: RequestId, value: z.unknown() }),
  z.strictObject({ type: z.literal('item'), id: RequestId, value: z.unknown() }),
  z.strictObject({ type: z.literal('done'), id: RequestId }),
  z.strictObject({ type: z.literal('failed'), id: RequestId, error: WireError }),
]);
export type HostMessage = z.infer<typeof HostMessage>;

/** Items of one stream that may be under way before the window has taken them: the bound of every queue. */
export const streamWindow = 8;

/** The longest message, in UTF-16 units, that either end accepts: 16 MiB (performance and reliability tables). */
export const maxMessageLength = 16 * 1024 * 1024;

/** Parses one message; `null` for anything that is not exactly of the given form. Never throws. */
export function parseMessage<T>(schema: z.ZodType<T>, text: string): T | null {
  if (text.length > maxMessageLength) return null;
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
