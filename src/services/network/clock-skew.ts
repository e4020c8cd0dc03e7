interface ClockSkew {
  // Adds the evidence of a response: its `Date`, and when its request was sent and answered, by our clock.
  add(date: string | null, sentAt: number, receivedAt: number): void;
  // In milliseconds; `null` if unknown. The truth is at most `boundMs` away.
  get(): { readonly skewMs: number; readonly boundMs: number } | null;
}

// A `Date` header has whole seconds.
const resolutionMs = 1000;

// Measures the skew by all responses together. Each one bounds it: the server wrote its time between the sending of the request
// and the arrival of the answer, within the second that it names. A server writes it at any part of a second, so the bounds come
// close to the time that a request takes. Where a bound contradicts the others, a clock was set, and measuring begins anew.
export function createClockSkew(): ClockSkew {
  let min = -Infinity;
  let max = Infinity;
  return {
    add(date, sentAt, receivedAt) {
      const serverTimeMs = Date.parse(date ?? '');
      if (Number.isNaN(serverTimeMs)) return;
      const [from, to] = [serverTimeMs - receivedAt, serverTimeMs + resolutionMs - sentAt];
      if (from > max || to < min) [min, max] = [from, to];
      else [min, max] = [Math.max(min, from), Math.min(max, to)];
    },
    get: () =>
      Number.isFinite(min)
        ? { skewMs: Math.round((min + max) / 2), boundMs: Math.ceil((max - min) / 2) }
        : null,
  };
}
