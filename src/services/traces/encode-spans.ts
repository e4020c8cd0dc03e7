import {
  createTraceState,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type HrTime,
  type SpanContext,
} from '@opentelemetry/api';
import { SEMRESATTRS_PROJECT_NAME } from '@arizeai/openinference-semantic-conventions';
import { JsonTraceSerializer, ProtobufTraceSerializer } from '@opentelemetry/otlp-transformer';
import { resourceFromAttributes, type Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { ATTR_SERVICE_NAME } from '@opentelemetry/semantic-conventions';
import type { TraceSpan } from './trace-span.ts';

/** A request of OTLP/HTTP. */
export interface SpanBatch {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly spans: number;
}

export interface BatchLimits {
  readonly spans: number;
  readonly bytes: number;
}

// Collectors take 20 MB, and many services in front of them a few.
export const defaultBatchLimits: BatchLimits = { spans: 512, bytes: 2 * 2 ** 20 };

export interface SpanSource {
  /** The service whose spans they are, and the project that they are listed in: the server, as the user calls it. */
  readonly service: string;
  readonly version: string;
}

const serializers = { protobuf: ProtobufTraceSerializer, json: JsonTraceSerializer };

/** Protobuf, which every receiver takes, or JSON for files. A batch is only larger than the limit if a single span is. */
export function* encodeSpans(
  spans: readonly TraceSpan[],
  { service, version }: SpanSource,
  limits: BatchLimits = defaultBatchLimits,
  format: keyof typeof serializers = 'protobuf',
): Generator<SpanBatch> {
  const resource = resourceFromAttributes({
    [ATTR_SERVICE_NAME]: service,
    [SEMRESATTRS_PROJECT_NAME]: service,
  });
  const waiting: (readonly TraceSpan[])[] = [];
  for (let from = 0; from < spans.length; from += limits.spans)
    waiting.push(spans.slice(from, from + limits.spans));
  for (let batch = waiting.shift(); batch !== undefined; batch = waiting.shift()) {
    const body = serialized(
      serializers[format],
      batch.map((span) => readableSpan(span, resource, version)),
    );
    if (body.length <= limits.bytes || batch.length === 1) {
      yield { body, spans: batch.length };
      continue;
    }
    const half = Math.ceil(batch.length / 2);
    waiting.unshift(batch.slice(0, half), batch.slice(half));
  }
}

function serialized(
  serializer: (typeof serializers)[keyof typeof serializers],
  spans: ReadableSpan[],
): Uint8Array<ArrayBuffer> {
  const bytes = serializer.serializeRequest(spans);
  if (bytes === undefined) throw new Error('The spans could not be serialized.');
  return new Uint8Array(bytes);
}

function readableSpan(span: TraceSpan, resource: Resource, version: string): ReadableSpan {
  const { traceId, spanId, parent, traceState, status } = span;
  const context: SpanContext = {
    traceId,
    spanId,
    traceFlags: TraceFlags.SAMPLED,
    ...(traceState === null ? {} : { traceState: createTraceState(traceState) }),
  };
  return {
    name: span.name,
    kind: SpanKind.INTERNAL,
    spanContext: () => context,
    ...(parent === null
      ? {}
      : { parentSpanContext: { ...context, spanId: parent.spanId, isRemote: parent.isRemote } }),
    startTime: hrTime(span.startMs),
    endTime: hrTime(span.endMs),
    duration: hrTime(span.endMs - span.startMs),
    ended: true,
    status: {
      code: statusCodes[status.code],
      ...(status.message === undefined ? {} : { message: status.message }),
    },
    attributes: span.attributes,
    events: span.events.map(({ name, ms, attributes }) => ({ name, time: hrTime(ms), attributes })),
    links: span.links.map((link) => ({
      context: { traceId: link.traceId, spanId: link.spanId, traceFlags: TraceFlags.SAMPLED },
      attributes: link.attributes,
    })),
    resource,
    instrumentationScope: { name: 'remote-graph-studio', version },
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

const statusCodes = {
  unset: SpanStatusCode.UNSET,
  ok: SpanStatusCode.OK,
  error: SpanStatusCode.ERROR,
} as const;

function hrTime(ms: number): HrTime {
  const seconds = Math.floor(ms / 1000);
  return [seconds, Math.round((ms - seconds * 1000) * 1e6)];
}
