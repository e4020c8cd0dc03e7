import { expect, it } from 'vitest';
import { maxRunsCounted } from '../../shared/model/cron.ts';
import { cronStatus, timeIn, unattendedText } from './cron-labels.ts';

const now = Date.parse('2026-03-27T12:00:00Z');

it.each([
  [{ enabled: true, endsAt: null }, 'enabled'],
  [{ enabled: false, endsAt: null }, 'disabled'],
  [{ enabled: null, endsAt: null }, 'unknown'],
  [{ enabled: true, endsAt: '2026-03-27T11:59:00Z' }, 'ended'],
  [{ enabled: true, endsAt: '2026-03-28T00:00:00Z' }, 'enabled'],
] as const)('%j is %s', (cron, status) => {
  expect(cronStatus(cron, now)).toBe(status);
});

it('warns of a cron that was due often and goes on, and of no other', () => {
  expect(unattendedText('enabled', 412)).toContain('412 times');
  expect(unattendedText('unknown', maxRunsCounted)).toContain('more than 1,000 times');
  expect(unattendedText('enabled', 99)).toBeNull();
  expect(unattendedText('disabled', 412)).toBeNull();
  expect(unattendedText('enabled', null)).toBeNull();
});

it('shows a time in a time zone; one that the browser does not know stays as the server sent it', () => {
  expect(timeIn('2026-03-28T08:00:00.000Z', 'Europe/Berlin')).toContain('09:00');
  expect(timeIn('2026-03-28T08:00:00.000Z', 'Nowhere/At_all')).toBe('2026-03-28T08:00:00.000Z');
});
