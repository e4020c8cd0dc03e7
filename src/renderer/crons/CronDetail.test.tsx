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

const show = (inputText: string) =>
  renderView(
    <CronDetail
      connectionId="c"
      serverName="Local"
      cron={{ ...cron, inputText }}
      assistantName="writer"
      onEdit={() => undefined}
      onOpenThread={() => undefined}
    />,
  );

const cutNote = 'Only the first 100,000 characters are shown.';

it('says of a long input that it is cut, and nothing of a short one', async () => {
  show('{"topic":"tides"}');
  expect((await screen.findByRole('group', { name: 'Input' })).textContent).toContain('"topic": "tides"');
  expect(screen.queryByText(cutNote)).toBeNull();
  cleanup();
  show(JSON.stringify({ topic: 'x'.repeat(200_000) }));
  expect((await screen.findByRole('group', { name: 'Input' })).textContent).toMatch(/x…$/);
  expect(screen.getByText(cutNote)).toBeTruthy();
});
