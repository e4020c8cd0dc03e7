import { screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { aDelivery } from '../../testing/builders.ts';
import { renderView, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import { RecordedWebhooks } from './RecordedWebhooks.tsx';

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
});

const show = (unreadable: number, total: number, deliveries = [] as ReturnType<typeof aDelivery>[]): void => {
  app = renderView(<RecordedWebhooks connectionId="recording-x" onOpenThread={() => undefined} />, {
    calls: {
      'recordings.deliveries': async () => ({ deliveries, total, unreadable }),
      'recordings.delivery': async () => ({
        headers: [],
        bodyText: '{"a":1}',
        bodyIsJson: true,
        bodyIsWhole: true,
      }),
    },
  });
};

it('the view distinguishes a recording without deliveries from one whose deliveries can not be read', async () => {
  show(0, 0);
  await screen.findByText('No deliveries in the recording');
  expect(screen.queryByText('No delivery can be read')).toBeNull();
  app?.end();
  show(3, 3);
  await screen.findByText('No delivery can be read');
  await screen.findByText(/^3 in the recording, 3 could not be read/);
});

it('the view offers nothing that would forward a recorded delivery', async () => {
  show(1, 2, [aDelivery({ tokenLast4: '', confirmedStatus: null })]);
  await screen.findByText('2 in the recording, 1 could not be read');
  expect((await screen.findByRole('group', { name: 'Body' })).textContent).toContain('"a": 1');
  expect(screen.queryByText('Token')).toBeNull();
  for (const name of ['Forward', 'Check again', 'Delete all'])
    expect(screen.queryByRole('button', { name })).toBeNull();
});

it('does not promise an ID that the recording lacks', async () => {
  show(0, 1, [aDelivery({ tokenLast4: '', runId: null, threadId: null })]);
  expect((await screen.findAllByText('not recorded')).length).toBe(2);
  await screen.findByText('run not recorded');
  expect(screen.queryByText(/unknown yet/)).toBeNull();
});
