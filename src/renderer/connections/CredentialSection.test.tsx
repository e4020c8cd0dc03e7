import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { AppError } from '../../shared/app-error.ts';
import type { Connection } from '../../shared/model/connection.ts';
import type { CredentialSource, CredentialStatus, SignInStep } from '../../shared/model/credential.ts';
import { renderView, type RenderedApp, type TestHandlers } from '../../testing/renderer/render-app.tsx';
import { CredentialSection } from './CredentialSection.tsx';

let app: RenderedApp | null = null;
afterEach(() => app?.end());

const oauth: CredentialSource = {
  kind: 'oauth',
  issuer: 'https://login.example.com',
  endpoints: null,
  clientId: 'studio',
  scope: '',
  audience: '',
  flow: 'device',
  storage: 'session',
};
const command: CredentialSource = { kind: 'command', command: ['token', 'a b'], header: 'x-api-key' };
const onEdit = vi.fn<() => void>();

function renderCredential(
  source: CredentialSource,
  status: Partial<CredentialStatus>,
  handlers: TestHandlers = {},
): HTMLElement {
  const credential = {
    source,
    status: { state: 'ready', expiresAt: null, problem: null, ...status } as const,
  };
  const connection: Connection = {
    id: 'company',
    kind: 'remote',
    name: 'Company',
    url: 'https://graphs.example.com',
    key: { storage: 'none', last4: null },
    headers: [],
    credential,
  };
  app = renderView(
    <CredentialSection connection={connection} credential={credential} onEdit={onEdit} />,
    handlers,
  );
  return screen.getByRole('region', { name: 'Credential' });
}

/** A sign-in whose steps the test makes. */
function createSignIn() {
  const waiting: ((step: SignInStep | AppError) => void)[] = [];
  const opened = vi.fn<() => void>();
  const closed = vi.fn<() => void>();
  const streams: TestHandlers['streams'] = {
    async *'connections.signIn'(_input, signal) {
      opened();
      signal.addEventListener('abort', closed);
      for (;;) {
        const step = await new Promise<SignInStep | AppError>((resolve) => waiting.push(resolve));
        if (step instanceof AppError) throw step;
        yield step;
        if (step.step === 'done') return;
      }
    },
  };
  const sendStep = async (step: SignInStep | AppError): Promise<void> => {
    await waitFor(() => expect(waiting.length).toBeGreaterThan(0));
    waiting.shift()?.(step);
  };
  return { streams, tell: sendStep, opened, closed };
}

it('a command that nobody allowed is shown as it would be started, with the way to its settings', async () => {
  const section = renderCredential(command, { state: 'not-allowed' });
  expect(section.textContent).toContain('command not allowed');
  expect(section.textContent).toContain('token "a b"');
  await userEvent.click(within(section).getByRole('button', { name: 'Review the command' }));
  expect(onEdit).toHaveBeenCalledOnce();
});

it('an expiry is shown, and that it is not told where it is not', () => {
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  expect(renderCredential(command, { expiresAt }).querySelector('time')?.dateTime).toBe(expiresAt);
  app?.end();
  expect(renderCredential(command, {}).textContent).toContain('it is renewed when the server refuses it');
});

it('the last renewal that failed says why, while the credential before is still good', () => {
  const problem = {
    code: 'credential',
    message: 'The credential command ended with exit code 3.',
    hint: null,
    details: {},
  } as const;
  const section = renderCredential(command, { problem });
  expect(section.textContent).toContain('The last renewal failed');
  expect(section.textContent).toContain('exit code 3');
  expect(section.textContent).toContain('valid');
});

it('a sign-in shows its code and page, ends, and is called off when its dialog closes', async () => {
  const { streams, tell, closed } = createSignIn();
  const section = renderCredential(oauth, { state: 'signed-out' }, { streams });
  expect(within(section).queryByRole('button', { name: 'Sign out' })).toBeNull();
  await userEvent.click(within(section).getByRole('button', { name: 'Sign in' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign in to Company' });
  const url = 'https://login.example.com/device';
  await tell({
    step: 'device',
    userCode: 'ABCD-EFGH',
    url,
    completeUrl: `${url}?code`,
    expiresAt: '2999-01-01T00:00:00Z',
  });
  expect(await within(dialog).findByText('ABCD-EFGH')).toBeTruthy();
  const link = within(dialog).getByRole('link', { name: 'Open the sign-in page' });
  expect([link.getAttribute('href'), link.getAttribute('rel')]).toEqual([
    `${url}?code`,
    'noopener noreferrer',
  ]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(closed).toHaveBeenCalled());
});

it('a sign-in that failed says why and can be tried again', async () => {
  const { streams, tell, opened } = createSignIn();
  const section = renderCredential(oauth, { state: 'signed-out' }, { streams });
  await userEvent.click(within(section).getByRole('button', { name: 'Sign in' }));
  await tell(new AppError('credential', 'The sign-in was refused.'));
  expect((await screen.findByRole('alert')).textContent).toContain('The sign-in was refused.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(opened).toHaveBeenCalledTimes(2));
  await tell({ step: 'done' });
  expect(await screen.findByText(/You are signed in/)).toBeTruthy();
});

it('a person can sign out', async () => {
  const signOut = vi.fn<(input: { readonly connectionId: string }) => Promise<Record<string, never>>>(
    async () => ({}),
  );
  const section = renderCredential(oauth, {}, { calls: { 'connections.signOut': signOut } });
  await userEvent.click(within(section).getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(signOut.mock.lastCall?.[0]).toEqual({ connectionId: 'company' }));
});
