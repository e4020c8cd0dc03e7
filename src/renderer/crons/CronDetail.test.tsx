import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Cron } from '../../shared/model/cron.ts';
import { renderView } from '../../testing/renderer/render-app.tsx';
import { CronDetail } from './CronDetail.tsx';

afterEach(cleanup);

const cron: Cron = {
  cronId: 'k',
  assistantId: 'a',
  threadId: null,
  schedule: '0 9 * * *',
  timezone: null,
  enabled: true,
  nextRunAt: null,
  endsAt: null,
  createdAt: null,
  updatedAt: null,
  onRunCompleted: null,
  webhook: null,
  inputText: '{"topic":"tides"}',
  metadataText: '{}',
};

const show = (change: Partial<Cron>, next: string[] = []) =>
  renderView(
    <CronDetail
      connectionId="c"
      serverName="Local"
      cron={{ ...cron, ...change }}
      assistantName="writer"
      onEdit={() => undefined}
      onOpenThread={() => undefined}
    />,
    { calls: { 'crons.read': async () => ({ words: 'Each year', next, due: null, problem: null }) } },
  );

const cutNote = 'Only the first 100,000 characters are shown.';

it('says of a long input that it is cut, and nothing of a short one', async () => {
  show({});
  expect((await screen.findByRole('group', { name: 'Input' })).textContent).toContain('"topic": "tides"');
  expect(screen.queryByText(cutNote)).toBeNull();
  cleanup();
  show({ inputText: JSON.stringify({ topic: 'x'.repeat(200_000) }) });
  expect((await screen.findByRole('group', { name: 'Input' })).textContent).toMatch(/x…$/);
  expect(screen.getByText(cutNote)).toBeTruthy();
});

const years = ['2101-01-01T12:00:00.000Z', '2102-01-01T12:00:00.000Z', '2103-01-01T12:00:00.000Z'];

it.each([
  ['all of an enabled one', {}, years.length, 0],
  ['none after its end', { endsAt: '2102-06-01T00:00:00Z' }, 2, 0],
  ['none of one that ends before', { endsAt: '2100-06-01T00:00:00Z' }, 0, 2],
  ['none of a disabled one', { enabled: false }, 0, 2],
  ['none of one that has ended', { endsAt: '2001-01-01T00:00:00Z' }, 0, 2],
] as const)('lists the times at which a cron will run: %s', async (_, change, times, nones) => {
  show({ nextRunAt: years[0] ?? null, timezone: 'Etc/GMT+5', ...change }, years);
  await screen.findByText('Each year');
  expect(screen.queryAllByRole('cell').length / 2).toBe(times);
  expect(screen.queryAllByText(/^none: (disabled|ended)$|^none before it ends$/)).toHaveLength(nones);
});
