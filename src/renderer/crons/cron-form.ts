import { formatJson } from 'exact-json';
import type { Cron, CronSettings } from '../../shared/model/cron.ts';
import { localTimeZone } from './cron-labels.ts';

// The fields of the dialog, as typed.
export interface CronForm {
  readonly schedule: string;
  readonly timezone: string;
  // `2026-11-30T18:00` in this computer's time zone; empty: no end.
  readonly endsAt: string;
  readonly webhook: string;
  readonly input: string;
}

// The fields of a cron, or of a new one.
export function cronForm(cron: Cron | null): CronForm {
  return {
    schedule: cron?.schedule ?? '0 9 * * 1-5',
    timezone: cron === null ? localTimeZone() : (cron.timezone ?? ''),
    endsAt: localMinute(cron?.endsAt ?? null),
    webhook: cron?.webhook ?? '',
    input: formatJson(cron?.inputText ?? '{}'),
  };
}

// What is sent. An end that was not changed keeps its seconds.
export function cronSettings(form: CronForm, cron: Cron | null): CronSettings {
  const isSameEnd = form.endsAt === localMinute(cron?.endsAt ?? null);
  return {
    schedule: form.schedule.trim(),
    timezone: textOrNull(form.timezone),
    endsAt: isSameEnd ? (cron?.endsAt ?? null) : toIso(form.endsAt),
    inputText: form.input,
    webhook: textOrNull(form.webhook),
  };
}

// Only what the user changed, so that an edit takes back no change of another client.
export function changedSettings(settings: CronSettings, opened: CronSettings): Partial<CronSettings> {
  const changed = Object.entries(settings).filter(
    ([member, value]) => value !== opened[member as keyof CronSettings],
  );
  return Object.fromEntries(changed);
}

// What the changed members were, as far as the window knows.
export function expectedOf(
  changes: Partial<CronSettings>,
  savedSettings: CronSettings,
): Partial<CronSettings> {
  return Object.fromEntries(Object.entries(savedSettings).filter(([member]) => member in changes));
}

// Why the end can't be used; `null` if it can.
export function endProblem({ endsAt }: CronForm, now: number): string | null {
  if (endsAt === '') return null;
  const ms = Date.parse(endsAt);
  if (Number.isNaN(ms)) return 'Not a date and time.';
  return ms <= now ? 'This time is in the past, so it would never run.' : null;
}

// Why the webhook can't be used; `null` if it can. A relative one would be called on the server itself.
export function webhookProblem({ webhook }: CronForm, cron: Cron | null): string | null {
  const url = textOrNull(webhook);
  if (url === null) {
    return cron?.webhook
      ? 'Editing cannot remove a webhook. Delete this cron and create one without it.'
      : null;
  }
  const isAbsolute = URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
  return isAbsolute ? null : 'Enter a full address that starts with https:// or http://.';
}

function localMinute(iso: string | null): string {
  const ms = Date.parse(iso ?? '');
  if (Number.isNaN(ms)) return '';
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

// `null` for what is no time, such as a year of six digits.
function toIso(local: string): string | null {
  const ms = Date.parse(local);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

const textOrNull = (text: string): string | null => (text.trim() === '' ? null : text.trim());
