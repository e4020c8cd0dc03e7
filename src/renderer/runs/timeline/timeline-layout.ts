/** Ticks of the time axis in milliseconds: round values after 0, at most `most`. */
export function axisTimes(wholeMs: number, most: number): number[] {
  const step = roundStep(wholeMs / Math.max(1, most));
  const count = Math.floor(wholeMs / step);
  return Array.from({ length: count }, (_, at) => (at + 1) * step);
}

/** The smallest of 1, 2 and 5 times a power of ten that is at least `least`. */
function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((one) => one * power >= least) ?? 10;
  return factor * power;
}

/** Formats an axis label: `200 ms`, `1.5 s`, `40 s`, `2 min`. */
export function axisText(ms: number): string {
  if (ms < 1000) return `${ms} ms`;
  if (ms < 120_000) return `${Number((ms / 1000).toFixed(2))} s`;
  return `${Number((ms / 60_000).toFixed(1))} min`;
}
