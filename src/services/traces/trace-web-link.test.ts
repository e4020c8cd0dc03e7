import { describe, expect, it } from 'vitest';
import { checkedTraceUrl, traceWebLink } from './trace-web-link.ts';
import { traceIdOfRun } from './find-trace-id.ts';
import { spanIdsOfRun } from './trace-ids.ts';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the web address of a trace', () => {
  it('has the ID of the trace where its template says, also over http on the user’s own host', () => {
    expect(traceWebLink('http://127.0.0.1:6006/redirects/traces/{trace_id}', traceId)).toBe(
      `http://127.0.0.1:6006/redirects/traces/${traceId}`,
    );
    expect(traceWebLink('https://t.example/?id={trace_id}', traceId)).toBe(
      `https://t.example/?id=${traceId}`,
    );
  });

  it.each([
    ['https://t.example/traces', /must contain \{trace_id\}/],
    ['javascript:alert("{trace_id}")', /only https links/],
    ['file:///{trace_id}', /only https links/],
    ['https://user:word@t.example/{trace_id}', /user name or password/],
    ['t.example/{trace_id}', /no scheme/],
  ])('is refused as %s', (template, why) => {
    expect(() => checkedTraceUrl(template)).toThrow(why);
  });

  it('is none if nothing is typed', () => {
    expect(checkedTraceUrl('  ')).toBeNull();
    expect(checkedTraceUrl(null)).toBeNull();
  });
});

describe('the trace of a run', () => {
  it('is the one that the run’s metadata names, else its own', () => {
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    expect(traceIdOfRun('t', 'r', { metadata: { traceparent, trace_id: 'a'.repeat(32) } })).toBe(traceId);
    expect(traceIdOfRun('t', 'r', { metadata: { trace_id: traceId.toUpperCase() } })).toBe(traceId);
    const usual = spanIdsOfRun('t', 'r', null).traceId;
    expect(traceIdOfRun('t', 'r', { metadata: { trace_id: '../../x' } })).toBe(usual);
    expect(traceIdOfRun('t', 'r', { metadata: { trace_id: '0'.repeat(32) } })).toBe(usual);
    expect(traceIdOfRun('t', 'r', {})).toBe(usual);
  });
});
