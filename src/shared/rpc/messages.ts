import { z } from 'zod';
import { totalByteLength } from '../bytes.ts';
import { WireError } from '../wire-error.ts';
import type { ReceivedMessage, OutgoingMessage } from './port.ts';

/** Ids are chosen by the client, count up from 1 and are never used twice on one port. */
const RequestId = z.int().positive();

/** What the window sends. `hello` ends everything that an earlier page left open on the same port. */
export const ClientMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('hello'), contract: z.string() }),
  z.strictObject({ type: z.literal('call'), id: RequestId, method: z.string(), input: z.unknown() }),
  z.strictObject({ type: z.literal('open'), id: RequestId, stream: z.string(), input: z.unknown() }),
  /** One item of a stream was taken; the host may send one more (see `maxUnacknowledgedItems`). */
  z.strictObject({ type: z.literal('taken'), id: RequestId }),
  /** Ends a call or a stream, whatever its state. Answered by nothing. */
  z.strictObject({ type: z.literal('cancel'), id: RequestId }),
]);
export type ClientMessage = z.infer<typeof ClientMessage>;

/** The member of a value that lies behind the message: see `serializeMessage`. */
const Bulk = z.string().optional();

/** What the host sends. */
export const HostMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('result'), id: RequestId, value: z.unknown(), bulk: Bulk }),
  z.strictObject({ type: z.literal('item'), id: RequestId, value: z.unknown(), bulk: Bulk }),
  z.strictObject({ type: z.literal('done'), id: RequestId }),
  z.strictObject({ type: z.literal('failed'), id: RequestId, error: WireError }),
]);
export type HostMessage = z.infer<typeof HostMessage>;

/** Items of one stream that may be under way before the window has taken them: the bound of every queue. */
export const maxUnacknowledgedItems = 8;

/** The longest message of the window, in UTF-16 units: 16 MiB (performance and reliability tables). */
export const maxMessageLength = 16 * 1024 * 1024;

/**
 * The longest answer: what a server may send in one answer (64 MB), so that a state that was read is also seen. The
 * window trusts its host, and a port of the host cuts long messages into frames.
 */
export const maxResponseLength = 72 * 1024 * 1024;

const lineEnd = 10;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * A message as it is sent. With `bulk`, that member of the value follows behind a line end, as it is: JSON of a server
 * inside of JSON would have each of its quotation marks escaped on one side and looked at again on the other. JSON that
 * `JSON.stringify` wrote holds no line end, so that the first one is where the message ends. Where that member is bytes
 * in pieces, the message is bytes, too, and none of them is copied.
 */
export function serializeMessage(message: ClientMessage | HostMessage): OutgoingMessage {
  if (!('bulk' in message) || message.bulk === undefined) return JSON.stringify(message);
  const { bulk, value } = message;
  const member = isRecord(value) && Object.hasOwn(value, bulk) ? value[bulk] : undefined;
  if (typeof member !== 'string' && !isPieces(member)) return JSON.stringify({ ...message, bulk: undefined });
  const { [bulk]: _, ...rest } = value as Readonly<Record<string, unknown>>;
  const head = JSON.stringify({ ...message, value: rest });
  if (typeof member === 'string') return `${head}\n${member}`;
  // Blanks at its end, so that numbers behind it lie where numbers may lie.
  const bytes = encoder.encode(`${head}       \n`);
  const whole = bytes.length - (bytes.length % 8);
  bytes[whole - 1] = lineEnd;
  return [bytes.subarray(0, whole), ...member];
}

/** UTF-16 units of a text, or bytes. */
export function messageLength(message: OutgoingMessage): number {
  return typeof message === 'string' ? message.length : totalByteLength(message);
}

/** Parses one message; `null` for anything that is not exactly of the given form. Never throws. */
export function parseMessage<T>(
  schema: z.ZodType<T>,
  came: ReceivedMessage,
  maxLength = maxMessageLength,
): T | null {
  if (came.length > maxLength) return null;
  const { head, bulk } = typeof came === 'string' ? cutText(came) : cutBytes(came);
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

/** Puts what lies behind a message where the message says; false when one is there without the other. */
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
