import { someCapabilities } from '../../testing/builders.ts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { dispatch } from '../commands/command-queue.ts';
import { CapabilityName } from '../../shared/model/capability.ts';
import { aHealth } from '../../testing/builders.ts';
import type { Connection, ConnectionHealth } from '../../shared/model/connection.ts';
import { snapshotStream } from '../../testing/renderer/stub-handlers.ts';
import {
  renderApp,
  renderView,
  type RenderedApp,
  type TestHandlers,
} from '../../testing/renderer/render-app.tsx';
import { ServersView } from './ServersView.tsx';

let app: RenderedApp | null = null;

function renderServers(
  selectedId: string | null,
  streams: TestHandlers['streams'],
  calls: TestHandlers['calls'] = {},
): RenderedApp {
  const ignore = (): void => undefined;
  return renderView(
    <ServersView
      selectedId={selectedId}
      onSelect={ignore}
      openServerId={null}
      onShow={ignore}
      onAdd={ignore}
      onEdit={ignore}
      demo={null}
    />,
    streams === undefined ? { calls } : { streams, calls },
  );
}

afterEach(() => {
  app?.end();
  localStorage.clear();
});

it('the view says that the list of servers was restored', async () => {
  const notice = 'The list of servers could not be read; the last good copy is used.';
  app = renderServers(null, {
    'connections.watch': (_input, signal) => snapshotStream({ connections: [], health: [], notice }, signal),
  });
  expect((await screen.findByText(notice)).getAttribute('role')).toBe('status');
});

it('commands find, import and export servers', async () => {
  app = renderServers(null, {
    'connections.watch': (_input, signal) => snapshotStream({ connections: [lab], health: [] }, signal),
  });
  await screen.findByRole('region', { name: 'Server Lab box' });
  act(() => void dispatch({ type: 'find-servers' }));
  expect(await screen.findByRole('dialog', { name: 'Servers on this computer' })).toBeTruthy();
  const choose = vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(() => undefined);
  act(() => void dispatch({ type: 'import-servers' }));
  await waitFor(() => expect(choose).toHaveBeenCalledTimes(1));
  choose.mockRestore();
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const url = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:servers');
  act(() => void dispatch({ type: 'export-servers' }));
  await waitFor(() => expect(save).toHaveBeenCalledTimes(1));
  save.mockRestore();
  url.mockRestore();
});

const lab: Connection = {
  id: 'lab',
  kind: 'remote',
  name: 'Lab box',
  url: 'https://localhost:8123',
  key: { storage: 'none', last4: null },
  headers: [],
};

const detailOf = async ({ name }: Connection) =>
  within(await screen.findByRole('region', { name: `Server ${name}` }));

function watch(connection: Connection, change: Partial<ConnectionHealth>): TestHandlers['streams'] {
  const health = [aHealth({ connectionId: connection.id, ...change })];
  return {
    'connections.watch': (_input, signal) => snapshotStream({ connections: [connection], health }, signal),
  };
}

function openDetail(connection: Connection, change: Partial<ConnectionHealth>) {
  app = renderServers(connection.id, watch(connection, change));
  return detailOf(connection);
}

it('the view shows the proxy, the address that answered, and a clock that is off', async () => {
  const networkPath = { address: '::1', proxy: 'http://proxy.example:3128', skewMs: -600_000 };
  const detail = await openDetail(lab, { networkPath });
  const fact = (name: string) => detail.getByText(name).parentElement?.textContent;
  expect(fact('Answered by')).toBe('Answered by::1');
  expect(fact('Proxy')).toBe('Proxyhttp://proxy.example:3128');
  expect(fact('Clock')).toBe("Clock10 min 0 s behind the studio's");
  expect(fact('Certificate')).toBe('Certificatechecked');
});

it('an unchecked certificate is named wherever its connection is shown', async () => {
  const trust = { caText: null, insecure: true, authorities: [] };
  app = renderApp({ calls: {}, streams: watch({ ...lab, trust }, {}) });
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Servers' }));
  const detail = await detailOf(lab);
  expect(detail.getByText('certificate not checked')).toBeTruthy();
  expect(screen.getByRole('option', { name: /certificate not checked/ })).toBeTruthy();
  expect(
    screen.getByRole('button', { name: 'Server: Lab box, connected, certificate not checked' }),
  ).toBeTruthy();
});

it('a computer without a network is named as such', async () => {
  const problem = { code: 'unreachable' as const, message: 'No route.', hint: null, details: {} };
  const detail = await openDetail(lab, { state: 'offline', problem });
  expect(detail.getByText('offline')).toBeTruthy();
});

it('the view greys what the server lacks or does not report, with the reason', async () => {
  const capabilities = someCapabilities({
    assistants: { available: true, reason: null, source: 'info' },
    crons: { available: false, reason: 'Crons are disabled on this server.', source: 'routes' },
    prune: { available: null, reason: 'Try it to find out.' },
    threadCopy: { available: false, reason: 'This server does not copy threads.', source: 'answer' },
  });
  const server = { version: '1', runtime: 'python' as const, runtimeVersion: null, capabilities };
  const detail = await openDetail(lab, { server });
  const items = within(detail.getByRole('region', { name: 'What this server can do' })).getAllByRole(
    'listitem',
  );
  expect(items).toHaveLength(CapabilityName.options.length);
  expect(items.map(({ textContent }) => textContent)).toEqual(
    expect.arrayContaining([
      'Assistants and graphs: yes from the server (/info)',
      'Crons: no from the server (/openapi.json)Crons are disabled on this server.',
      'Pruning threads unknown',
      'Duplicating threads: no from its responsesThis server does not copy threads.',
    ]),
  );
  const prune = items.find(({ textContent }) => textContent === 'Pruning threads unknown');
  expect(prune?.title).toBe('Try it to find out.');
});

it('the view shows what a server says about itself, and what it does not say', async () => {
  const routes = {
    areas: { assistants: 10, threads: 12, runs: 9, crons: 0, store: 3, system: 3 },
    custom: [{ method: 'GET', path: '/orders/{id}', summary: 'One order' }],
    isCut: false,
    mcpUrl: 'https://localhost:8123/mcp/',
    a2aUrl: null,
    metricsUrl: 'https://localhost:8123/metrics',
  };
  const flags = [{ name: 'crons', value: 'false' }];
  const trials: unknown[] = [];
  app = renderServers(lab.id, watch(lab, {}), {
    'connections.facts': async () => ({
      flags,
      routes,
      noRoutes: null,
      services: [{ name: 'database', status: 'unhealthy' }],
      advisories: [{ id: 'GHSA-1', text: 'Others can read.', fixedIn: ['0.11.3', '0.12.5'] }],
      pageLimit: 100,
    }),
    'connections.exposedAgents': async ({ protocol }) => {
      expect(protocol).toBe('mcp');
      const agents = [
        { id: 'approval', name: 'approval', description: 'Asks first' },
        { id: '', name: 'unnamed', description: null },
      ];
      return { agents, isCut: true };
    },
    'connections.tryAgent': async (trial) => {
      trials.push(trial);
      return { text: 'Approved.', isCut: false, state: null };
    },
  });
  const detail = await detailOf(lab);
  const facts = within(await detail.findByRole('region', { name: 'Facts' }));
  expect(await facts.findByText('crons: false')).toBeTruthy();
  expect(
    facts.getByText('assistants 10, threads 12, runs 9, store 3, system 3; not described: crons'),
  ).toBeTruthy();
  expect(facts.getByText('database: unhealthy')).toBeTruthy();
  expect(detail.getByRole('note').textContent).toBe(
    'GHSA-1: a known security hole of this version. Others can read. Fixed in 0.11.3, 0.12.5.',
  );
  expect(facts.getByText('https://localhost:8123/mcp/')).toBeTruthy();
  expect(facts.getByText('not described')).toBeTruthy();
  expect(facts.getByText('https://localhost:8123/metrics')).toBeTruthy();
  await userEvent.setup().click(facts.getByRole('button', { name: 'List tools' }));
  const tools = await facts.findByRole('list', { name: 'What programs find by MCP' });
  expect(
    within(tools)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['approvalTry…Asks first', 'unnamed', 'The server may have more.']);
  await userEvent.setup().click(within(tools).getByRole('button', { name: 'Try approval…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Try approval' }));
  expect(dialog.getByText(/The server starts a run\./)).toBeTruthy();
  expect(trials).toEqual([]);
  await userEvent.setup().click(dialog.getByRole('button', { name: 'Start run' }));
  expect(await dialog.findByText('Approved.')).toBeTruthy();
  expect(trials).toEqual([{ connectionId: lab.id, protocol: 'mcp', id: 'approval', text: '{}' }]);
  await userEvent.setup().click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  expect(facts.getByText('100 items, because the server refused more')).toBeTruthy();
  await userEvent.setup().click(facts.getByText('Custom routes (1)'));
  expect(facts.getByText('GET /orders/{id}')).toBeTruthy();
});

it('the view asks no server for facts that is not connected', async () => {
  const problem = { code: 'unreachable' as const, message: 'No route.', hint: null, details: {} };
  const detail = await openDetail(lab, { state: 'unreachable', problem });
  expect(detail.queryByRole('region', { name: 'Facts' })).toBeNull();
});

it('lists servers by group, moves one within its group, and duplicates one', async () => {
  const eu = { ...lab, id: 'eu', name: 'EU', group: 'Europe' };
  const connections = [lab, eu, { ...eu, id: 'eu2', name: 'EU 2' }];
  app = renderServers('eu', {
    'connections.watch': (_input, signal) => snapshotStream({ connections, health: [] }, signal),
  });
  const group = within(await screen.findByRole('listbox', { name: 'Servers in Europe' }));
  expect(group.getAllByRole('option')).toHaveLength(2);
  expect(within(screen.getByRole('listbox', { name: 'Servers' })).getAllByRole('option')).toHaveLength(1);

  const user = userEvent.setup();
  const choose = async (name: string): Promise<void> => {
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.click(await screen.findByRole('menuitem', { name }));
  };
  await user.click(screen.getByRole('button', { name: 'More actions' }));
  const up = await screen.findByRole('menuitem', { name: 'Move up' });
  expect(up.getAttribute('aria-disabled')).toBe('true');
  await user.keyboard('{Escape}');
  await choose('Move down');
  await choose('Duplicate');
  const sent = app.called.filter(({ method }) => /reorder|duplicate/.test(method));
  expect(sent).toEqual([
    { method: 'connections.reorder', input: { connectionIds: ['lab', 'eu2', 'eu'] } },
    { method: 'connections.duplicate', input: { connectionId: 'eu' } },
  ]);
});

const openListMenu = async (user: ReturnType<typeof userEvent.setup>, item: string): Promise<void> => {
  await user.click(await screen.findByRole('button', { name: 'Find, import or export servers' }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

it('offers servers of this computer, and adds none by itself', async () => {
  let searches = 0;
  app = renderServers(null, watch({ ...lab, url: 'http://127.0.0.1:2024' }, {}), {
    'connections.findLocal': async () => {
      searches += 1;
      return [
        { url: 'http://127.0.0.1:2024', version: '1.5.1', needsKey: false },
        { url: 'http://127.0.0.1:8123', version: null, needsKey: true },
      ];
    },
  });
  const user = userEvent.setup();
  await screen.findByRole('option', { name: /Lab box/ });
  expect(searches).toBe(0);
  await openListMenu(user, 'Find servers on this computer');
  const dialog = within(await screen.findByRole('dialog', { name: 'Servers on this computer' }));
  const serverList = within(await dialog.findByRole('list', { name: 'Found servers' }));
  expect((await serverList.findAllByRole('listitem')).map(({ textContent }) => textContent)).toEqual([
    'http://127.0.0.1:2024 1.5.1added as Lab box',
    'http://127.0.0.1:8123, requires a keyAdd',
  ]);
  await user.click(serverList.getByRole('button', { name: 'Add http://127.0.0.1:8123' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(app.called.some(({ method }) => method === 'connections.save')).toBe(false);
});

it('imports the chosen servers of a file, not those that are there', async () => {
  const saved: unknown[] = [];
  app = renderServers(null, watch(lab, {}), {
    'connections.save': async (draft) => {
      saved.push(draft.url);
      return { ...lab, id: 'new' };
    },
  });
  const user = userEvent.setup();
  await screen.findByRole('option', { name: /Lab box/ });
  const servers = ['https://localhost:8123/', 'https://new.example', 'https://other.example'].map((url) => ({
    name: `At ${url}`,
    url,
    hasKey: true,
    headerNames: [],
    certificates: null,
  }));
  const text = JSON.stringify({ format: 'remotegraph-studio-servers', version: 1, servers });
  await user.upload(screen.getByLabelText('File with servers'), new File([text], 'servers.json'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Import servers' }));
  await user.click(dialog.getByRole('switch', { name: 'At https://other.example' }));
  await user.click(dialog.getByRole('button', { name: 'Add 1 server' }));
  await expect.poll(() => saved).toEqual(['https://new.example']);
});
