import * as z from 'zod/mini';
import { totalByteLength } from '../bytes.ts';
import { WireError } from '../wire-error.ts';
import type { ReceivedMessage, OutgoingMessage } from './port.ts';
import { isRecord } from '../narrow.ts';

// Chosen by the client, ascending from a random number, so that two pages on one port have different ids.
const RequestId = z.int().check(z.positive());

// Messages of the window. `hello` ends everything that an earlier page left open on the port.
export const ClientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), contract: z.string() }),
  z.strictObject({ type: z.literal('call'), id: RequestId, method: z.string(), input: z.unknown() }),
  z.strictObject({ type: z.literal('open'), id: RequestId, stream: z.string(), input: z.unknown() }),
  /** An item of a stream was consumed; the host may send another (see `maxUnacknowledgedItems`). */
  z.strictObject({ type: z.literal('taken'), id: RequestId }),
  /** Ends a call or stream in any state. Not answered. */
  z.strictObject({ type: z.literal('cancel'), id: RequestId }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

// The member that is sent after the message: see `serializeMessage`.
const Bulk = z.optional(z.string());

export const HostMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('result'), id: RequestId, value: z.unknown(), bulk: Bulk }),
  z.strictObject({ type: z.literal('item'), id: RequestId, value: z.unknown(), bulk: Bulk }),
  z.strictObject({ type: z.literal('done'), id: RequestId }),
  z.strictObject({ type: z.literal('failed'), id: RequestId, error: WireError }),
]);
export type HostMessage = z.infer<typeof HostMessage>;

// Most items of a stream that are sent but not consumed: the bound of every queue.
export const maxUnacknowledgedItems = 8;

// Most calls and streams that a window may have open at once: far more than it ever has.
export const maxOpenRequests = 500;

/** Longest message of a window in UTF-16 units: 16 MiB. */
export const maxMessageLength = 16 * 1024 * 1024;

// Longest response: what a server may send at once (64 MB), so that every state that is read can be shown.
// Windows trust their host, and the host's ports split long messages into frames.
export const maxResponseLength = 72 * 1024 * 1024;

const lineEnd = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

// Serializes a message. With `bulk`, that member follows verbatim after a line end: as JSON inside JSON, each
// quote would be escaped on one side and unescaped on the other. `JSON.stringify` writes no line ends, so the
// first one ends the message. If the member is bytes in pieces, so is the result, and nothing is copied.
export function serializeMessage(message: ClientMessage | HostMessage): OutgoingMessage {
  if (!('bulk' in message) || message.bulk === undefined) return JSON.stringify(message);
  const { bulk, value } = message;
  const member = isRecord(value) && Object.hasOwn(value, bulk) ? value[bulk] : undefined;
  if (typeof member !== 'string' && !isPieces(member)) return JSON.stringify({ ...message, bulk: undefined });
  const { [bulk]: _, ...rest } = value as Readonly<Record<string, unknown>>;
  const head = JSON.stringify({ ...message, value: rest });
  if (typeof member === 'string') return `${head}\n${member}`;
  // Padding aligns the numbers that follow.
  const bytes = encoder.encode(`${head}       \n`);
  const whole = bytes.length - (bytes.length % 8);
  bytes[whole - 1] = lineEnd;
  return [bytes.subarray(0, whole), ...member];
}

export function messageLength(message: OutgoingMessage): number {
  return typeof message === 'string' ? message.length : totalByteLength(message);
}

/** Parses a message; `null` unless it matches the schema exactly. Never throws. */
export function parseMessage<T>(
  schema: z.ZodMiniType<T>,
  received: ReceivedMessage,
  maxLength = maxMessageLength,
): T | null {
  if (received.length > maxLength) return null;
  const { head, bulk } = typeof received === 'string' ? cutText(received) : cutBytes(received);
  try {
    const message: unknown = JSON.parse(head);
    if (!takesBulk(message, bulk)) return null;
    return schema.safeParse(message).data ?? null;
  } catch {
    return null;
  }
}

type CameBulk = string | readonly Uint8Array[] | null;

function cutText(text: string): { readonly head: string; readonly bulk: CameBulk } {
  const end = text.indexOf('\n');
  return end < 0 ? { head: text, bulk: null } : { head: text.slice(0, end), bulk: text.slice(end + 1) };
}

function cutBytes(bytes: Uint8Array): { readonly head: string; readonly bulk: CameBulk } {
  const end = bytes.indexOf(lineEnd);
  const head = decoder.decode(end < 0 ? bytes : bytes.subarray(0, end));
  return { head, bulk: end < 0 ? null : [bytes.subarray(end + 1)] };
}

// Attaches the bulk to its member; false if only one of the two is there.
function takesBulk(message: unknown, behind: CameBulk): boolean {
  const bulk = isRecord(message) ? message['bulk'] : undefined;
  if (bulk === undefined || behind === null) return bulk === undefined && behind === null;
  const value = isRecord(message) ? message['value'] : undefined;
  if (typeof bulk !== 'string' || bulk === '__proto__' || !isRecord(value)) return false;
  Object.assign(value, { [bulk]: behind });
  return true;
}

function isPieces(value: unknown): value is readonly Uint8Array[] {
  return Array.isArray(value) && value.length > 0 && value.every((piece) => piece instanceof Uint8Array);
}
