import { expect, test } from 'vitest';
import type { Cron } from '../../shared/model/cron.ts';
import { changedSettings, cronForm, cronSettings, endProblem, webhookProblem } from './cron-form.ts';

const cron: Cron = {
  cronId: 'c',
  assistantId: 'a',
  threadId: null,
  schedule: '0 9 * * *',
  timezone: 'Asia/Tokyo',
  enabled: true,
  nextRunAt: null,
  endsAt: '2026-12-01T09:30:17.250Z',
  createdAt: null,
  updatedAt: null,
  onRunCompleted: null,
  webhook: 'https://example.com/hook',
  inputText: '{"n":9007199254740993}',
  metadataText: '{}',
};
const form = cronForm(cron);

test('what was not changed is sent as it was', () => {
  expect(cronSettings(form, cron)).toEqual({
    schedule: '0 9 * * *',
    timezone: 'Asia/Tokyo',
    endsAt: cron.endsAt,
    inputText: form.input,
    webhook: cron.webhook,
  });
  expect(form.input).toContain('9007199254740993');
});

test('only what was changed is sent, so that an edit takes back nothing of another client', () => {
  const opened = cronSettings(form, cron);
  expect(changedSettings(opened, opened)).toEqual({});
  expect(changedSettings(cronSettings({ ...form, schedule: '0 8 * * *' }, cron), opened)).toEqual({
    schedule: '0 8 * * *',
  });
  expect(changedSettings(cronSettings({ ...form, endsAt: '' }, cron), opened)).toEqual({ endsAt: null });
});

test('an end is typed in local time, and an empty one is no end', () => {
  const local = '2026-12-24T18:00';
  expect(cronSettings({ ...form, endsAt: local }, cron).endsAt).toBe(new Date(local).toISOString());
  expect(cronSettings({ ...form, endsAt: '' }, cron).endsAt).toBeNull();
  expect(endProblem({ ...form, endsAt: local }, Date.parse('2026-12-24T00:00:00Z'))).toBeNull();
  expect(endProblem({ ...form, endsAt: local }, Date.parse('2027-01-01T00:00:00Z'))).toContain('past');
});

test('an end that is no time is refused by words, not by an exception', () => {
  const far = { ...form, endsAt: '999999-12-31T00:00' };
  expect(endProblem(far, 0)).toBe('Not a date and time.');
  expect(cronSettings(far, cron).endsAt).toBeNull();
});

test('a webhook is an absolute http address, and one that is set can not be taken away', () => {
  const problem = (webhook: string, of: Cron | null = null) => webhookProblem({ ...form, webhook }, of);
  expect(['https://a.example/x', 'http://10.0.0.1:80', ' '].map((url) => problem(url))).toEqual([
    null,
    null,
    null,
  ]);
  for (const url of ['/hook', 'example.com', 'ftp://a.example', 'javascript:alert(1)']) {
    expect(problem(url)).toContain('full address');
  }
  expect(problem('', cron)).toContain('Delete this cron');
});
