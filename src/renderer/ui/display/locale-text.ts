// Making one of these takes up to a hundred times as long as using it, and `toLocaleString` makes one each time: rows that
// scroll into view can't afford that.
let numbers: Intl.NumberFormat | null = null;
let times: Intl.DateTimeFormat | null = null;

/** `1,234,567`. */
export function numberText(value: number): string {
  numbers ??= new Intl.NumberFormat('en');
  return numbers.format(value);
}

/** A valid date as `toLocaleString` writes it, in the zone that this computer has now: `11/28/2026, 7:03:48 PM`. */
export function localTimeText(date: Date): string {
  times ??= new Intl.DateTimeFormat(undefined, {
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
    timeZone: 'UTC',
  });
  return times.format(localAsUtc(date));
}

/** The time that a format in UTC writes as the local one. A format of the local zone would keep that zone, and computers travel. */
export function localAsUtc(date: Date): number {
  return date.getTime() - date.getTimezoneOffset() * 60_000;
}
