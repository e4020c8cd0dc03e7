import { runKwargs } from '../runs/run-mapper.ts';
import { nonEmptyStringOrNull } from '../common/narrow.ts';
import { recordOrEmpty } from '../../shared/narrow.ts';

/** A span of another program, as W3C Trace Context writes it: what started the run. */
export interface TraceContext {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceState: string | null;
}

const maxTraceState = 512;

/**
 * The trace context of a run's own record: that of its metadata, or the header of the request that started it, which
 * the Python server keeps. `null` without a valid one. Other members of `configurable` don't count: the JavaScript
 * server passes them on to later runs.
 */
export function traceContextOf(wireRun: unknown): TraceContext | null {
  const kwargs = runKwargs(wireRun) ?? {};
  const config = recordOrEmpty(kwargs['config']);
  const { __otel_traceparent__: parent, __otel_tracestate__: state } = recordOrEmpty(config['configurable']);
  return (
    [recordOrEmpty(wireRun)['metadata'], config['metadata']]
      .map(recordOrEmpty)
      .map(({ traceparent, tracestate }) => parsedContext(traceparent, tracestate))
      .find((context) => context !== null) ?? parsedContext(parent, state)
  );
}

function parsedContext(parent: unknown, state: unknown): TraceContext | null {
  const [, version, traceId, spanId] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:-|$)/.exec(
      nonEmptyStringOrNull(parent)?.trim() ?? '',
    ) ?? [];
  if (traceId === undefined || spanId === undefined || version === 'ff') return null;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return null;
  const traceState = nonEmptyStringOrNull(state);
  return { traceId, spanId, traceState: traceState !== null && isTraceState(traceState) ? traceState : null };
}

function isTraceState(text: string): boolean {
  return text.length <= maxTraceState && /^[\x20-\x7e]+$/.test(text);
}
