import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/* A receiver of OTLP/HTTP that reads what it gets without the packages that wrote it. */

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string;
  readonly name: string;
  readonly startMs: number;
  readonly endMs: number;
  /** 0: unset, 1: ok, 2: error. */
  readonly status: number;
  readonly statusMessage: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly events: readonly {
    readonly name: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
  readonly links: readonly { readonly traceId: string; readonly spanId: string }[];
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface OtlpRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  readonly spans: readonly ReceivedSpan[];
}

export interface OtlpReceiver {
  readonly url: string;
  /** In the order in which they came. */
  readonly requests: OtlpRequest[];
  spans(): readonly ReceivedSpan[];
  stop(): Promise<void>;
}

/** `answer`: to the request of this index; an empty success by default. */
export async function startOtlpReceiver(
  answer: (response: ServerResponse, index: number) => void = (response) => {
    response.writeHead(200, { 'content-type': 'application/x-protobuf' }).end();
  },
): Promise<OtlpReceiver> {
  const requests: OtlpRequest[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      const { url: path = '', headers } = request;
      requests.push({ path, headers, bytes: body.length, spans: readSpans(body) });
      answer(response, requests.length - 1);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    spans: () => requests.flatMap(({ spans }) => spans),
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => void server.close(() => resolve()));
    },
  };
}

/** A protobuf message by its field numbers (opentelemetry/proto/trace/v1/trace.proto). */
type Message = ReadonlyMap<number, readonly (Buffer | bigint)[]>;

function readMessage(bytes: Buffer): Message {
  const fields = new Map<number, (Buffer | bigint)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at);
      at += 1;
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const field = tag >> 3;
    let value: Buffer | bigint;
    if ((tag & 7) === 0) value = varint();
    else if ((tag & 7) === 2) {
      const length = Number(varint());
      value = bytes.subarray(at, at + length);
      at += length;
    } else {
      const isDouble = (tag & 7) === 1;
      value = isDouble ? bytes.readBigUInt64LE(at) : BigInt(bytes.readUInt32LE(at));
      at += isDouble ? 8 : 4;
    }
    fields.set(field, [...(fields.get(field) ?? []), value]);
  }
  return fields;
}

const messages = (message: Message, field: number): Message[] =>
  (message.get(field) ?? []).flatMap((value) => (Buffer.isBuffer(value) ? readMessage(value) : []));
const bytesOf = (message: Message, field: number): Buffer => {
  const value = message.get(field)?.[0];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
};
const textOf = (message: Message, field: number): string => bytesOf(message, field).toString();
const idOf = (message: Message, field: number): string => bytesOf(message, field).toString('hex');
const numberOf = (message: Message, field: number): bigint => {
  const value = message.get(field)?.[0];
  return typeof value === 'bigint' ? value : 0n;
};
const msOf = (message: Message, field: number): number => Number(numberOf(message, field)) / 1e6;

function readSpans(body: Buffer): ReceivedSpan[] {
  return messages(readMessage(body), 1).flatMap((resourceSpans) => {
    const resource = attributesOf(messages(resourceSpans, 1)[0] ?? new Map(), 1);
    return messages(resourceSpans, 2).flatMap((scopeSpans) =>
      messages(scopeSpans, 2).map((span): ReceivedSpan => {
        const [status] = messages(span, 15);
        return {
          traceId: idOf(span, 1),
          spanId: idOf(span, 2),
          parentSpanId: idOf(span, 4),
          name: textOf(span, 5),
          startMs: msOf(span, 7),
          endMs: msOf(span, 8),
          status: status === undefined ? 0 : Number(numberOf(status, 3)),
          statusMessage: status === undefined ? '' : textOf(status, 2),
          attributes: attributesOf(span, 9),
          events: messages(span, 11).map((event) => ({
            name: textOf(event, 2),
            attributes: attributesOf(event, 3),
          })),
          links: messages(span, 13).map((link) => ({ traceId: idOf(link, 1), spanId: idOf(link, 2) })),
          resource,
        };
      }),
    );
  });
}

function attributesOf(message: Message, field: number): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    messages(message, field).map((pair) => [textOf(pair, 1), valueOf(messages(pair, 2)[0] ?? new Map())]),
  );
}

function valueOf(value: Message): unknown {
  if (value.has(2)) return numberOf(value, 2) === 1n;
  if (value.has(3)) return Number(BigInt.asIntN(64, numberOf(value, 3)));
  if (value.has(5)) return messages(messages(value, 5)[0] ?? new Map(), 1).map(valueOf);
  return textOf(value, 1);
}
