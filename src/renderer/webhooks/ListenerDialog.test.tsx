import { screen, waitFor } from '@testing-library/react';
import { userEvent, type UserEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { WebhookEndpoint, WebhookSelfTest } from '../../shared/model/webhook.ts';
import { renderView, type RenderedApp, type TestHandlers } from '../../testing/renderer/render-app.tsx';
import { portProblem, publicUrlProblem, toEndpoint, toForm } from './endpoint-form.ts';
import { ListenerDialog } from './ListenerDialog.tsx';
import { selfTestReport } from './self-test-labels.ts';

let app: RenderedApp | null = null;
let isClosed = false;

afterEach(() => {
  app?.end();
  app = null;
  isClosed = false;
});

const endpoint: WebhookEndpoint = { address: '127.0.0.1', port: null, publicUrl: null, tokenIn: 'path' };
const publicUrl = 'https://abc.example.com';
const arrived: WebhookSelfTest = {
  outcome: 'arrived',
  publicUrl,
  at: '2026-11-22T10:00:00Z',
  ms: 41,
  status: 202,
  detail: null,
};

function show(handlers: TestHandlers = {}, running = 0): UserEvent {
  app = renderView(
    <ListenerDialog
      listener={{ state: 'listening', address: 'http://127.0.0.1:4000', port: 4000, problem: null }}
      endpoint={endpoint}
      running={running}
      onClose={() => (isClosed = true)}
    />,
    handlers,
  );
  return userEvent.setup();
}

const configured = () => (app?.called ?? []).filter(({ method }) => method === 'webhooks.configure');

describe('the settings of the listener', () => {
  it('stores a port, and closes', async () => {
    const user = show();
    await user.type(screen.getByLabelText('Port'), '8123');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(isClosed).toBe(true));
    expect(configured().map(({ input }) => input)).toEqual([{ ...endpoint, port: 8123 }]);
  });

  it('asks before it listens on a network, and says what that means', async () => {
    const user = show();
    await user.click(screen.getByRole('button', { name: 'Listen on: 127.0.0.1' }));
    await user.click(await screen.findByRole('menuitemradio', { name: /192\.168\.1\.5/ }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('alert').textContent).toContain('Everyone on the network of 192.168.1.5');
    expect(configured()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Listen on 192.168.1.5' }));
    await waitFor(() => expect(isClosed).toBe(true));
    expect(configured().map(({ input }) => input)).toEqual([{ ...endpoint, address: '192.168.1.5' }]);
  });

  it('says that a port is taken, and what to do', async () => {
    const taken = new AppError('unreachable', 'Port 80 on 127.0.0.1 is in use by another program.', {
      hint: 'Choose another port.',
    });
    const user = show({ calls: { 'webhooks.configure': () => Promise.reject(taken) } });
    await user.type(screen.getByLabelText('Port'), '80');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Port 80 on 127.0.0.1 is in use by another program.');
    expect(alert.textContent).toContain('Choose another port.');
    expect(isClosed).toBe(false);
  });

  it('tests the public address as it is typed', async () => {
    const user = show({ calls: { 'webhooks.selfTest': async () => arrived } });
    await user.type(screen.getByLabelText('Public address (optional)'), publicUrl);
    await user.click(screen.getByRole('button', { name: 'Test' }));
    expect((await screen.findByRole('status')).textContent).toContain('The probe arrived after 41 ms.');
    // The result was about another address.
    await user.type(screen.getByLabelText('Public address (optional)'), '/x');
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('says that runs will still report to the old port', async () => {
    const user = show({}, 2);
    expect(screen.queryByRole('status')).toBeNull();
    await user.type(screen.getByLabelText('Port'), '8123');
    expect(screen.getByRole('status').textContent).toContain('2 runs will still report to it.');
  });

  it('keeps what was typed until it is discarded', async () => {
    const user = show();
    await user.type(screen.getByLabelText('Port'), '8123');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(screen.getByText('Your changes are not saved.')).toBeTruthy();
    expect(isClosed).toBe(false);
    await user.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(isClosed).toBe(true);
  });
});

describe('the result of a self-test', () => {
  const outcomes = [
    'arrived',
    'host-changed',
    'path-changed',
    'other-server',
    'redirected',
    'dns',
    'refused',
    'unreachable',
    'tls',
    'cut',
    'timeout',
  ] as const;

  it('has a heading and a hint of its own for each outcome', () => {
    const reports = outcomes.map((outcome) => selfTestReport({ ...arrived, outcome, detail: 'detail' }));
    expect(new Set(reports.map(({ heading }) => heading)).size).toBe(outcomes.length);
    expect(new Set(reports.map(({ hint }) => hint)).size).toBe(outcomes.length);
    expect(reports.map(({ tone }) => tone)).toEqual(outcomes.map((_, index) => (index < 2 ? 'ok' : 'fail')));
  });

  it('does not claim that other computers get through to an address of this network', () => {
    const hint = (url: string): string => selfTestReport({ ...arrived, publicUrl: url }).hint;
    expect(hint('http://192.168.1.5:4000')).toContain('a firewall may still block other computers');
    expect(hint(publicUrl)).toContain('as long as the tunnel runs');
  });
});

it.each([
  ['', true],
  [' 8080 ', true],
  ['0', false],
  ['65536', false],
  ['80a', false],
  ['-1', false],
])('judges the port %j', (port, isValid) => {
  expect(portProblem(port) === null).toBe(isValid);
});

it('reads the form back', () => {
  const full: WebhookEndpoint = { address: '192.168.1.5', port: 80, publicUrl, tokenIn: 'query' };
  for (const one of [endpoint, full]) expect(toEndpoint(toForm(one))).toEqual(one);
  expect(publicUrlProblem('abc.example.com')).toContain('http://');
});
