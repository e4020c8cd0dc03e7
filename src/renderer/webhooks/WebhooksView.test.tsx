import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { WebhookDelivery, WebhooksSnapshot } from '../../shared/model/webhook.ts';
import { aDelivery, aThread, anAssistant } from '../../testing/builders.ts';
import { snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import {
  renderApp,
  renderView,
  type RenderedApp,
  type TestHandlers,
} from '../../testing/renderer/render-app.tsx';
import { WebhooksView } from './WebhooksView.tsx';

let app: RenderedApp | null = null;

afterEach(() => {
  app?.end();
  app = null;
  localStorage.clear();
});

const quiet: WebhooksSnapshot = {
  listener: { state: 'listening', address: 'http://127.0.0.1:4000', port: 4000, problem: null },
  endpoint: { address: '127.0.0.1', port: null, publicUrl: null, tokenIn: 'path' },
  expected: [],
  refusals: [],
  refusedTotal: 0,
};

const renderWebhooks = (handlers: TestHandlers): RenderedApp =>
  renderView(<WebhooksView recording={null} onOpenThread={() => undefined} />, handlers);

const webhookCalls = () => (app?.called ?? []).filter(({ method }) => method.startsWith('webhooks.'));

interface Shown extends WebhooksSnapshot {
  readonly deliveries: WebhookDelivery[];
  readonly droppedTotal: number;
}

const watch = ({
  deliveries = [],
  droppedTotal = 0,
  ...change
}: Partial<Shown>): TestHandlers['streams'] => ({
  'webhooks.watch': (_input, signal) => snapshotStream({ ...quiet, ...change }, signal),
  'webhooks.deliveries': (_input, signal) =>
    snapshotStream(
      {
        deliveries: deliveries.map((delivery, index) => ({ ...delivery, seq: deliveries.length - index })),
        removed: [],
        hasMore: false,
        droppedTotal,
      },
      signal,
    ),
});

function show(change: Partial<Shown>) {
  app = renderWebhooks({ streams: watch(change) });
  return userEvent.setup();
}

describe('the webhooks view', () => {
  it('shows where it listens, never a token', async () => {
    show({});
    const switchedOn = await screen.findByRole('switch', { name: 'Listener' });
    expect(switchedOn.getAttribute('aria-checked')).toBe('true');
    expect(screen.getByText(/127\.0\.0\.1:4000/).textContent).toMatch(/^http:\/\/127\.0\.0\.1:4000\/•+$/);
  });

  it('switches the listener off', async () => {
    const user = show({});
    await user.click(await screen.findByRole('switch', { name: 'Listener' }));
    // The window may be writing down its own things at the same time.
    expect(webhookCalls()).toEqual([{ method: 'webhooks.setListener', input: { enabled: false } }]);
  });

  it('asks before it is switched off while runs will still report', async () => {
    const user = show({
      expected: [
        {
          id: 'e1',
          connectionId: 'demo',
          threadId: 't',
          runId: 'r',
          startedAt: new Date().toISOString(),
          sentTo: 'http://127.0.0.1:4000',
          status: 'running',
          runEndedAt: null,
        },
      ],
    });
    await user.click(await screen.findByRole('switch', { name: 'Listener' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(/1 run will still report to it\./)).toBeTruthy();
    expect(webhookCalls()).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Turn off' }));
    await waitFor(() =>
      expect(webhookCalls()).toEqual([{ method: 'webhooks.setListener', input: { enabled: false } }]),
    );
  });

  it('shows what came of the switch while the picture still lags behind', async () => {
    const off = { state: 'off', address: null, port: null, problem: null } as const;
    let catchUp = (): void => undefined;
    const lagging = new Promise<void>((resolve) => (catchUp = resolve));
    app = renderWebhooks({
      calls: { 'webhooks.setListener': async () => off },
      streams: {
        async *'webhooks.watch'() {
          yield quiet;
          await lagging;
          yield { ...quiet, listener: off };
        },
      },
    });
    const user = userEvent.setup();
    const listener = await screen.findByRole<HTMLButtonElement>('switch', { name: 'Listener' });
    await user.click(listener);
    // The answer has arrived, but the snapshot still has the listener on.
    await waitFor(() => expect(webhookCalls().map(({ method }) => method)).toEqual(['webhooks.setListener']));
    expect([listener.getAttribute('aria-checked'), listener.disabled]).toEqual(['false', true]);
    catchUp();
    await waitFor(() => expect(listener.disabled).toBe(false));
    expect(listener.getAttribute('aria-checked')).toBe('false');
  });

  it('distinguishes a claim from a confirmed status', async () => {
    show({
      deliveries: [
        aDelivery({ id: 'a' }),
        aDelivery({ id: 'b', claimedStatus: 'success', confirmedStatus: 'error' }),
        aDelivery({ id: 'c', confirmedStatus: null }),
      ],
    });
    const rows = await screen.findAllByRole('option');
    expect(within(rows[0] ?? document.body).getByText('confirmed by the server')).toBeTruthy();
    expect(within(rows[1] ?? document.body).getByText('claims finished, server says failed')).toBeTruthy();
    expect(within(rows[2] ?? document.body).getByText('checking with the server')).toBeTruthy();
  });

  it('reads body and headers of the one delivery that is shown, and says how many gave way', async () => {
    app = renderWebhooks({
      calls: {
        'webhooks.content': async ({ deliveryId }) => ({
          headers: [{ name: 'x-of', value: deliveryId }],
          bodyText: `{"of":"${deliveryId}"}`,
          bodyIsJson: true,
          bodyIsWhole: true,
        }),
      },
      streams: watch({ deliveries: [aDelivery({ id: 'a' }), aDelivery({ id: 'b' })], droppedTotal: 9_900 }),
    });
    const user = userEvent.setup();
    expect((await screen.findByRole('group', { name: 'Body' })).textContent).toContain('"of": "a"');
    await user.click((await screen.findAllByRole('option'))[1] ?? document.body);
    await waitFor(() =>
      expect(screen.getByRole('group', { name: 'Headers' }).textContent).toContain('x-of: b'),
    );
    const requests = app.called.filter(({ method }) => method === 'webhooks.content');
    expect(requests.map(({ input }) => input)).toEqual([{ deliveryId: 'a' }, { deliveryId: 'b' }]);
    expect(screen.getByText('9,900 older deliveries were dropped.')).toBeTruthy();
  });

  it('mounts a few rows of 10,000 deliveries', async () => {
    const deliveries = Array.from({ length: 10_000 }, (_, index) => aDelivery({ id: `d${index}` }));
    show({ deliveries });
    expect(await screen.findByText('10,000 deliveries')).toBeTruthy();
    expect(screen.getByRole('listbox', { name: 'Deliveries' })).toBeTruthy();
    expect(screen.queryAllByRole('option').length).toBeLessThan(100);
  });

  it('deletes all deliveries after a question', async () => {
    const user = show({ deliveries: [aDelivery()] });
    await user.click(await screen.findByRole('button', { name: 'Delete all' }));
    expect(webhookCalls().map(({ method }) => method)).not.toContain('webhooks.clear');
    await user.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete all deliveries' }),
    );
    await waitFor(() => expect(webhookCalls().map(({ method }) => method)).toContain('webhooks.clear'));
  });

  it('forwards a delivery to what is typed, shows the answer, and replays it only when asked', async () => {
    const url = 'http://localhost:3000/hook';
    const forward = { at: '2026-11-20T22:00:01.000Z', url, status: 503, ms: 12, text: 'later, please' };
    app = renderWebhooks({
      calls: {
        'webhooks.content': async () => ({
          headers: [],
          bodyText: '{}',
          bodyIsJson: true,
          bodyIsWhole: true,
        }),
        'webhooks.forward': async () => forward,
      },
      streams: watch({ deliveries: [aDelivery({ forwards: [{ ...forward, url: 'http://before.test/' }] })] }),
    });
    const user = userEvent.setup();
    const sent = (): unknown[] =>
      webhookCalls().flatMap(({ method, input }) => (method === 'webhooks.forward' ? [input] : []));
    await user.click(await screen.findByRole('button', { name: 'Forward' }));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByLabelText('Address')).toHaveProperty('value', '');
    expect(dialog.getByRole('button', { name: 'Forward' })).toHaveProperty('disabled', true);
    await user.type(dialog.getByLabelText('Address'), url);
    await user.click(dialog.getByRole('button', { name: 'Forward' }));
    expect((await dialog.findByRole('status')).textContent).toContain('Status 503 after 12 ms');
    expect(sent()).toEqual([{ deliveryId: 'd1', url }]);
    await user.click(dialog.getAllByRole('button', { name: 'Close' })[0] ?? document.body);

    await user.click(screen.getByRole('button', { name: 'Replay' }));
    expect(screen.getByLabelText('Address')).toHaveProperty('value', 'http://before.test/');
    expect(sent()).toHaveLength(1);
  });

  it('asks the server again about a delivery that it did not confirm', async () => {
    const user = show({
      deliveries: [aDelivery({ confirmedStatus: null, confirmProblem: 'The server is not there.' })],
    });
    await user.click(await screen.findByRole('button', { name: 'Check again' }));
    await waitFor(() =>
      expect(webhookCalls()).toContainEqual({ method: 'webhooks.recheck', input: { deliveryId: 'd1' } }),
    );
  });

  it('opens the thread of a delivery', async () => {
    app = renderApp({
      calls: {
        'assistants.list': async () => [anAssistant()],
        'threads.get': async ({ threadId }) => aThread({ threadId, name: 'Reported' }),
      },
      streams: watch({ deliveries: [aDelivery()] }),
    });
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Webhooks' }));
    await user.click(await screen.findByRole('button', { name: 'Open thread' }));
    expect(await screen.findByRole('button', { name: 'Thread: Reported' })).toBeTruthy();
  });

  it('counts what was refused, with the reason of each', async () => {
    show({
      refusals: [{ at: '2026-11-20T22:00:00Z', status: 404, reason: 'wrong-token' }],
      refusedTotal: 12,
    });
    expect(await screen.findByText('12 requests refused')).toBeTruthy();
    expect(screen.getByText('Unknown token.')).toBeTruthy();
  });
});

it('a listener for this computer is reached from the computer of the studio, wherever the reader is', async () => {
  show({});
  expect(await screen.findByText(/only servers on the studio's computer reach it/)).toBeTruthy();
});

it('says above earlier deliveries that they could not be refreshed', async () => {
  app = renderWebhooks({
    streams: {
      ...watch({}),
      'webhooks.deliveries': async function* () {
        yield {
          deliveries: [{ ...aDelivery(), seq: 1 }],
          removed: [],
          hasMore: false,
          droppedTotal: 0,
        };
        throw new AppError('internal', 'Lost.');
      },
    },
  });
  expect(await screen.findByText(/Could not refresh/)).toBeTruthy();
});
