import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import type { ExpectedDelivery, WebhooksSnapshot } from '../../shared/model/webhook.ts';
import { renderView, type RenderedApp } from '../../testing/renderer/render-app.tsx';
import { expectedHeading, missingCause } from './expected-labels.ts';
import { ExpectedList } from './ExpectedList.tsx';

let app: RenderedApp | null = null;
afterEach(() => {
  app?.end();
  app = null;
});

const address = 'http://127.0.0.1:4000';
const anExpected = (change: Partial<ExpectedDelivery> = {}): ExpectedDelivery => ({
  id: 'e1',
  connectionId: 'demo',
  threadId: 't1',
  runId: '02b2fae7-6041-7c00-8000-000000000002',
  startedAt: new Date().toISOString(),
  sentTo: address,
  status: 'missing',
  runEndedAt: new Date(Date.now() - 12_000).toISOString(),
  ...change,
});

function show(...expected: ExpectedDelivery[]) {
  const snapshot: WebhooksSnapshot = {
    listener: { state: 'listening', address, port: 4000, problem: null },
    endpoint: { address: '127.0.0.1', port: null, publicUrl: null, tokenIn: 'path' },
    expected,
    refusals: [],
    refusedTotal: 0,
  };
  app = renderView(<ExpectedList snapshot={snapshot} onOpenThread={() => undefined} />, {});
  return userEvent.setup();
}

describe('expected deliveries', () => {
  it('a missing one says when its run ended, and the likely cause', async () => {
    show(anExpected());
    expect(screen.getByText(/^Run ended/).textContent).toMatch(/^Run ended \d+ s ago; nothing arrived\.$/);
    expect(screen.getByText('1 missing')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Check' })).toBeNull();
  });

  it('one that just started, or whose run ended long ago, has no “ago” behind that', () => {
    show(anExpected({ status: 'running' }), anExpected({ id: 'e2', runEndedAt: '2026-01-01T00:00:00.000Z' }));
    expect(screen.getByText(/^Started/).textContent).toBe('Started now; it reports when it ends.');
    expect(screen.getByText(/^Run ended/).textContent).toBe('Run ended 2026-01-01; nothing arrived.');
  });

  it('one whose end was only found by a check does not say when that was', () => {
    show(anExpected({ runEndedAt: null }));
    expect(screen.getByText('The run has ended, but nothing arrived.')).toBeTruthy();
  });

  it('one of unknown status is checked or dismissed', async () => {
    const user = show(anExpected({ status: 'unknown' }), anExpected({ id: 'e2', status: 'running' }));
    expect(screen.getByText('2 expected')).toBeTruthy();
    expect(screen.getByText(/Whether it has ended is unknown/)).toBeTruthy();
    await user.click(screen.getAllByRole('button', { name: 'Check' })[0] ?? document.body);
    await user.click(screen.getAllByRole('button', { name: 'Dismiss' })[1] ?? document.body);
    await waitFor(() =>
      expect(app?.called.filter(({ method }) => method.startsWith('webhooks.'))).toEqual([
        { method: 'webhooks.checkExpected', input: { expectedId: 'e1' } },
        { method: 'webhooks.dismissExpected', input: { expectedId: 'e2' } },
      ]),
    );
  });

  it('none shows nothing', () => {
    show();
    expect(screen.queryByRole('group')).toBeNull();
  });
});

describe('why a delivery is missing', () => {
  const likely = { verdict: 'likely', text: 'It arrives.', remedy: null } as const;
  const doubtful = { verdict: 'doubtful', text: 'Loopback is refused.', remedy: 'Use a tunnel.' } as const;
  const expected = anExpected();
  it.each([
    ['the listener is off', { base: null, address: null, reach: doubtful }, /not open/],
    [
      'the listener moved',
      { base: 'http://127.0.0.1:5000', address: 'http://127.0.0.1:5000', reach: likely },
      /moved/,
    ],
    ['a tunnel was set since', { base: 'https://x.test', address, reach: likely }, /may send no webhooks/],
    ['the server refuses loopback', { base: address, address, reach: doubtful }, /Loopback is refused/],
    ['nothing speaks against it', { base: address, address, reach: likely }, /disable_webhooks/],
    ['the server was removed', { base: address, address, reach: null }, /could not reach/],
  ])('%s', (_, facts, text) => {
    const cause = missingCause({ expected, ...facts });
    expect(cause.text).toMatch(text);
    expect(cause.remedy).not.toBe('');
  });

  it('the heading counts both kinds', () => {
    expect(expectedHeading([expected, anExpected({ status: 'running' })])).toBe('1 missing, 1 expected');
  });
});
