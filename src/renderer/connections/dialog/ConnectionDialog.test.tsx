import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SecretStorage } from '../../../shared/model/app-info.ts';
import type { Connection, ConnectionState } from '../../../shared/model/connection.ts';
import { AppError } from '../../../shared/app-error.ts';
import { aHealth } from '../../../testing/builders.ts';
import { dispatch } from '../../commands/command-queue.ts';
import { renderView, type RenderedApp, type TestHandlers } from '../../../testing/renderer/render-app.tsx';
import { ConnectionDialog } from './ConnectionDialog.tsx';

const aRemoteConnection: Connection = {
  id: 'c1',
  kind: 'remote',
  name: 'Mine',
  url: 'http://localhost:2024',
  key: { storage: 'sealed', last4: '-key' },
  headers: [],
};

let app: RenderedApp | null = null;

afterEach(() => {
  app?.end();
  app = null;
  localStorage.clear();
});

async function openDialog(handlers: TestHandlers['calls']) {
  const onClose = vi.fn<() => void>();
  const form = <ConnectionDialog connection={null} prefill={null} onClose={onClose} onSaved={onClose} />;
  app = renderView(form, { calls: handlers ?? {} });
  const user = userEvent.setup();
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a server' }));
  await user.click(dialog.getByLabelText('Address'));
  await user.paste('http://localhost:2024');
  return { user, dialog, onClose };
}

describe('editing a server while another window changes it', () => {
  const theirs = { ...aRemoteConnection, name: 'Theirs', production: true };
  const edit = async () => {
    const saved: unknown[] = [];
    const dialogOf = (connection: Connection) => (
      <ConnectionDialog
        connection={connection}
        prefill={null}
        onClose={() => undefined}
        onSaved={() => undefined}
      />
    );
    function Window() {
      const [connection, setConnection] = useState(aRemoteConnection);
      return (
        <>
          {dialogOf(connection)}
          <button type="button" aria-label="Change in another window" onClick={() => setConnection(theirs)} />
        </>
      );
    }
    app = renderView(<Window />, {
      calls: {
        'connections.save': async (draft) => {
          saved.push(draft);
          return theirs;
        },
      },
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Mine' }));
    const changeElsewhere = (): void => screen.getByLabelText('Change in another window').click();
    return { saved, dialog, user: userEvent.setup(), changeElsewhere };
  };

  it('a mark that another window sets stays', async () => {
    const { saved, dialog, user, changeElsewhere } = await edit();
    await user.type(dialog.getByLabelText('Group'), 'Team');
    act(changeElsewhere);
    expect(dialog.getByRole('switch', { name: 'Production server', checked: true })).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([
      expect.objectContaining({ name: 'Theirs', group: 'Team', production: true, expected: theirs }),
    ]);
  });

  it('a field that both change is asked about', async () => {
    const { saved, dialog, user, changeElsewhere } = await edit();
    await user.type(dialog.getByLabelText('Name'), ' too');
    act(changeElsewhere);
    const conflict = dialog.getByRole('group', { name: 'Name' });
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
    expect(within(conflict).getByRole('button', { name: 'Keep “Mine too”' })).toBeTruthy();
    await user.click(within(conflict).getByRole('button', { name: 'Use “Theirs”' }));
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Theirs');
    await user.click(dialog.getByRole('button', { name: 'Save' }));
    expect(saved).toEqual([expect.objectContaining({ name: 'Theirs', production: true })]);
  });
});

it('a command focuses what reads a key from an environment', async () => {
  const { dialog } = await openDialog({});
  await act(async () => void dispatch({ type: 'import-env' }));
  const button = dialog.getByRole('button', { name: 'Import a key' });
  await waitFor(() => expect(document.activeElement).toBe(button));
});

describe('adding a server', () => {
  const problems: readonly [ConnectionState, string][] = [
    ['unreachable', 'No response from this address'],
    ['needs-key', 'The server requires an API key'],
    ['wrong-server', 'Not a graph server'],
    ['failing', 'The server returns errors'],
  ];
  it.each(problems)('a test that finds %s says "%s", why, and what to do', async (state, heading) => {
    const problem = {
      code: 'unreachable' as const,
      message: 'The cause.',
      hint: 'The next step.',
      details: { server: 'its own words' },
    };
    const { user, dialog } = await openDialog({
      'connections.test': async () => aHealth({ state, problem }),
    });
    await user.click(dialog.getByRole('button', { name: 'Test' }));
    expect(await dialog.findByText(heading)).toBeTruthy();
    expect(dialog.getByText('The cause.')).toBeTruthy();
    expect(dialog.getByText('The next step.')).toBeTruthy();
    expect(dialog.getByText(/its own words/)).toBeTruthy();
  });

  it('a test that finds a graph server says "Connected" and how fast it answers', async () => {
    const { user, dialog } = await openDialog({ 'connections.test': async () => aHealth({ latencyMs: 7 }) });
    await user.click(dialog.getByRole('button', { name: 'Test' }));
    expect(await dialog.findByText('Connected')).toBeTruthy();
    expect(dialog.getByText(/answers in 7 ms/)).toBeTruthy();
  });

  it('asks about certificates for https only, takes a file, and warns in words of what is not checked', async () => {
    const { user, dialog } = await openDialog({ 'connections.test': async () => aHealth() });
    expect(dialog.queryByRole('group', { name: 'Certificates' })).toBeNull();
    const address = dialog.getByLabelText('Address');
    await user.clear(address);
    await user.type(address, 'https://graphs.example');
    const pem = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n';
    await user.upload(dialog.getByLabelText('Certificate file'), new File([pem], 'company.pem'));
    expect(await dialog.findByText('company.pem')).toBeTruthy();
    const unchecked = dialog.getByRole('switch', { name: 'Do not verify the certificate' });
    expect(unchecked.getAttribute('aria-checked')).toBe('false');
    await user.click(unchecked);
    expect(dialog.getByText(/can impersonate it/)).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Test' }));
    await dialog.findByText('Connected');
    const sent = () => app?.called.findLast(({ method }) => method === 'connections.test')?.input;
    expect(sent()).toMatchObject({ trust: { caText: pem, insecure: true } });
    await user.type(address, '.org');
    await user.click(dialog.getByRole('button', { name: 'Remove the certificates' }));
    await user.click(dialog.getByRole('button', { name: 'Test' }));
    await dialog.findByText('Connected');
    expect(sent()).toMatchObject({ trust: { caText: null, insecure: false } });
  });

  it('shows a refused certificate at the certificates', async () => {
    const refusal = new AppError('invalid-input', 'The file contains no certificate.', {
      details: { where: 'ca' },
    });
    const { user, dialog } = await openDialog({ 'connections.save': () => Promise.reject(refusal) });
    await user.clear(dialog.getByLabelText('Address'));
    await user.type(dialog.getByLabelText('Address'), 'https://graphs.example');
    await user.click(dialog.getByRole('button', { name: 'Add server' }));
    const group = within(await dialog.findByRole('group', { name: 'Certificates' }));
    expect((await group.findByRole('alert')).textContent).toContain('The file contains no certificate.');
  });

  it.each([
    ['CERT_HAS_EXPIRED', 'No secure connection'],
    ['ERR_PROXY_AUTH_REQUESTED', 'Cannot connect through the proxy'],
    ['ECONNREFUSED', 'No response from this address'],
  ])('a test that ends with %s is headed "%s"', async (code, heading) => {
    const problem = { code: 'unreachable' as const, message: 'The cause.', hint: null, details: { code } };
    const { user, dialog } = await openDialog({
      'connections.test': async () => aHealth({ state: 'unreachable', problem }),
    });
    await user.click(dialog.getByRole('button', { name: 'Test' }));
    expect(await dialog.findByText(heading)).toBeTruthy();
  });

  it('forgets what a test found as soon as the address changes', async () => {
    const { user, dialog } = await openDialog({ 'connections.test': async () => aHealth() });
    await user.click(dialog.getByRole('button', { name: 'Test' }));
    await dialog.findByText('Connected');
    await user.type(dialog.getByLabelText('Address'), '9');
    expect(dialog.queryByText('Connected')).toBeNull();
  });

  it('says how keys are protected, and presets the place that writes nothing to disk', async () => {
    const { user, dialog } = await openDialog({ 'connections.test': async () => aHealth() });
    await user.type(dialog.getByLabelText('API key'), 'secret-key');
    expect(dialog.getByText('Nothing on this machine keeps keys.')).toBeTruthy();
    await user.click(dialog.getByRole('button', { name: 'Test' }));
    await dialog.findByText('Connected');
    expect(app?.called.find(({ method }) => method === 'connections.test')?.input).toMatchObject({
      key: { change: 'set', value: 'secret-key', storage: 'session' },
    });
  });

  it('shows a refused address at the address', async () => {
    const { user, dialog } = await openDialog({
      'connections.save': () =>
        Promise.reject(
          new AppError('invalid-input', 'This is no http address.', { details: { where: 'url' } }),
        ),
    });
    await user.click(dialog.getByRole('button', { name: 'Add server' }));
    await dialog.findByText('This is no http address.');
    expect(dialog.getByLabelText('Address').getAttribute('aria-invalid')).toBe('true');
  });

  it('closes with Escape if nothing was typed', async () => {
    const { user, dialog, onClose } = await openDialog({});
    await user.clear(dialog.getByLabelText('Address'));
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes only with a second Escape if something was typed, and not if it is typed on', async () => {
    const { user, dialog, onClose } = await openDialog({});
    const unsaved = 'The server is not saved.';
    await user.keyboard('{Escape}');
    expect(dialog.getByText(unsaved)).toBeTruthy();
    await user.type(dialog.getByLabelText('API key'), 'secret');
    expect(dialog.queryByText(unsaved)).toBeNull();
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(dialog.getByText(unsaved)).toBeTruthy();
    expect(onClose).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: 'Discard changes' }));
    expect(onClose).toHaveBeenCalledOnce();
  });

  it('closes with Escape if it only has the address of a link', async () => {
    const onClose = vi.fn<() => void>();
    const prefill = { url: 'http://localhost:2024', isFromLink: true };
    app = renderView(
      <ConnectionDialog connection={null} prefill={prefill} onClose={onClose} onSaved={onClose} />,
      {},
    );
    await screen.findByRole('dialog', { name: 'Add a server' });
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledOnce();
  });
});

describe('a key store that takes its time', () => {
  it('opens the dialog without asking it, and says what it waits for when a key is typed', async () => {
    let answer: (storage: SecretStorage) => void = () => undefined;
    const { user, dialog } = await openDialog({
      'app.secretStorage': () => new Promise((resolve) => (answer = resolve)),
      'connections.save': async () => aRemoteConnection,
    });
    const requestCount = (): number =>
      app?.called.filter(({ method }) => method === 'app.secretStorage').length ?? 0;
    expect(requestCount()).toBe(0);
    await user.type(dialog.getByLabelText('API key'), 'a-new-key');
    expect(await dialog.findByText(/Waiting for the system key store/)).toBeTruthy();
    expect(requestCount()).toBe(1);
    const add = dialog.getByRole('button', { name: 'Add server' });
    expect(add.hasAttribute('disabled')).toBe(true);
    answer({ kind: 'system', sentence: 'Saved keys are encrypted.' });
    expect(await dialog.findByText('Saved keys are encrypted.')).toBeTruthy();
    await user.click(add);
    const sent = () => app?.called.findLast(({ method }) => method === 'connections.save')?.input;
    await expect.poll(sent).toMatchObject({ key: { change: 'set', value: 'a-new-key', storage: 'sealed' } });
  });

  it('asks a locked one again by itself, and takes it as soon as it opens', async () => {
    let answer: SecretStorage = { kind: 'locked', sentence: 'It may be waiting for you to unlock it.' };
    const { user, dialog } = await openDialog({ 'app.secretStorage': async () => answer });
    await user.type(dialog.getByLabelText('API key'), 'a-new-key');
    expect(await dialog.findByText(/waiting for you/)).toBeTruthy();
    expect(dialog.getByRole('button', { name: 'Add server' }).hasAttribute('disabled')).toBe(false);
    answer = { kind: 'system', sentence: 'Saved keys are encrypted.' };
    expect(await dialog.findByText('Saved keys are encrypted.')).toBeTruthy();
  });

  it('names a locked key as such, not as one that the server wants', async () => {
    const problem = { code: 'secret-locked' as const, message: 'Not answered yet.', hint: null, details: {} };
    const { user, dialog } = await openDialog({
      'connections.test': async () => aHealth({ state: 'needs-key', problem }),
    });
    await user.click(dialog.getByRole('button', { name: 'Test' }));
    expect(await dialog.findByText('The key is locked')).toBeTruthy();
  });
});

it('a key is imported from a file by choice, masked, and its text does not stay in the page', async () => {
  const id = crypto.randomUUID();
  const canary = 'lsv2_canary_file_4321';
  const texts: (string | null)[] = [];
  const { user } = await openDialog({
    'connections.readEnv': async ({ text }) => {
      texts.push(text);
      const keys = [{ id, variable: 'LANGSMITH_API_KEY', last4: '4321' }];
      return { keys, addresses: [{ variable: 'LANGGRAPH_URL', url: 'https://graphs.example' }] };
    },
    'connections.save': async () => Promise.reject(new AppError('storage', 'Not now.')),
  });
  expect(texts).toEqual([]);
  const file = new File([`LANGSMITH_API_KEY=${canary}`], '.env');
  await user.upload(screen.getByLabelText('Environment file'), file);
  await user.click(await screen.findByRole('button', { name: 'Use LANGGRAPH_URL' }));
  await user.click(screen.getByRole('button', { name: 'Use LANGSMITH_API_KEY' }));
  expect(texts).toEqual([`LANGSMITH_API_KEY=${canary}`]);
  expect(screen.getByText('API key: LANGSMITH_API_KEY, ends in 4321')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Add server' }));
  expect(await screen.findByText('Not now.')).toBeTruthy();
  const saved = app?.called.find(({ method }) => method === 'connections.save')?.input;
  expect(saved).toMatchObject({
    url: 'https://graphs.example',
    key: { change: 'import', id, storage: 'session' },
  });
  expect(document.documentElement.outerHTML + JSON.stringify(localStorage)).not.toContain(canary);
});
