import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createClockSkew } from './clock-skew.ts';

/** A `Date` header at a moment of the server's clock. */
const headerAt = (ms: number): string => new Date(Math.floor(ms / 1000) * 1000).toUTCString();

describe('the skew of a server’s clock', () => {
  it('is unknown without a Date, and within half a second by the first one', () => {
    const skew = createClockSkew();
    skew.add(null, 0, 10);
    skew.add('yesterday', 0, 10);
    expect(skew.get()).toBeNull();
    const now = Date.parse('2026-11-24T12:00:00.250Z');
    skew.add(headerAt(now + 60_000), now, now);
    expect(skew.get()).toEqual({ skewMs: 60_250, boundMs: 500 });
  });

  it('comes close to the truth with the responses, whatever the skew and the second’s part', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -86_400_000, max: 86_400_000 }),
        fc.array(fc.tuple(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 0, max: 40 })), {
          minLength: 1,
        }),
        (trueMs, requests) => {
          const skew = createClockSkew();
          let now = Date.parse('2026-11-24T12:00:00Z');
          for (const [pauseMs, takesMs] of requests) {
            now += pauseMs;
            skew.add(headerAt(now + takesMs / 2 + trueMs), now, now + takesMs);
            now += takesMs;
          }
          const { skewMs = Number.NaN, boundMs = Number.NaN } = skew.get() ?? {};
          expect(Math.abs(skewMs - trueMs)).toBeLessThanOrEqual(boundMs + 1);
          expect(boundMs).toBeLessThanOrEqual(520);
        },
      ),
    );
    const skew = createClockSkew();
    const start = Date.parse('2026-11-24T12:00:00Z');
    for (let index = 0; index < 100; index += 1) {
      const sentAt = start + index * 337;
      skew.add(headerAt(sentAt + 5 - 7200), sentAt, sentAt + 10);
    }
    expect(skew.get()?.boundMs).toBeLessThanOrEqual(15);
  });

  it('is measured anew once a clock is set', () => {
    const skew = createClockSkew();
    const now = Date.parse('2026-11-24T12:00:00.500Z');
    skew.add(headerAt(now), now, now);
    skew.add(headerAt(now + 90_000), now, now);
    expect(skew.get()).toEqual({ skewMs: 90_000, boundMs: 500 });
  });
});
