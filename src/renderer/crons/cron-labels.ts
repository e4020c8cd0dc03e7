import { maxRunsCounted, type Cron } from '../../shared/model/cron.ts';
import { localAsUtc } from '../ui/display/locale-text.ts';

// `enabled`, `disabled`, `ended`; `unknown` if the server does not say.
export type CronStatus = 'enabled' | 'disabled' | 'ended' | 'unknown';

export function cronStatus(
  { enabled, endsAt }: Pick<Cron, 'enabled' | 'endsAt'>,
  now = Date.now(),
): CronStatus {
  if (endsAt !== null && Date.parse(endsAt) <= now) return 'ended';
  if (enabled === null) return 'unknown';
  return enabled ? 'enabled' : 'disabled';
}

// The times of its schedule at which a cron runs: until it ends, and none if it is disabled.
export function timesUntilEnd(
  cron: Pick<Cron, 'enabled' | 'endsAt'>,
  times: readonly string[],
  now = Date.now(),
): { readonly times: string[]; readonly none: string | null } {
  const status = cronStatus(cron, now);
  if (status === 'disabled' || status === 'ended') return { times: [], none: `none: ${status}` };
  const end = cron.endsAt === null ? Number.POSITIVE_INFINITY : Date.parse(cron.endsAt);
  // An end that can't be read leaves out none.
  const remainingTimes = times.filter((time) => !(Date.parse(time) > end));
  return {
    times: remainingTimes,
    none: remainingTimes.length === 0 && times.length > 0 ? 'none before it ends' : null,
  };
}

// From how many runs on a cron that goes on by itself deserves attention.
const manyRuns = 100;

// A warning about a cron that has been due often. Servers don't count its runs: this is how often its present
// schedule was due since it was created, if it was enabled all the time.
export function unattendedText(status: CronStatus, due: number | null): string | null {
  if (status === 'disabled' || status === 'ended' || due === null || due < manyRuns) return null;
  const times = due >= maxRunsCounted ? `more than ${maxRunsCounted.toLocaleString()}` : String(due);
  return `By its current schedule, it was due ${times} times since it was created, and it is still active. Does anyone still need its runs?`;
}

// Making one takes a hundred times as long as using it. Few crons have time zones of their own.
const formatByZone = new Map<string, Intl.DateTimeFormat>();
const maxZones = 600;

// A time in a time zone, or in that of this computer: `Fri, 27 Mar, 09:00`.
export function timeIn(iso: string, timezone: string | undefined): string {
  const date = new Date(iso);
  try {
    return formatIn(timezone ?? 'UTC').format(timezone === undefined ? localAsUtc(date) : date);
  } catch {
    // The browser knows fewer time zones than the server.
    return iso;
  }
}

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formatByZone.get(timeZone);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(undefined, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    timeZone,
  });
  if (formatByZone.size < maxZones) formatByZone.set(timeZone, format);
  return format;
}

// The IANA name of this computer's time zone.
export function localTimeZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
