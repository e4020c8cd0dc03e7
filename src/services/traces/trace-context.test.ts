import { describe, expect, it } from 'vitest';
import { traceContextOf } from './trace-context.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const spanId = 'b7ad6b7169203331';
const traceparent = `00-${traceId}-${spanId}-01`;

describe('the trace context of a run', () => {
  it.each([
    ['its metadata', { metadata: { traceparent } }],
    ['the metadata of its config', { kwargs: { config: { metadata: { traceparent } } } }],
    [
      'the header that the Python server keeps',
      { kwargs: { config: { configurable: { __otel_traceparent__: traceparent } } } },
    ],
    ['a record without kwargs', { input: {}, config: { metadata: { traceparent } } }],
  ])('is read from %s', (_place, wire) => {
    expect(traceContextOf(wire)).toEqual({ traceId, spanId, traceState: null });
  });

  it('has its state', () => {
    expect(traceContextOf({ metadata: { traceparent, tracestate: 'a=1,b=2' } })?.traceState).toBe('a=1,b=2');
    expect(traceContextOf({ metadata: { traceparent, tracestate: 'a=\n1' } })?.traceState).toBeNull();
    expect(traceContextOf({ metadata: { traceparent, tracestate: 'a'.repeat(513) } })?.traceState).toBeNull();
  });

  it('is not taken from what the JavaScript server passes on from an earlier run', () => {
    expect(traceContextOf({ kwargs: { config: { configurable: { traceparent } } } })).toBeNull();
  });

  it.each([
    null,
    {},
    { metadata: { traceparent: 7 } },
    { metadata: { traceparent: '00-xyz' } },
    { metadata: { traceparent: `ff-${traceId}-${spanId}-01` } },
    { metadata: { traceparent: `00-${'0'.repeat(32)}-${spanId}-01` } },
    { metadata: { traceparent: `00-${traceId}-${'0'.repeat(16)}-01` } },
    { metadata: { traceparent: `00-${traceId.toUpperCase()}-${spanId}-01` } },
  ])('is none for %j', (wire) => {
    expect(traceContextOf(wire)).toBeNull();
  });
});
