/** A text that is a time of ISO 8601, as Python and JavaScript write it. */
export interface ParsedTime {
  /** With the T of ISO 8601 between day and time, otherwise as it came. */
  readonly text: string;
  readonly date: Date;
  /** It says no time zone, so that nobody knows which moment it means (row J-10). */
  readonly naive: boolean;
}

const isoTime = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:?\d{2})?$/i;

/** Reads a time; `null` for any other text, also for days that no calendar has. */
export function parseIsoTime(text: string): ParsedTime | null {
  const [, day = '', time = '', zone = ''] = isoTime.exec(text) ?? [];
  if (day === '') return null;
  const iso = `${day}T${time}${zone}`;
  const date = new Date(iso.replace(/([+-]\d{2})(\d{2})$/, '$1:$2'));
  return Number.isNaN(date.getTime()) ? null : { text: iso, date, naive: zone === '' };
}
