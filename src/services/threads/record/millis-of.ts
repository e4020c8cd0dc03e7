import { timeOrNull } from '../../common/narrow.ts';

// A time of the API in milliseconds since 1970; `null` for none.
export function millisOf(value: unknown): number | null {
  const ms = Date.parse(timeOrNull(value) ?? '');
  return Number.isFinite(ms) ? ms : null;
}
